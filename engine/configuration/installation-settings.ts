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
import { type Setting, type SettingGroup, settingsOf, withFields, withSharedFields } from './setting.ts';

/** The settings of one installation. Their values become properties of `Installation` under the same names. */
export const targetSettings = withFields({
  baseUrl: {
    variable: 'BASE_URL',
    parse: parseBaseUrl,
    missing: 'The address of the service is missing',
    otherwise: 'the embedded installation',
    meaning: 'address of the service, before `/api`; `BASE_URL=embedded`: the embedded installation',
    example: 'https://research.example',
  },
  key: {
    variable: 'API_KEY',
    parse: parseKey,
    missing: 'The key is missing',
    meaning: 'key of a user, from the Storage tab of the profile page',
    isSecret: true,
    hasFileVariant: true,
  },
  secondKey: {
    variable: 'SECOND_API_KEY',
    parse: parseKey,
    meaning: 'key of another user, for more checks',
    isSecret: true,
  },
  revokedKey: {
    variable: 'REVOKED_API_KEY',
    parse: parseKey,
    meaning: 'key that was regenerated away, for more checks',
    isSecret: true,
  },
  allowImport: {
    variable: 'ALLOW_IMPORT',
    fieldType: 'scalar',
    parse: parseBoolean,
    default: 'false',
    meaning: '`true`: try imports, which cannot be undone',
    example: 'true',
  },
  importBundle: {
    variable: 'IMPORT_BUNDLE',
    parse: bundleText,
    otherwise: 'a small one of our own',
    meaning: 'file with the Bundle to import',
    example: 'bundle.json',
  },
  projectParameter: {
    variable: 'PROJECT_PARAMETER',
    parse: parseParameterName,
    default: 'project_id',
    meaning: 'query parameter that names the project to a list',
  },
  trailingSlash: {
    variable: 'TRAILING_SLASH',
    fieldType: 'scalar',
    parse: parseBoolean,
    default: 'false',
    meaning: '`true`: end every path with a slash, if the installation redirects to that',
    example: 'true',
  },
  fhirRelease: {
    variable: 'FHIR_RELEASE',
    parse: oneOf(fhirReleases),
    otherwise: 'each resource by the release that fits',
    meaning: `judge FHIR by one release alone: ${fhirReleases.map((release) => `\`${release}\``).join(', ')}`,
    example: '5.0.0',
  },
  timeoutMs: {
    variable: 'TIMEOUT_MS',
    fieldType: 'scalar',
    parse: wholeNumber(1, 600_000),
    default: '15000',
    meaning: 'milliseconds for one whole exchange, body included',
    isShared: true,
  },
  deadlineMs: {
    variable: 'DEADLINE_S',
    fieldType: 'scalar',
    parse: wholeNumber(1, 86_400, 1000),
    default: '120',
    meaning: 'seconds for a whole run',
    isShared: true,
  },
  extraHeaders: {
    variable: 'EXTRA_HEADERS',
    fieldType: 'texts',
    parse: parseHeaders,
    meaning: 'headers for every request: lines `Name: value`, or a JSON object',
    example: 'X-Tenant: systematic-reviews',
    isSecret: true,
    isShared: true,
  },
  publicHeaders: {
    variable: 'PUBLIC_HEADERS',
    parse: parseHeaderNames,
    otherwise: 'what `EXTRA_HEADERS` gives is secret, but for `Accept`, `User-Agent` and the like',
    meaning: 'names of extra headers whose values everybody may see, separated by commas',
    example: 'X-Tenant, X-Forwarded-Proto',
    isShared: true,
  },
  throttleStatuses: {
    variable: 'THROTTLE_STATUSES',
    fieldType: 'scalar',
    parse: parseStatuses,
    otherwise: '429 alone',
    meaning: 'statuses besides 429 by which the installation throttles, separated by commas',
    example: '503',
    isShared: true,
  },
  group: {
    variable: 'INSTALLATION_GROUP',
    fieldType: 'scalar',
    parse: parseTag,
    meaning: 'group, such as a customer or a site: on pages, in metrics and notifications',
    example: 'Hospital North',
  },
  tags: {
    variable: 'INSTALLATION_TAGS',
    fieldType: 'list',
    parse: parseTags,
    meaning: 'words to select it by, separated by commas: on pages, in metrics and notifications',
    example: 'production, europe',
  },
  owner: {
    variable: 'INSTALLATION_OWNER',
    fieldType: 'scalar',
    parse: parsePhrase,
    meaning: 'team that runs it: on its page',
    example: 'Evidence platform team',
  },
  contact: {
    variable: 'INSTALLATION_CONTACT',
    fieldType: 'scalar',
    parse: parsePhrase,
    meaning: 'address or telephone number for reports of problems: on its page',
    example: 'evidence@hospital.example',
  },
});

/** An id to request instead of the first of its list. */
function pinnedId<const V extends PinnedId>(variable: V, what: string) {
  return {
    variable,
    fieldType: 'scalar',
    parse: parseId,
    otherwise: 'the first of its list',
    meaning: `the ${what} to ask for`,
  } as const;
}

export const pinnedIdSettings = withFields({
  PROJECT_ID: pinnedId('PROJECT_ID', 'project'),
  CITATION_ID: pinnedId('CITATION_ID', 'citation'),
  EXTRACTION_ID: pinnedId('EXTRACTION_ID', 'extraction'),
  SD_META_DATA_ID: pinnedId('SD_META_DATA_ID', 'SR360 record'),
} satisfies Readonly<Record<PinnedId, Setting<string>>>);

const usualPace = '10';

/** How fast requests may be sent to an installation. */
export const paceSettings = withSharedFields('scalar', {
  perSecond: {
    variable: 'PACE',
    parse: requestsPerSecond(usualPace),
    default: usualPace,
    meaning: 'requests a second, or `off`',
  },
  concurrency: {
    variable: 'CONCURRENCY',
    parse: wholeNumber(1, 64),
    default: '4',
    meaning: 'requests under way at once; fewer if the installation throttles',
  },
});

/** How connections to an installation are made. */
export const connectionSettings = withSharedFields('text', {
  authority: {
    variable: 'CA_FILE',
    parse: certificateText,
    meaning: 'an authority to trust besides the public ones, PEM',
    example: 'ca.pem',
  },
  clientCertificate: {
    variable: 'CLIENT_CERT_FILE',
    parse: certificateText,
    meaning: 'client certificate, PEM',
    example: 'client.pem',
  },
  clientKey: {
    variable: 'CLIENT_KEY_FILE',
    parse: privateKeyText,
    meaning: 'its private key, PEM',
    example: 'client.key',
  },
  proxy: {
    variable: 'HTTPS_PROXY',
    alsoVariable: 'https_proxy',
    parse: parseProxy,
    meaning: 'proxy for the connections; `https_proxy` is read too',
    example: 'http://proxy.example:3128',
    isSecret: true,
  },
  noProxy: {
    variable: 'NO_PROXY',
    alsoVariable: 'no_proxy',
    parse: anyText,
    meaning: 'hosts that are reached without the proxy; `no_proxy` is read too',
    example: 'localhost,.internal.example',
  },
});

/** How much of an answer is read. Anything beyond has not failed, and is not judged. */
export const limitSettings = withSharedFields('scalar', {
  maximumBodyBytes: {
    variable: limits.bodyBytes.setting,
    parse: wholeNumber(1, 1_000, 1e6),
    default: String(limits.bodyBytes.value / 1e6),
    meaning: 'largest body to read, decoded, in MB',
  },
  maximumJsonValues: {
    variable: limits.jsonValues.setting,
    parse: wholeNumber(1_000, 100_000_000),
    default: String(limits.jsonValues.value),
    meaning: 'most values of a JSON body to parse',
  },
  maximumJsonDepth: {
    variable: limits.jsonDepth.setting,
    parse: wholeNumber(10, 100_000),
    default: String(limits.jsonDepth.value),
    meaning: 'deepest nesting of a JSON body to parse',
  },
  readingTimeoutMs: {
    variable: limits.readingMs.setting,
    parse: wholeNumber(1, 3_600, 1000),
    default: String(limits.readingMs.value / 1_000),
    meaning: 'seconds for parsing and validating one body',
  },
});

export const installationGroups: readonly SettingGroup[] = [
  { title: 'The installation', settings: targetSettings },
  { title: 'Ids to ask for', settings: pinnedIdSettings },
  { title: 'How fast it may be asked', settings: paceSettings },
  { title: 'The way to it', settings: connectionSettings },
  { title: 'How much of an answer is read', settings: limitSettings },
];

/** Every setting of one installation, including file variants. */
export const installationSettings: readonly Setting[] = settingsOf(installationGroups);
