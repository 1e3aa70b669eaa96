import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { type Answer, bytesOf, emptyAnswer, textOf, withHeaders, withoutHeader } from '../answer.ts';
import type { ResponseTransform } from '../response-transform.ts';
import { everywhere, isSuccess, transformWhere } from '../transform-builders.ts';
import type { Variant } from './variant.ts';

type Change = (answer: Answer) => Answer;

/** Changes every answer of the API. */
function always(change: Change): () => ResponseTransform {
  const transform = transformWhere(() => true, change);
  return () => transform(everywhere);
}

/** Changes every success of the API. */
function successes(change: Change): () => ResponseTransform {
  const transform = transformWhere(isSuccess, change);
  return () => transform(everywhere);
}

function encoded(name: string, encode: (body: Buffer) => Buffer): () => ResponseTransform {
  return always((answer) => {
    const body = bytesOf(answer.body);
    return body === undefined
      ? answer
      : withHeaders({ ...answer, body: encode(body) }, { 'content-encoding': name, vary: 'Accept-Encoding' });
  });
}

function rewritten(rewrite: (text: string) => string): () => ResponseTransform {
  return always((answer) => ({ ...answer, body: Buffer.from(rewrite(textOf(answer)), 'utf8') }));
}

const contentType =
  (value: string): Change =>
  (answer) =>
    withHeaders(answer, { 'content-type': value });

type Row = readonly [name: string, freedom: string, statement: string, transform: () => ResponseTransform];

const rows: readonly Row[] = [
  ['gzip', 'GAP-COMPRESSION', 'Every body is compressed by gzip.', encoded('gzip', gzipSync)],
  ['deflate', 'GAP-COMPRESSION', 'Every body is compressed by deflate.', encoded('deflate', deflateSync)],
  ['brotli', 'GAP-COMPRESSION', 'Every body is compressed by Brotli.', encoded('br', brotliCompressSync)],
  [
    'gzip-in-capitals',
    'GAP-COMPRESSION',
    'The name of the compression is written in capitals.',
    encoded('GZIP', gzipSync),
  ],
  [
    'pretty-printed',
    'section 1',
    'JSON is indented.',
    rewritten((text) => JSON.stringify(JSON.parse(text), null, 4)),
  ],
  [
    'windows-lines',
    'section 1',
    'JSON is indented with tabs and ends its lines as Windows does.',
    rewritten((text) => `\r\n${JSON.stringify(JSON.parse(text), null, '\t').replaceAll('\n', '\r\n')}\r\n`),
  ],
  ['trailing-newline', 'section 1', 'White space follows the JSON.', rewritten((text) => `${text} \n\n`)],
  [
    'escaped-unicode',
    'section 1',
    'Everything beyond ASCII is escaped, and slashes too.',
    rewritten((text) =>
      text
        .replaceAll('/', '\\/')
        .replaceAll(/[\u0080-\uffff]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`),
    ),
  ],
  [
    'charset-in-capitals',
    'GAP-CONTENT-TYPE',
    'The content type is written in capitals, with a quoted character set.',
    always(contentType('Application/JSON; Charset="UTF-8"')),
  ],
  [
    'fhir-json',
    'GAP-CONTENT-TYPE',
    'Successes are declared as FHIR JSON.',
    successes(contentType('application/fhir+json; charset=utf-8; fhirVersion=4.0')),
  ],
  [
    'json-api-type',
    'GAP-CONTENT-TYPE',
    'Everything is declared as JSON:API.',
    always(contentType('application/vnd.api+json')),
  ],
  [
    'vendor-json-type',
    'GAP-CONTENT-TYPE',
    'Everything is declared as a JSON type of the vendor.',
    always(contentType('application/vnd.evidence.v3+json; charset=utf-8')),
  ],
  [
    'no-content-type',
    'GAP-CONTENT-TYPE',
    'No content type is declared.',
    always((answer) => withoutHeader(answer, 'content-type')),
  ],
  [
    'problem-json',
    'GAP-ERROR-FIELDS',
    'Errors are declared as problem details, with `error` among their fields.',
    () =>
      transformWhere(
        ({ status }) => status >= 400,
        (answer) => {
          const { error } = JSON.parse(textOf(answer)) as { error: string };
          return {
            status: answer.status,
            headers: { 'content-type': 'application/problem+json' },
            body: { type: 'about:blank', title: error, status: answer.status, detail: error, error },
          };
        },
      )(everywhere),
  ],
  [
    'cookies',
    'GAP-COOKIES',
    'Every answer sets session cookies.',
    always((answer) =>
      withHeaders(answer, { 'set-cookie': '_evidence_session=bm90IGEga2V5; path=/; HttpOnly; SameSite=Lax' }),
    ),
  ],
  [
    'cross-origin-headers',
    'GAP-OPTIONS',
    'Pages of every origin may ask.',
    always((answer) =>
      withHeaders(answer, {
        'access-control-allow-origin': '*',
        'access-control-allow-headers': 'Authorization',
        'access-control-expose-headers': 'Link, X-Total-Count',
      }),
    ),
  ],
  [
    'proxy-headers',
    'section 1',
    'A reverse proxy adds headers of its own.',
    always((answer) =>
      withHeaders(answer, {
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
  ],
  [
    'cacheable',
    'GAP-CACHING',
    'Answers may be kept for an hour.',
    always((answer) =>
      withHeaders(answer, {
        'cache-control': 'private, max-age=3600',
        etag: 'W/"a1"',
        'last-modified': 'Tue, 11 Feb 2025 09:30:00 GMT',
      }),
    ),
  ],
  [
    'connection-close',
    'section 1',
    'Every answer ends its connection.',
    always((answer) => withHeaders(answer, { connection: 'close' })),
  ],
  [
    'chunked',
    'section 1',
    'Bodies come in chunks of unsaid length.',
    always((answer) => withHeaders(answer, { 'transfer-encoding': 'chunked' })),
  ],
  [
    'reads-answer-201',
    'GAP-READ-STATUS',
    'Every read that succeeds has status 201.',
    successes((answer) => ({
      ...answer,
      status: 201,
    })),
  ],
];

export const headerVariants: readonly Variant[] = [
  ...rows.map(([name, freedom, statement, transform]) => ({ name, freedom, statement, transform })),
  {
    name: 'http-1-0',
    freedom: 'section 1',
    statement: 'Answers come by HTTP/1.0, as long as the connection lasts.',
    transform: () => ({
      raw: ({ request, answer }) => {
        const body = bytesOf(answer.body) ?? Buffer.alloc(0);
        const type = answer.headers['content-type'] ?? 'application/json';
        request.socket.write(`HTTP/1.0 ${answer.status} Said\r\ncontent-type:${type}\r\n\r\n`);
        request.socket.end(body);
        return true;
      },
    }),
  },
  {
    name: 'short-keep-alive',
    freedom: 'section 1',
    statement: 'A connection is closed after three answers, without saying so.',
    transform: () => {
      const answers = new WeakMap<object, number>();
      return {
        before: (request, response, next) => {
          const count = (answers.get(request.socket) ?? 0) + 1;
          answers.set(request.socket, count);
          if (count >= 3) response.once('finish', () => request.socket.end());
          next();
        },
      };
    },
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
    transform: () => ({
      transformAnswer: (answer, { headers }) =>
        isSuccess(answer) && headers['if-none-match'] !== undefined
          ? emptyAnswer(304, { etag: '"a1"' })
          : withHeaders(answer, isSuccess(answer) ? { etag: '"a1"' } : {}),
    }),
  },
  {
    name: 'slow-answers',
    freedom: 'section 8',
    statement: 'Every answer takes a while longer.',
    options: { delayMs: 50 },
  },
  {
    name: 'path-prefix',
    freedom: 'section 1',
    statement: 'The installation lives under a path prefix.',
    options: { basePath: '/some/app' },
  },
];
