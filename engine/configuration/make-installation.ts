import { defaultImportBundle } from '../http/import-bodies.ts';
import { Secret } from '../secret.ts';
import { defaults, type Installation } from './installation.ts';
import {
  checkBundle,
  fileText,
  oneOf,
  parseBaseUrl,
  parseBoolean,
  parseHeaders,
  parseId,
  parseKey,
  parseParameterName,
  parsePerSecond,
  parseProxy,
  wholeNumber,
} from './parsers.ts';
import { BadValue, type Problem } from './problems.ts';
import type { Field } from './settings.ts';

/** A setting as it was found: its text, and the place to name when it is wrong. */
export interface Found {
  readonly text: string;
  readonly place: string;
}

export type Draft = Readonly<Partial<Record<Field, Found>>>;

/**
 * Makes an installation from the texts of its settings.
 * @param directory where relative file names start
 * @param problems receives every mistake; the installation is of use only when none came
 */
export function makeInstallation(
  name: string,
  place: string,
  draft: Draft,
  directory: string,
  problems: Problem[],
): Installation {
  const read = <T>(field: Field, parse: (text: string) => T): T | undefined => {
    const found = draft[field];
    if (found === undefined) return undefined;
    if (found.text.trim() === '') {
      problems.push({ place: found.place, message: 'It is set but empty. Give it a value, or remove it.' });
      return undefined;
    }
    try {
      return parse(found.text);
    } catch (thrown) {
      if (!(thrown instanceof BadValue)) throw thrown;
      problems.push({ place: found.place, message: thrown.message });
      return undefined;
    }
  };
  const file = fileText(directory);
  const optional = <K extends string, T>(key: K, value: T | undefined): { readonly [P in K]?: T } =>
    value === undefined ? {} : ({ [key]: value } as { readonly [P in K]?: T });

  if (draft.baseUrl === undefined)
    problems.push({
      place: place === 'environment' ? 'BASE_URL' : place,
      message: 'The address of the service is missing (BASE_URL, or baseUrl in a file).',
    });
  if (draft.apiKey === undefined && draft.apiKeyFile === undefined) {
    problems.push({
      place: place === 'environment' ? 'API_KEY' : place,
      message: 'The key is missing (API_KEY or API_KEY_FILE, or apiKey in a file).',
    });
  }
  if (draft.apiKey !== undefined && draft.apiKeyFile !== undefined) {
    problems.push({
      place: draft.apiKeyFile.place,
      message: 'The key is given twice. Keep the key or the file with the key.',
    });
  }
  const certificate = read('clientCertFile', file);
  const certificateKey = read('clientKeyFile', file);
  if ((draft.clientCertFile === undefined) !== (draft.clientKeyFile === undefined)) {
    problems.push({
      place,
      message: 'A client certificate needs both CLIENT_CERT_FILE and CLIENT_KEY_FILE.',
    });
  }
  const pinned = {
    PROJECT_ID: read('projectId', parseId),
    CITATION_ID: read('citationId', parseId),
    EXTRACTION_ID: read('extractionId', parseId),
    SD_META_DATA_ID: read('sdMetaDataId', parseId),
  };
  const seconds = read('deadlineS', wholeNumber(1, 86_400));
  const clientCertificate =
    certificate === undefined || certificateKey === undefined
      ? undefined
      : { certificate, key: new Secret(certificateKey) };
  return {
    name,
    baseUrl: read('baseUrl', parseBaseUrl) ?? '',
    key: read('apiKey', parseKey) ?? read('apiKeyFile', (path) => keyIn(file(path))) ?? new Secret(''),
    ...optional('secondKey', read('secondApiKey', parseKey)),
    ...optional('revokedKey', read('revokedApiKey', parseKey)),
    allowImport: read('allowImport', parseBoolean) ?? false,
    importBundle: read('importBundle', (path) => checkBundle(file(path))) ?? defaultImportBundle,
    pinnedIds: Object.fromEntries(Object.entries(pinned).filter(([, id]) => id !== undefined)),
    projectParameter: read('projectParameter', parseParameterName) ?? defaults.projectParameter,
    ...optional('fhirRelease', read('fhirRelease', oneOf(['4.0.1', '4.3.0', '5.0.0']))),
    pace: {
      perSecond: read('pace', parsePerSecond) ?? defaults.pace.perSecond,
      concurrency: read('concurrency', wholeNumber(1, 64)) ?? defaults.pace.concurrency,
    },
    timeoutMs: read('timeoutMs', wholeNumber(1, 600_000)) ?? defaults.timeoutMs,
    deadlineMs: seconds === undefined ? defaults.deadlineMs : seconds * 1000,
    maximumBodyBytes: defaults.maximumBodyBytes,
    extraHeaders: read('extraHeaders', parseHeaders) ?? {},
    connection: {
      ...optional('authority', read('caFile', file)),
      ...optional('clientCertificate', clientCertificate),
      ...optional('proxy', read('httpsProxy', parseProxy)),
      ...optional(
        'noProxy',
        read('noProxy', (text) => text),
      ),
    },
  };
}

function keyIn(text: string): Secret {
  if (text.trim() === '') throw new BadValue('The file is empty. Put the key into it.');
  return parseKey(text);
}
