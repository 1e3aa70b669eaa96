import type { PinnedId } from '../../contract/document/endpoints.ts';
import { limits } from '../../contract/limits.ts';
import { fhirReleases } from '../../fhir/types.ts';
import {
  anyText,
  bundleText,
  certificateText,
  oneOf,
  parseBaseUrl,
  parseBoolean,
  parseHeaderNames,
  parseHeaders,
  parseId,
  parseKey,
  parseParameterName,
  parsePhrase,
  parseProxy,
  parseStatuses,
  parseTag,
  parseTags,
  privateKeyText,
  requestsPerSecond,
  wholeNumber,
} from './parsers.ts';
import { type Setting, type SettingGroup, type SettingTable, settingsOf } from './setting.ts';

/** The settings of one installation. Their values are properties of `Installation`, by the names that they have here. */
export const targetSettings = {
  baseUrl: {
    variable: 'BASE_URL',
    field: 'baseUrl',
    parse: parseBaseUrl,
    missing: 'The address of the service is missing',
    otherwise: 'the embedded installation',
    meaning: 'address of the service, before `/api`; `BASE_URL=embedded`: the embedded installation',
    example: 'https://research.example',
  },
  key: {
    variable: 'API_KEY',
    field: 'apiKey',
    parse: parseKey,
    missing: 'The key is missing',
    meaning: 'key of a user, from the Storage tab of the profile page',
    isSecret: true,
    hasFileVariant: true,
  },
  secondKey: {
    variable: 'SECOND_API_KEY',
    field: 'secondApiKey',
    parse: parseKey,
    meaning: 'key of another user, for more checks',
    isSecret: true,
  },
  revokedKey: {
    variable: 'REVOKED_API_KEY',
    field: 'revokedApiKey',
    parse: parseKey,
    meaning: 'key that was regenerated away, for more checks',
    isSecret: true,
  },
  allowImport: {
    variable: 'ALLOW_IMPORT',
    field: 'allowImport',
    fieldType: 'scalar',
    parse: parseBoolean,
    default: 'false',
    meaning: '`true`: try imports, which cannot be undone',
    example: 'true',
  },
  importBundle: {
    variable: 'IMPORT_BUNDLE',
    field: 'importBundle',
    parse: bundleText,
    otherwise: 'a small one of our own',
    meaning: 'file with the Bundle to import',
    example: 'bundle.json',
  },
  projectParameter: {
    variable: 'PROJECT_PARAMETER',
    field: 'projectParameter',
    parse: parseParameterName,
    default: 'project_id',
    meaning: 'query parameter that names the project to a list',
  },
  trailingSlash: {
    variable: 'TRAILING_SLASH',
    field: 'trailingSlash',
    fieldType: 'scalar',
    parse: parseBoolean,
    default: 'false',
    meaning: '`true`: end every path with a slash, if the installation redirects to that',
    example: 'true',
  },
  fhirRelease: {
    variable: 'FHIR_RELEASE',
    field: 'fhirRelease',
    parse: oneOf(fhirReleases),
    otherwise: 'each resource by the release that fits',
    meaning: `judge FHIR by one release alone: ${fhirReleases.map((release) => `\`${release}\``).join(', ')}`,
    example: '5.0.0',
  },
  timeoutMs: {
    variable: 'TIMEOUT_MS',
    field: 'timeoutMs',
    fieldType: 'scalar',
    parse: wholeNumber(1, 600_000),
    default: '15000',
    meaning: 'milliseconds for one whole exchange, body included',
    isShared: true,
  },
  deadlineMs: {
    variable: 'DEADLINE_S',
    field: 'deadlineS',
    fieldType: 'scalar',
    parse: wholeNumber(1, 86_400, 1000),
    default: '120',
    meaning: 'seconds for a whole run',
    isShared: true,
  },
  extraHeaders: {
    variable: 'EXTRA_HEADERS',
    field: 'extraHeaders',
    fieldType: 'texts',
    parse: parseHeaders,
    meaning: 'headers for every request: lines `Name: value`, or a JSON object',
    example: 'X-Tenant: systematic-reviews',
    isSecret: true,
    isShared: true,
  },
  publicHeaders: {
    variable: 'PUBLIC_HEADERS',
    field: 'publicHeaders',
    parse: parseHeaderNames,
    otherwise: 'what `EXTRA_HEADERS` gives is secret, but for `Accept`, `User-Agent` and the like',
    meaning: 'names of extra headers whose values everybody may see, separated by commas',
    example: 'X-Tenant, X-Forwarded-Proto',
    isShared: true,
  },
  throttleStatuses: {
    variable: 'THROTTLE_STATUSES',
    field: 'throttleStatuses',
    fieldType: 'scalar',
    parse: parseStatuses,
    otherwise: '429 alone',
    meaning: 'statuses besides 429 by which the installation throttles, separated by commas',
    example: '503',
    isShared: true,
  },
  group: {
    variable: 'INSTALLATION_GROUP',
    field: 'group',
    fieldType: 'scalar',
    parse: parseTag,
    meaning: 'group, such as a customer or a site: on pages, in metrics and notifications',
    example: 'Hospital North',
  },
  tags: {
    variable: 'INSTALLATION_TAGS',
    field: 'tags',
    fieldType: 'list',
    parse: parseTags,
    meaning: 'words to select it by, separated by commas: on pages, in metrics and notifications',
    example: 'production, europe',
  },
  owner: {
    variable: 'INSTALLATION_OWNER',
    field: 'owner',
    fieldType: 'scalar',
    parse: parsePhrase,
    meaning: 'team that runs it: on its page',
    example: 'Evidence platform team',
  },
  contact: {
    variable: 'INSTALLATION_CONTACT',
    field: 'contact',
    fieldType: 'scalar',
    parse: parsePhrase,
    meaning: 'address or telephone number for reports of problems: on its page',
    example: 'evidence@hospital.example',
  },
} as const satisfies SettingTable;

/** An id to ask for instead of the first of its list. */
function pinnedId<const V extends PinnedId>(variable: V, field: string, what: string) {
  return {
    variable,
    field,
    fieldType: 'scalar',
    parse: parseId,
    otherwise: 'the first of its list',
    meaning: `the ${what} to ask for`,
  } as const;
}

export const pinnedIdSettings = {
  PROJECT_ID: pinnedId('PROJECT_ID', 'projectId', 'project'),
  CITATION_ID: pinnedId('CITATION_ID', 'citationId', 'citation'),
  EXTRACTION_ID: pinnedId('EXTRACTION_ID', 'extractionId', 'extraction'),
  SD_META_DATA_ID: pinnedId('SD_META_DATA_ID', 'sdMetaDataId', 'SR360 record'),
} as const satisfies Readonly<Record<PinnedId, Setting<string>>>;

const usualPace = '10';

/** How fast an installation may be asked. */
export const paceSettings = {
  perSecond: {
    variable: 'PACE',
    field: 'pace',
    fieldType: 'scalar',
    parse: requestsPerSecond(usualPace),
    default: usualPace,
    meaning: 'requests a second, or `off`',
    isShared: true,
  },
  concurrency: {
    variable: 'CONCURRENCY',
    field: 'concurrency',
    fieldType: 'scalar',
    parse: wholeNumber(1, 64),
    default: '4',
    meaning: 'requests under way at once; fewer if the installation throttles',
    isShared: true,
  },
} as const satisfies SettingTable;

/** How connections to an installation are made. */
export const connectionSettings = {
  authority: {
    variable: 'CA_FILE',
    field: 'caFile',
    parse: certificateText,
    meaning: 'an authority to trust besides the public ones, PEM',
    example: 'ca.pem',
    isShared: true,
  },
  clientCertificate: {
    variable: 'CLIENT_CERT_FILE',
    field: 'clientCertFile',
    parse: certificateText,
    meaning: 'client certificate, PEM',
    example: 'client.pem',
    isShared: true,
  },
  clientKey: {
    variable: 'CLIENT_KEY_FILE',
    field: 'clientKeyFile',
    parse: privateKeyText,
    meaning: 'its private key, PEM',
    example: 'client.key',
    isShared: true,
  },
  proxy: {
    variable: 'HTTPS_PROXY',
    alsoVariable: 'https_proxy',
    field: 'httpsProxy',
    parse: parseProxy,
    meaning: 'proxy for the connections; `https_proxy` is read too',
    example: 'http://proxy.example:3128',
    isSecret: true,
    isShared: true,
  },
  noProxy: {
    variable: 'NO_PROXY',
    alsoVariable: 'no_proxy',
    field: 'noProxy',
    parse: anyText,
    meaning: 'hosts that are reached without the proxy; `no_proxy` is read too',
    example: 'localhost,.internal.example',
    isShared: true,
  },
} as const satisfies SettingTable;

/** How much of an answer is read. Beyond it nothing has failed, and nothing is judged. */
export const limitSettings = {
  maximumBodyBytes: {
    variable: limits.bodyBytes.setting,
    field: 'maxBodyMb',
    fieldType: 'scalar',
    parse: wholeNumber(1, 1_000, 1e6),
    default: String(limits.bodyBytes.value / 1e6),
    meaning: 'largest body to read, decoded, in MB',
    isShared: true,
  },
  maximumJsonValues: {
    variable: limits.jsonValues.setting,
    field: 'maxJsonValues',
    fieldType: 'scalar',
    parse: wholeNumber(1_000, 100_000_000),
    default: String(limits.jsonValues.value),
    meaning: 'most values of a JSON body to parse',
    isShared: true,
  },
  maximumJsonDepth: {
    variable: limits.jsonDepth.setting,
    field: 'maxJsonDepth',
    fieldType: 'scalar',
    parse: wholeNumber(10, 100_000),
    default: String(limits.jsonDepth.value),
    meaning: 'deepest nesting of a JSON body to parse',
    isShared: true,
  },
  readingTimeoutMs: {
    variable: limits.readingMs.setting,
    field: 'readingTimeoutS',
    fieldType: 'scalar',
    parse: wholeNumber(1, 3_600, 1000),
    default: String(limits.readingMs.value / 1_000),
    meaning: 'seconds for parsing and validating one body',
    isShared: true,
  },
} as const satisfies SettingTable;

export const installationGroups: readonly SettingGroup[] = [
  { title: 'The installation', settings: targetSettings },
  { title: 'Ids to ask for', settings: pinnedIdSettings },
  { title: 'How fast it may be asked', settings: paceSettings },
  { title: 'The way to it', settings: connectionSettings },
  { title: 'How much of an answer is read', settings: limitSettings },
];

/** Every setting of one installation, file variants too. */
export const installationSettings: readonly Setting[] = settingsOf(installationGroups);
