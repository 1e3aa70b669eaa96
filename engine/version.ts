import { existsSync, readFileSync } from 'node:fs';

/** package.json: one folder up in the sources, two folders up when compiled. */
const packageFile = [
  new URL('../package.json', import.meta.url),
  new URL('../../package.json', import.meta.url),
].find((url) => existsSync(url));

/** What package.json says, if there is one. */
const packageFields = readPackage();

/** The version of this suite, from package.json. */
export const suiteVersion: string = textOf(packageFields.version) ?? '0.0.0';

/** Where faults of the suite are reported, if package.json says so. */
export const issueTracker: string | undefined =
  textOf(fieldsOf(packageFields.bugs).url) ?? textOf(packageFields.bugs) ?? textOf(packageFields.homepage);

/** The User-Agent header of every request. */
export const userAgent = `evidence-contract/${suiteVersion}`;

type Fields = Readonly<Record<string, unknown>>;

function readPackage(): Fields {
  return packageFile === undefined ? {} : fieldsOf(JSON.parse(readFileSync(packageFile, 'utf8')));
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
