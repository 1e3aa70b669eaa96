import { refusalOfNode } from '../application/supported-node.ts';

// Imported first: an older Node.js fails while the other modules load.
const refusal = refusalOfNode(process.versions.node);
if (refusal !== undefined) {
  const error = new Error(refusal.trimEnd());
  // The internal stack means nothing to the reader.
  error.stack = `Error: ${error.message}`;
  throw error;
}
