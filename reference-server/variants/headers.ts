import { type Answer, emptyAnswer, json, textOf, withHeaders, withoutHeader } from '../answer.ts';
import {
  addingHeaders,
  declaredAs,
  transformAll,
  transformSuccess,
  transformWhere,
} from '../transform-builders.ts';
import type { Variant } from './variant.ts';

const etag = '"a1"';

function problemDetails(answer: Answer): Answer {
  const { error } = JSON.parse(textOf(answer)) as { error: string };
  return {
    status: answer.status,
    headers: { 'content-type': 'application/problem+json' },
    body: { type: 'about:blank', title: error, status: answer.status, detail: error, error },
  };
}

/** Content types, other headers, and what they ask of a client. */
export const headerVariants: readonly Variant[] = [
  {
    name: 'charset-in-capitals',
    freedom: 'GAP-CONTENT-TYPE',
    statement: 'The content type is written in capitals, with a quoted character set.',
    transform: transformAll(declaredAs('Application/JSON; Charset="UTF-8"')),
  },
  {
    name: 'fhir-json',
    freedom: 'GAP-CONTENT-TYPE',
    statement: 'Successes are declared as FHIR JSON.',
    transform: transformSuccess(declaredAs('application/fhir+json; charset=utf-8; fhirVersion=4.0')),
  },
  {
    name: 'json-api-type',
    freedom: 'GAP-CONTENT-TYPE',
    statement: 'Everything is declared as JSON:API.',
    transform: transformAll(declaredAs('application/vnd.api+json')),
  },
  {
    name: 'vendor-json-type',
    freedom: 'GAP-CONTENT-TYPE',
    statement: "Everything is declared as a vendor's JSON type.",
    transform: transformAll(declaredAs('application/vnd.evidence.v3+json; charset=utf-8')),
  },
  {
    name: 'everything-as-text',
    freedom: 'GAP-CONTENT-TYPE',
    statement: 'Everything is JSON that is declared as plain text.',
    transform: transformAll(declaredAs('text/plain; charset=utf-8')),
  },
  {
    name: 'errors-as-text',
    freedom: 'GAP-ERROR-CONTENT-TYPE',
    statement: 'Errors are JSON that is declared as plain text.',
    transform: transformWhere(({ status }) => status >= 400, declaredAs('text/plain; charset=utf-8')),
  },
  {
    name: 'fhir-declared-as-xml',
    freedom: 'GAP-CONTENT-TYPE',
    statement: 'Successes are JSON that is declared as FHIR XML.',
    transform: transformSuccess(declaredAs('application/fhir+xml')),
  },
  {
    name: 'everything-as-bytes',
    freedom: 'GAP-CONTENT-TYPE',
    statement: 'Everything is JSON that is declared as bytes.',
    transform: transformAll(declaredAs('application/octet-stream')),
  },
  {
    name: 'no-content-type',
    freedom: 'GAP-CONTENT-TYPE',
    statement: 'No content type is declared.',
    transform: transformAll((answer) => withoutHeader(answer, 'content-type')),
  },
  {
    name: 'problem-json',
    freedom: 'GAP-ERROR-FIELDS',
    statement: 'Errors are declared as problem details, with `error` among their fields.',
    transform: transformWhere(({ status }) => status >= 400, problemDetails),
  },
  {
    name: 'cookies',
    freedom: 'GAP-COOKIES',
    statement: 'Every answer sets session cookies.',
    transform: transformAll(
      addingHeaders({ 'set-cookie': '_evidence_session=bm90IGEga2V5; path=/; HttpOnly; SameSite=Lax' }),
    ),
  },
  {
    name: 'cross-origin-headers',
    freedom: 'GAP-OPTIONS',
    statement: 'Pages of every origin may send requests.',
    transform: transformAll(
      addingHeaders({
        'access-control-allow-origin': '*',
        'access-control-allow-headers': 'Authorization',
        'access-control-expose-headers': 'Link, X-Total-Count',
      }),
    ),
  },
  {
    name: 'proxy-headers',
    freedom: 'section 1',
    statement: 'A reverse proxy adds headers of its own.',
    transform: transformAll(
      addingHeaders({
        via: '1.1 edge-7.example (cache)',
        server: 'nginx/1.27',
        age: '0',
        'x-cache': 'MISS',
        'x-request-id': 'f3c9a0e2',
        'x-runtime': '0.042',
        'x-ratelimit-limit': '1000',
        'x-ratelimit-remaining': '0',
        'alt-svc': 'h3=":443"; ma=86400',
        'content-language': 'en',
      }),
    ),
  },
  {
    name: 'cacheable',
    freedom: 'GAP-CACHING',
    statement: 'Answers may be cached for an hour.',
    transform: transformAll(
      addingHeaders({
        'cache-control': 'private, max-age=3600',
        etag: 'W/"a1"',
        'last-modified': 'Tue, 11 Feb 2025 09:30:00 GMT',
      }),
    ),
  },
  {
    name: 'reads-answer-201',
    freedom: 'GAP-READ-STATUS',
    statement: 'Every read that succeeds has status 201.',
    transform: transformSuccess((answer) => ({ ...answer, status: 201 })),
  },
  {
    name: 'json-wanted-in-accept',
    freedom: 'GAP-ACCEPT',
    statement: 'A request that does not ask for JSON is refused with a JSON error.',
    transform: transformSuccess((answer, { headers }) =>
      headers.accept === undefined || headers.accept === '*/*'
        ? json(406, { error: 'Ask for application/json.' })
        : answer,
    ),
  },
  {
    name: 'head-not-allowed',
    freedom: 'GAP-HEAD',
    statement: 'HEAD and OPTIONS are refused with status 405.',
    transform: () => ({
      before: (request, response, next) => {
        if (request.method === 'HEAD' || request.method === 'OPTIONS') {
          response.status(405).json({ error: 'The method is not allowed.' });
        } else next();
      },
    }),
  },
  {
    name: 'conditional-requests',
    freedom: 'GAP-CONDITIONAL',
    statement: 'A request with If-None-Match is answered by 304.',
    transform: transformSuccess((answer, { headers }) =>
      headers['if-none-match'] === undefined ? withHeaders(answer, { etag }) : emptyAnswer(304, { etag }),
    ),
  },
];
