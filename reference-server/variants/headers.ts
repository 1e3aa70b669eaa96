import { createHash } from 'node:crypto';
import cors from 'cors';
import session from 'express-session';
import { type Answer, emptyAnswer, errorAnswer, textOf, withHeaders } from '../answer.ts';
import { asksForNoJson } from '../api-request.ts';
import {
  addingHeaders,
  transformAll,
  transformSuccess,
  transformSuccessWithoutJson,
  transformWhere,
} from '../transform-builders.ts';
import type { Variant } from './variant.ts';

const etag = '"a1"';

/** The common part of the two variants that require JSON in `Accept`. */
const wantsJson = {
  freedom: 'GAP-ACCEPT',
  leavesUnjudged: 'Whether a key is accepted with another header Accept.',
  hidesFaultsOf: ['users-open-where-no-json', 'users-null-when-asked-again', 'users-crash-when-asked-again'],
} as const;

const askingForJson = (): Answer => errorAnswer(406, 'Ask for application/json.');

/** Headers other than the content type, and their requirements for a client. */
export const headerVariants: readonly Variant[] = [
  {
    name: 'cookies',
    freedom: 'GAP-COOKIES',
    statement: 'Every answer sets session cookies.',
    transform: transformAll(
      addingHeaders({ 'set-cookie': '_evidence_session=bm90IGEga2V5; path=/; HttpOnly; SameSite=Lax' }),
    ),
  },
  {
    name: 'sessions-by-middleware',
    freedom: 'GAP-COOKIES',
    statement: 'Each request without a cookie opens a session of its own.',
    transform: () => ({
      before: session({ secret: 'reference', resave: false, saveUninitialized: true, name: 'sid' }),
    }),
  },
  {
    name: 'charset-declared-as-coding',
    freedom: 'section 4',
    statement: 'Every answer declares utf-8 as its content coding, which clients pass over.',
    transform: transformAll(addingHeaders({ 'content-encoding': 'utf-8' })),
  },
  {
    name: 'cross-origin-by-middleware',
    freedom: 'GAP-OPTIONS',
    statement: 'The origin of a request is named again, and a preflight is answered with status 204.',
    transform: () => ({
      before: cors({ origin: true, credentials: true, exposedHeaders: ['Link'], preflightContinue: false }),
    }),
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
    statement: 'A request that does not ask for JSON is refused with a JSON error.',
    ...wantsJson,
    transform: transformSuccessWithoutJson(askingForJson),
  },
  {
    name: 'json-wanted-before-the-key',
    statement: 'A request that does not ask for JSON is refused before its key is looked at.',
    ...wantsJson,
    transform: transformWhere((_answer, request) => asksForNoJson(request), askingForJson),
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
    name: 'head-not-found',
    freedom: 'GAP-HEAD',
    statement: 'HEAD finds nothing, and OPTIONS lists the methods without a body.',
    transform: () => ({
      before: (request, response, next) => {
        if (request.method === 'HEAD') response.status(404).json({ error: 'Not Found' });
        else if (request.method === 'OPTIONS') response.status(204).set('allow', 'GET').end();
        else next();
      },
    }),
  },
  {
    name: 'entity-tags-of-bodies',
    freedom: 'GAP-CONDITIONAL',
    statement:
      'Each body has a weak entity tag of its own; the same tag in If-None-Match is answered by 304.',
    transform: transformSuccess((answer, { headers }) => {
      const digest = createHash('sha1').update(textOf(answer)).digest('base64url');
      const tag = `W/"${digest}"`;
      return headers['if-none-match'] === tag
        ? emptyAnswer(304, { etag: tag })
        : withHeaders(answer, { etag: tag });
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
