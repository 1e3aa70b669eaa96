#!/usr/bin/env node
import { refusalOfNode } from '../application/supported-node.ts';

// An older Node.js fails to load what the commands import: it gets a sentence before that.
const refusal = refusalOfNode(process.versions.node);
if (refusal === undefined) await import('./command-line.ts');
else {
  process.stderr.write(refusal);
  process.exitCode = 2;
}
