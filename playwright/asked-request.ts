import { type Endpoint, type EndpointId, endpointOf, endpoints } from '../contract/document/endpoints.ts';
import { credentials, kindOf } from '../contract/judging/describe.ts';
import {
  type BodyName,
  badBodies,
  type Credential,
  hasValidKey,
  type RequestSpec,
} from '../contract/judging/request.ts';
import { didYouMean } from '../engine/configuration/did-you-mean.ts';
import { UserError } from '../engine/user-error.ts';
import { refuseUnknownOptions } from '../library/refusals.ts';

/**
 * The endpoint of the document that reads this path, as the document writes it or with ids filled in; undefined if none
 * does.
 */
export function endpointReading(path: string): EndpointId | undefined {
  const reads = endpoints.filter(({ method }) => method === 'GET');
  return (reads.find((one) => one.path === path) ?? reads.find((one) => fits(path, one)))?.id;
}

/** True if a path fills in the ids of an endpoint. */
function fits(path: string, endpoint: Endpoint): boolean {
  const parts = path.split('/');
  const template = endpoint.path.split('/');
  return (
    parts.length === template.length &&
    template.every((part, index) => (part === ':id' ? isId(parts[index] ?? '') : part === parts[index]))
  );
}

/** A client resolves dots to another path. */
function isId(part: string): boolean {
  return part !== '' && !/^(?:\.|%2e){1,2}$/i.test(part);
}

/** What differs from a plain request with a valid key in the header. */
export interface AskOptions {
  /** Which key to present, and how; default `header`. Tests never get a key. */
  readonly key?: Credential;
  /**
   * The id for a path with `:id`: one that its list shows (default), that of another entry, or one that no record has.
   */
  readonly id?: 'known' | 'second' | 'unknown';
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Without the header `Accept`, or with one that accepts anything; by default JSON is requested. */
  readonly accept?: 'missing' | 'anything';
  /**
   * The body of an import; by default the configured Bundle, or one that creates nothing with a key that must be
   * refused.
   */
  readonly body?: BodyName;
  /** Sends the request even if the run has sent it already: each call sends it. */
  readonly again?: true;
  /** Requests a path that the document does not have on purpose: otherwise it is taken for a typing mistake. */
  readonly undocumented?: true;
}

/** A request in the form the session takes. */
export interface AskedRequest {
  readonly endpoint: EndpointId;
  readonly request: RequestSpec;
  /** Send it even if the run has sent it already. */
  readonly again?: true;
}

const optionNames = ['key', 'id', 'query', 'headers', 'accept', 'body', 'again', 'undocumented'] as const;
const choices = {
  key: credentials,
  id: ['known', 'second', 'unknown'],
  accept: ['missing', 'anything'],
  body: ['valid', 'valid-in-each-release', 'refusable', 'empty-bundle', ...badBodies],
} as const satisfies Partial<Record<(typeof optionNames)[number], readonly string[]>>;

/** Headers that would carry a key past the session, which knows how to present and how to hide each key. */
const keyHeaders: readonly string[] = ['authorization', 'cookie', 'proxy-authorization'];

const connectionHeaders: readonly string[] = [
  'connection',
  'content-length',
  'expect',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
];

const anywhere: EndpointId = 'GET /api/v3/projects';
const imports: EndpointId = 'POST /api/v3/fhir_imports';

/**
 * Parses a test's request: an endpoint as the document writes it (`GET /api/v3/projects/:id`), or a method and any path
 * below the base URL (`GET /api/v3/projects/17?fields=name`); a path alone means GET. A path that the document does not
 * have is requested only on purpose.
 * @throws UserError for a request that cannot be sent, with the nearest name
 */
export function askedRequest(text: string, options: AskOptions = {}): AskedRequest {
  if (typeof text !== 'string')
    throw refused(`it takes a request as a text, such as "GET /api/v3/users"; it got ${kindOf(text)}.`);
  refuseUnknownOptions('ask', options, optionNames);
  refuseUnsendable('query', options.query);
  refuseUnsendable('headers', options.headers);
  refuseUnknownChoices(options);
  const [, method = 'GET', path = '', search = ''] =
    /^(?:([A-Z]+) )?(\/[^\s?#]*)(?:\?(\S*))?$/.exec(text) ?? [];
  if (path === '')
    throw refused(
      `${JSON.stringify(text.slice(0, 80))} is not a request: write "GET /api/v3/users".${near(text)}`,
    );
  const query = { ...Object.fromEntries(new URLSearchParams(search)), ...options.query };
  refuseKeys(query, options.headers ?? {});
  const { key = 'header', id, headers, accept, again, undocumented } = options;
  const { endpoint, ...place } = placeOf(method, path, undocumented === true);
  if (endpoint === imports && again === true)
    throw refused('an import is never sent again; leave out `again`.');
  const body = endpoint === imports ? { body: options.body ?? usualBody(key) } : {};
  if (endpoint !== imports && options.body !== undefined) throw refused(`only ${imports} takes a body.`);
  return {
    endpoint,
    request: {
      key,
      ...(id === undefined || id === 'known' ? {} : { id }),
      ...place,
      ...body,
      ...(Object.keys(query).length === 0 ? {} : { query }),
      ...(headers === undefined ? {} : { headers }),
      ...(accept === undefined ? {} : { accept }),
    },
    ...(again === true ? { again } : {}),
  };
}

function usualBody(key: Credential): BodyName {
  return hasValidKey({ key }) ? 'valid' : 'refusable';
}

/**
 * The document's endpoint for a method and path; a path that it does not have is attributed to an endpoint that it has.
 */
function placeOf(
  method: string,
  path: string,
  isOnPurpose: boolean,
): Pick<RequestSpec, 'method' | 'path'> & { readonly endpoint: EndpointId } {
  const isImport = `${method} ${path}` === imports;
  if (!isImport && method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS')
    throw refused(`it sends GET, HEAD and OPTIONS, and ${imports}; nothing else is sure to be harmless.`);
  const endpoint = isImport ? imports : endpointReading(path);
  if (endpoint !== undefined && isOnPurpose)
    throw refused(`the document has ${endpoint}: leave out \`undocumented\`.`);
  if (isImport) return { endpoint: imports };
  const other: Pick<RequestSpec, 'method'> = method === 'HEAD' || method === 'OPTIONS' ? { method } : {};
  if (endpoint !== undefined)
    return { endpoint, ...other, ...(endpointOf(endpoint).path === path ? {} : { path }) };
  const help = near(`GET ${path}`);
  if (path.includes('/:')) throw refused(`the document has no path ${path}.${help}`);
  if (!isOnPurpose)
    throw refused(`the document has no GET ${path}.${help} If it is meant, say \`undocumented: true\`.`);
  return { endpoint: anywhere, ...other, path };
}

function refuseUnknownChoices(options: AskOptions): void {
  for (const [name, known] of Object.entries(choices)) {
    const value = options[name as keyof typeof choices];
    if (value === undefined || (known as readonly string[]).includes(value)) continue;
    throw refused(
      `no ${name} is named ${JSON.stringify(String(value).slice(0, 40))}.${didYouMean(String(value), known)}`,
    );
  }
  for (const name of ['again', 'undocumented'] as const) {
    const value: unknown = options[name];
    if (value !== undefined && typeof value !== 'boolean')
      throw refused(`\`${name}\` is true, or is left out.`);
  }
}

/** A number in place of a string, or a line break in a header, would make the client fail with an error of its own. */
function refuseUnsendable(what: 'query' | 'headers', given: unknown): void {
  if (given === undefined) return;
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw refused(`\`${what}\` takes an object of texts; it got ${kindOf(given)}.`);
  for (const [name, value] of Object.entries(given)) {
    if (typeof value !== 'string')
      throw refused(`\`${what}\` takes texts; ${JSON.stringify(name)} is ${kindOf(value)}.`);
    if (what === 'headers' && !isHeader(name, value))
      throw refused(`${JSON.stringify(name)} is not a header that can be sent, by its name or its value.`);
  }
}

/** By RFC 9110: a token, then visible characters, spaces and tabs. Connection headers belong to the client. */
function isHeader(name: string, value: string): boolean {
  return (
    /^[\w!#$%&'*+.^`|~-]+$/.test(name) &&
    /^[\t\x20-\x7e\x80-\xff]*$/.test(value) &&
    !connectionHeaders.includes(name.toLowerCase())
  );
}

function refuseKeys(
  query: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>>,
): void {
  const found =
    Object.keys(query).find((name) => name.toLowerCase() === 'api_key') ??
    Object.keys(headers).find((name) => keyHeaders.includes(name.toLowerCase()));
  if (found === undefined) return;
  throw new UserError(carriesKey(found, 'carries'));
}

/** Why a request that would carry a key in this part is not sent. */
export function carriesKey(part: string, verb = 'would carry'): string {
  return `ask: ${part} ${verb} a key. Choose one by the option \`key\`; what every request needs besides is EXTRA_HEADERS.`;
}

function near(text: string): string {
  return didYouMean(
    text,
    endpoints.map(({ id }) => id),
  );
}

function refused(reason: string): UserError {
  return new UserError(`ask: ${reason}`);
}
