/** The oldest Node.js that runs this package, as `engines` of package.json says. */
export const oldestNode = '20.19';

/** Why this Node.js cannot run the package, as a sentence; undefined if it can. */
export function refusalOfNode(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = oldestNode.split('.').map(Number);
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return undefined;
  return `evidence-contract needs Node.js ${oldestNode} or later; this is Node.js ${version}.\n`;
}
