import { existsSync, readFileSync } from 'node:fs';

/** package.json: one folder up in the sources, two folders up when compiled. */
const packageFile = [
  new URL('../package.json', import.meta.url),
  new URL('../../package.json', import.meta.url),
].find((url) => existsSync(url));

interface PackageFields {
  readonly version?: string;
  readonly bugs?: string | { readonly url?: string };
  readonly homepage?: string;
}

const { version, bugs, homepage }: PackageFields =
  packageFile === undefined ? {} : JSON.parse(readFileSync(packageFile, 'utf8'));

/** The version of this suite, from package.json. */
export const suiteVersion: string = version ?? '0.0.0';

/** Where to report faults of the suite, if package.json says so. */
export const issueTracker: string | undefined = (typeof bugs === 'string' ? bugs : bugs?.url) ?? homepage;

/** The User-Agent header of every request. */
export const userAgent = `evidence-contract/${suiteVersion}`;
