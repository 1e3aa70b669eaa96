import type { Endpoint } from '../../contract/document/endpoints.ts';
import type { Credential, OtherKey, SentRequest, usualKey, Way } from '../../contract/judging/request.ts';
import { importBody } from '../configuration/import-bodies.ts';
import { type Installation, isSecretHeader } from '../configuration/installation.ts';
import { userAgent } from '../version.ts';
import { curlLine, type RepeatableRequest } from './curl-line.ts';
import type { TracedRequest } from './sent.ts';

/** What the run has learnt for a request. */
export interface RequestContext {
  /** The value of `:id`, already chosen between a known and an unknown id. */
  readonly id?: string;
  /** The project parameter if this list needs one, and the query of another page. */
  readonly query?: Readonly<Record<string, string>>;
}

/** A request as sent, with secrets: only for the client. */
export interface HttpRequest extends TracedRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The URL without any key. */
  readonly shownUrl: string;
  readonly curl: string;
}

interface Presented {
  readonly header?: { readonly value: string; readonly shown: string };
  readonly query?: RepeatableRequest['query'];
}

/** A key that no user has, not derived from the real one, but of the same length so that only its value is wrong. */
export function wrongKey(length: number): string {
  return 'wrongkey'.repeat(Math.ceil(Math.max(length, 8) / 8)).slice(0, Math.max(length, 8));
}

/**
 * Makes the HTTP request for a specification at an endpoint. Requests that differ in their key differ in nothing else.
 */
export function makeRequest(
  installation: Installation,
  endpoint: Endpoint,
  request: SentRequest,
  context: RequestContext,
): HttpRequest {
  const written = (request.path ?? endpoint.path).replace(':id', encodeURIComponent(context.id ?? ''));
  const path = installation.trailingSlash && !written.endsWith('/') ? `${written}/` : written;
  const query = new URLSearchParams({ ...context.query, ...request.query });
  const presented = present(request.key, installation);
  const body = request.body === undefined ? undefined : importBody(request.body, installation);
  const method = request.method ?? endpoint.method;
  const extra = Object.fromEntries(
    Object.entries(installation.extraHeaders).map(([name, value]) => [name.toLowerCase(), value.reveal()]),
  );
  const shownUrl = `${installation.baseUrl}${path}${query.size === 0 ? '' : `?${query}`}`;
  if (presented.query !== undefined) query.append(presented.query.name, presented.query.value);
  const headers = {
    ...(request.accept === 'missing'
      ? {}
      : { accept: request.accept === 'anything' ? '*/*' : 'application/json' }),
    // Without deflate: servers send two formats under that name, and only one can be read.
    'accept-encoding': 'gzip, br',
    'user-agent': userAgent,
    ...(body === undefined ? {} : { 'content-type': body.contentType }),
    ...extra,
    ...request.headers,
    ...(presented.header === undefined ? {} : { authorization: presented.header.value }),
  };
  return {
    method,
    endpoint: endpoint.id,
    key: request.key,
    url: `${installation.baseUrl}${path}${query.size === 0 ? '' : `?${query}`}`,
    headers,
    ...(body === undefined ? {} : { body: body.text }),
    shownUrl,
    curl: curlLine({
      method,
      url: shownUrl,
      headers,
      shownHeaders: {
        ...shownExtraHeaders(installation),
        ...(presented.header === undefined ? {} : { authorization: presented.header.shown }),
      },
      query: presented.query,
      body: body?.text,
      connection: installation.connection,
    }),
  };
}

/** Secret extra headers, as shell variables. */
function shownExtraHeaders({ extraHeaders, publicHeaders }: Installation): Readonly<Record<string, string>> {
  const secret = Object.entries(extraHeaders).filter(([name, value]) =>
    isSecretHeader(name, value, publicHeaders),
  );
  return Object.fromEntries(
    secret.map(([name]) => [name.toLowerCase(), `"$HEADER_${name.toUpperCase().replaceAll(/\W/g, '_')}"`]),
  );
}

/** The presentation of a credential, and its form in a command line. */
function present(key: Credential, installation: Installation): Presented {
  const own = installation.key.reveal();
  const cut = Math.max(1, Math.floor(own.length / 4));
  const wrong = wrongKey(own.length);
  const others: Readonly<Record<OtherKey, readonly [key: string, shown: string]>> = {
    wrong: [wrong, wrong],
    revoked: [installation.revokedKey?.reveal() ?? '', '"$REVOKED_API_KEY"'],
    second: [installation.secondKey?.reveal() ?? '', '"$SECOND_API_KEY"'],
    empty: ['', ''],
    cut: [own.slice(0, own.length - cut), shellVariable(`%${'?'.repeat(cut)}`)],
    longer: [`${own}0`, `${shellVariable('')}0`],
    prefixed: [`0${own}`, `0${shellVariable('')}`],
    percent: ['%', "'%'"],
    star: ['*', "'*'"],
  };
  const single: Readonly<Record<keyof typeof usualKey, Presented>> = {
    header: { header: bearer(own, '"$API_KEY"') },
    query: { query: parameter(own, '"$API_KEY"') },
    none: {},
    // "name:password", with which services that accept any scheme let everybody in.
    'basic-credentials': { header: authorization('Basic', 'bmFtZTpwYXNzd29yZA==', 'bmFtZTpwYXNzd29yZA==') },
    'padded-query': { query: parameter(` ${own} `, `" \${API_KEY} "`) },
    both: { header: bearer(own, '"$API_KEY"'), query: parameter(own, '"$API_KEY"') },
    'header-and-wrong-query': { header: bearer(own, '"$API_KEY"'), query: parameter(wrong, wrong) },
    'query-and-wrong-header': { header: bearer(wrong, wrong), query: parameter(own, '"$API_KEY"') },
    'lower-case-scheme': { header: authorization('bearer', own, '"$API_KEY"') },
    'other-scheme': { header: authorization('Token', own, '"$API_KEY"') },
    'bare-header': { header: { value: own, shown: '"$API_KEY"' } },
    'swapped-case-key': { header: bearer(swapCase(own), shellVariable('~~')) },
    'upper-case-parameter': { query: { name: 'API_KEY', value: own, shown: '"$API_KEY"' } },
  };
  if (key in single) return single[key as keyof typeof single];
  const [name, way] = key.split('-') as [OtherKey, Way];
  return way === 'header' ? { header: bearer(...others[name]) } : { query: parameter(...others[name]) };
}

function bearer(key: string, shown: string): NonNullable<Presented['header']> {
  return authorization('Bearer', key, shown);
}

function authorization(scheme: string, key: string, shown: string): NonNullable<Presented['header']> {
  return { value: `${scheme} ${key}`, shown: `'${scheme} '${shown}` };
}

function parameter(key: string, shown: string): NonNullable<Presented['query']> {
  return { name: 'api_key', value: key, shown };
}

/** The key as a quoted shell variable with a parameter expansion. */
function shellVariable(expansion: string): string {
  return `"\${API_KEY${expansion}}"`;
}

function swapCase(text: string): string {
  return [...text].map((one) => (one === one.toUpperCase() ? one.toLowerCase() : one.toUpperCase())).join('');
}
