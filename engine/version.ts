import { existsSync, readFileSync } from 'node:fs';

/** package.json: one folder up in the sources, two folders up when compiled. */
const packageFile = [
  new URL('../package.json', import.meta.url),
  new URL('../../package.json', import.meta.url),
].find((url) => existsSync(url));

/** The version of this suite, from package.json. */
export const suiteVersion: string = readVersion();

/** The User-Agent header of every request. */
export const userAgent = `evidence-contract/${suiteVersion}`;

function readVersion(): string {
  if (packageFile === undefined) return '0.0.0';
  const read: unknown = JSON.parse(readFileSync(packageFile, 'utf8'));
  const isPackage = typeof read === 'object' && read !== null && 'version' in read;
  return isPackage && typeof read.version === 'string' ? read.version : '0.0.0';
}
