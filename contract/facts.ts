import type { EndpointId, PinnedId } from './document/endpoints.ts';
import { errorMessageOf } from './judging/answers.ts';
import { byteSize, type KindOfKey, keyPhrase, quote, shorten } from './judging/describe.ts';
import type { Exchange, NotAskedWhy } from './judging/exchange.ts';
import {
  type Credential,
  hasValidKey,
  type OtherKey,
  otherKeys,
  type RequestSpec,
  type Way,
  ways,
} from './judging/request.ts';

/** FHIR errors of one kind at one path, without indices. */
export interface FhirIssueGroup {
  readonly level: string;
  readonly path: string;
  /** The place of the first one, with its indices. */
  readonly at?: string;
  /** The message of the first of them. */
  readonly message: string;
  readonly count: number;
}

/**
 * The facts of a verdict's reason: the request, the answer, and details of the code. Each row of the table of reasons
 * names the facts that it carries.
 */
export interface Facts {
  readonly key?: Credential | KindOfKey;
  readonly id?: NonNullable<RequestSpec['id']>;
  readonly body?: NonNullable<RequestSpec['body']> | 'invalid';
  /** `other`: several requests with different headers. */
  readonly accept?: NonNullable<RequestSpec['accept']> | 'other';
  readonly page?: 'next';
  /** The requested path, if it is not the endpoint's own. */
  readonly path?: string;
  readonly status?: number;
  /** The `error` of the answer. */
  readonly said?: string;
  readonly mediaType?: string;
  readonly location?: string;
  readonly bytes?: number;
  /** Why there was no answer, as a clause. */
  readonly failure?: string;
  /** The form of the answer in place of the expected one, as data: "error object", "resource Bundle". */
  readonly form?: string;
  /** The content of the answer, as a phrase. */
  readonly received?: string;
  /** What the document promises, as a phrase. */
  readonly expected?: string;
  /** How the refused key was presented. */
  readonly way?: Way;
  /** FHIR errors, the most severe first. */
  readonly issues?: readonly FhirIssueGroup[];
  /** The release by which FHIR was judged, and why. */
  readonly release?: string;
  /** The id in the path. */
  readonly recordId?: string;
  /**
   * The number of requests at the endpoint that failed the same way, and the number of all: of those with a valid key,
   * or of the others, as the failed one.
   */
  readonly failed?: number;
  readonly asked?: number;
  /** The other endpoints that were requested. */
  readonly others?: readonly EndpointId[];
  readonly setting?: PinnedId | 'PROJECT_PARAMETER' | 'API_KEY';
  /** The check that has reported the cause. */
  readonly check?: string;
  readonly why?: NotAskedWhy;
  /** Why the verdict is open, as a clause. */
  readonly detail?: string;
}

/** The facts that an installation writes: secrets are removed from them. */
export const foreignFacts = [
  'said',
  'mediaType',
  'location',
  'failure',
  'form',
  'received',
  'recordId',
  'path',
  'detail',
  'issues',
] as const;

/** The request and the answer of an exchange. */
export function factsOf({ request, answer, failure }: Exchange): Facts {
  const { key, id, body, accept, page, path } = request;
  const asked = {
    key,
    ...(id === undefined || id === 'known' ? {} : { id }),
    ...(body === undefined || body === 'valid' ? {} : { body }),
    ...(accept === undefined ? {} : { accept }),
    ...(page === undefined ? {} : { page }),
    ...(path === undefined ? {} : { path }),
  };
  if (answer === undefined) return { ...asked, failure: failure?.reason ?? 'the request ended' };
  const said = answer.unread === undefined ? errorMessageOf(answer) : undefined;
  const { 'content-type': mediaType, location } = answer.headers;
  const isRedirect = answer.status >= 300 && answer.status < 400;
  return {
    ...asked,
    status: answer.status,
    ...(said === undefined ? {} : { said: shorten(said, 300) }),
    ...(mediaType === undefined ? {} : { mediaType: shorten(mediaType, 60) }),
    ...(isRedirect && location !== undefined ? { location: shorten(location, 200) } : {}),
    ...(answer.unread === undefined && failure === undefined ? { bytes: answer.bytes } : {}),
  };
}

/**
 * The facts that all of these share; the others are left out. Of different keys it states only whether they are valid.
 */
export function commonFacts(all: readonly Facts[]): Facts {
  const [first = {}] = all;
  const isCommon = (name: keyof Facts): boolean =>
    all.every((one) => JSON.stringify(one[name]) === JSON.stringify(first[name]));
  const varies = (name: keyof Facts): boolean =>
    !isCommon(name) && all.every((one) => one[name] !== undefined);
  // The numbers of requests are those of one endpoint.
  const { failed: _, asked: __, ...others } = first;
  const names = Object.keys(others) as (keyof Facts)[];
  return {
    ...Object.fromEntries(names.filter(isCommon).map((name) => [name, first[name]])),
    ...(varies('key') ? commonKey(all) : {}),
    ...(varies('body') && all.every(({ body }) => body !== 'refusable') ? { body: 'invalid' } : {}),
    ...(varies('accept') ? { accept: 'other' } : {}),
  };
}

/** Different keys: one in the header and in the query is of one kind; others may share validity and presentation. */
function commonKey(all: readonly Facts[]): Pick<Facts, 'key'> {
  const [kind = '', ...otherKinds] = new Set(all.map(kindOfKey));
  if (otherKinds.length === 0 && kind in otherKeys) return { key: kind as OtherKey };
  const [isValid, ...others] = new Set(all.map(isOfValidKey));
  if (others.length > 0) return {};
  const validity = isValid === true ? 'valid' : 'invalid';
  const way = ways.find((one) => all.every(({ key = '' }) => key === one || key.endsWith(`-${one}`)));
  return { key: way === undefined ? validity : `${validity}-${way}` };
}

/**
 * The kind of a key without its presentation: "wrong" of `wrong-header`. A service that accepts a wrong key accepts it
 * either way.
 */
export function kindOfKey({ key = 'invalid' }: Facts): string {
  return key.replace(/-(?:header|query)$/, '');
}

/** True for the facts of a request with a valid key, or of several. */
export function isOfValidKey({ key = 'none' }: { readonly key?: string | undefined }): boolean {
  return hasValidKey({ key }) || key.startsWith('valid-');
}

const idPhrases: Readonly<Record<NonNullable<Facts['id']>, string>> = {
  known: '',
  second: ' for a second record',
  unknown: ' for an id that no record has',
  malformed: ' for an id of another form',
  created: ' for an id that an import named',
};
const bodyPhrases: Readonly<Record<string, string>> = {
  refusable: ' with a Bundle',
  invalid: ' with import bodies that are not as documented,',
};
const acceptPhrases = {
  missing: 'without the header Accept',
  anything: 'with Accept: */*',
  other: 'without Accept: application/json',
} as const;

/** " for a second record with a valid key in the header": the request, after the endpoint. */
export function askedPhrase({ key, id, body, accept, page, path }: Facts): string {
  return [
    path === undefined ? '' : ` at ${path}`,
    id === undefined ? '' : idPhrases[id],
    page === undefined ? '' : ' for its next page',
    body === undefined ? '' : (bodyPhrases[body] ?? ` with the import body "${body}"`),
    key === undefined ? '' : ` ${keyPhrase(key)}`,
    accept === undefined ? '' : `, ${acceptPhrases[accept]}`,
  ].join('');
}

/** "was answered with status 500 (text/html, 1.2 kB)": the answer. */
export function answeredPhrase({ status, said, mediaType, location, bytes, failure }: Facts): string {
  if (failure !== undefined) return `got no answer: ${failure}`;
  const quoted = said === undefined ? '' : ` and the message ${quote(said)}`;
  const size = bytes === 0 ? 'empty body' : bytes === undefined ? undefined : byteSize(bytes);
  const type = mediaType ?? (bytes === undefined ? undefined : 'no content type');
  const target = location === undefined ? undefined : `to ${location}`;
  const form = [type, size, target].filter((part) => part !== undefined).join(', ');
  return `was answered with status ${status ?? 'of another kind'}${quoted}${form === '' ? '' : ` (${form})`}`;
}

/** "GET /api/v3/users without a key was answered with status 500 (text/html, 1.2 kB)": an exchange, without a full stop. */
export function exchangePhrase(exchange: Exchange): string {
  const facts = factsOf(exchange);
  return `${exchange.endpoint}${askedPhrase(facts)} ${answeredPhrase(facts)}`;
}
