import { existsSync, readFileSync } from 'node:fs';

/** The folder that holds package.json: one above this file in the sources, two above it when compiled. */
const packageFile = [
  new URL('../package.json', import.meta.url),
  new URL('../../package.json', import.meta.url),
].find((url) => existsSync(url));

/** The version of this suite, as package.json has it. */
export const suiteVersion: string = readVersion();

/** What requests call themselves. */
export const userAgent = `evidence-contract/${suiteVersion}`;

function readVersion(): string {
  if (packageFile === undefined) return '0.0.0';
  const read: unknown = JSON.parse(readFileSync(packageFile, 'utf8'));
  const isPackage = typeof read === 'object' && read !== null && 'version' in read;
  return isPackage && typeof read.version === 'string' ? read.version : '0.0.0';
}
