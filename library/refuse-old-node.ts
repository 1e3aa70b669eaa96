import { refusalOfNode } from '../application/supported-node.ts';

// Imported before all else: an older Node.js fails while the other modules load.
const refusal = refusalOfNode(process.versions.node);
if (refusal !== undefined) {
  const error = new Error(refusal.trimEnd());
  // Where it was thrown means nothing to the reader.
  error.stack = `Error: ${error.message}`;
  throw error;
}
