import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The folder of the project. */
export const root = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Why this Node.js cannot run the project, as a sentence; undefined if it can.
 * The launcher has no syntax that Node.js 18 lacks, so that its users get this sentence.
 */
export function refusalOfNode() {
  const { name, engines } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
  const wanted = engines.node.replace(/^>=/, '');
  const [major, minor] = process.versions.node.split('.').map(Number);
  const [oldestMajor, oldestMinor] = wanted.split('.').map(Number);
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return undefined;
  return `${name} needs Node.js ${wanted} or later; this is Node.js ${process.versions.node}.\n`;
}
