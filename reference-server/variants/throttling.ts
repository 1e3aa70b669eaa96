import { rateLimit } from 'express-rate-limit';
import { type Answer, errorAnswer, htmlAnswer, textAnswer, withHeaders } from '../answer.ts';
import { hasNoCredential } from '../authentication.ts';
import { endpoints } from '../endpoints.ts';
import { type ResponseTransform, type TransformAt, transformWithMemory } from '../transform-builders.ts';
import { type Variant, withFreedom } from './variant.ts';

/** Answers one request differently: the one at this position among all requests. */
function once(place: number, answer: Answer): TransformAt {
  return transformWithMemory(() => {
    let requests = 0;
    return (usual) => {
      requests += 1;
      return requests === place ? answer : usual;
    };
  });
}

/** Answers the first imports with a key, or without one, differently. */
function atImport(withKey: boolean, answer: Answer, times = 1): TransformAt {
  return transformWithMemory(() => {
    let answered = 0;
    return (usual, request) => {
      const isMeant = request.endpoint === endpoints.import && hasNoCredential(request) !== withKey;
      if (answered === times || !isMeant) return usual;
      answered += 1;
      return answer;
    };
  });
}

/** Answers requests differently for a while, from the thirtieth on. */
function throttlingFor(ms: number, answer: Answer): TransformAt {
  return transformWithMemory(() => {
    let requests = 0;
    let until = Number.POSITIVE_INFINITY;
    return (usual) => {
      requests += 1;
      if (requests === 30) until = Date.now() + ms;
      return requests >= 30 && Date.now() < until ? answer : usual;
    };
  });
}

/** Throttles requests that arrive while an answer is pending. */
function oneAtATime(): ResponseTransform {
  let underWay = 0;
  return {
    before: (_request, response, next) => {
      if (underWay > 0) {
        response.status(429).json({ error: 'Too many concurrent requests' });
        return;
      }
      underWay += 1;
      response.once('close', () => {
        underWay -= 1;
      });
      setTimeout(next, answersAfterMs);
    },
  };
}

/** Long enough for requests to overlap. */
const answersAfterMs = 3;

/** Answers that throttle one request, each at another position in a run. */
const throttledAnswers: readonly (readonly [name: string, statement: string, answer: Answer])[] = [
  [
    'throttles-once-429',
    'One request is throttled: 429 with Retry-After.',
    errorAnswer(429, 'Slow down.', { 'retry-after': '1' }),
  ],
  [
    'throttles-once-429-bare',
    'One request is throttled: 429 without Retry-After.',
    errorAnswer(429, 'Slow down.'),
  ],
  [
    'throttles-once-429-as-text',
    'One request is throttled: 429 with a JSON error that is declared as plain text.',
    textAnswer(429, 'text/plain', '{"error":"Too many requests"}'),
  ],
  [
    'throttles-once-503',
    'One request is throttled: 503 with Retry-After.',
    withHeaders(htmlAnswer(503, 'Service Unavailable'), { 'retry-after': '1' }),
  ],
  [
    'throttles-once-420',
    'One request is throttled with an unregistered status, which a setting names.',
    errorAnswer(420, 'Enhance your calm'),
  ],
  [
    'throttles-once-503-bare',
    'One request is throttled as proxies do it: 503 without a reason.',
    htmlAnswer(503, '503 Service Temporarily Unavailable'),
  ],
];

/** How an installation may throttle. */
export const throttlingVariants: readonly Variant[] = withFreedom('GAP-THROTTLE-ANSWER', [
  ...throttledAnswers.map(([name, statement, answer], index) => ({
    name,
    statement,
    transform: once(5 + index * 7, answer),
    ...(answer.status === 420 ? { settings: { THROTTLE_STATUSES: '420' } } : {}),
  })),
  ...[502, 504].map((status, index) => ({
    name: `gateway-hiccup-${status}`,
    freedom: 'section 8',
    statement: `A gateway answers one request with a page and status ${status}; the next is answered by the service.`,
    transform: once(30 + index * 10, htmlAnswer(status, 'Bad Gateway')),
  })),
  {
    name: 'gateway-hiccup-at-import',
    freedom: 'section 8',
    statement:
      'A gateway answers the first import with a page and status 502; the next is answered by the service.',
    transform: atImport(true, htmlAnswer(502, 'Bad Gateway')),
    leavesUnjudged: 'An import is not sent again.',
  },
  {
    name: 'gateway-closed-to-imports',
    freedom: 'section 8',
    statement: 'A gateway answers every import that has a key with a page and status 503.',
    transform: atImport(true, htmlAnswer(503, 'Service Unavailable'), Number.POSITIVE_INFINITY),
    leavesUnjudged: 'An import is not sent again.',
    state: 'incomplete',
  },
  {
    name: 'gateway-hiccup-at-import-without-key',
    freedom: 'section 8',
    statement:
      'A gateway answers the first import without a key with status 504; the next is answered by the service.',
    transform: atImport(false, htmlAnswer(504, 'Gateway Timeout')),
    leavesUnjudged: 'An import is not sent again.',
  },
  {
    name: 'throttles-with-a-wait-of-zero',
    statement: 'For half a second requests are throttled, and the wait is rounded down to no seconds.',
    transform: throttlingFor(500, errorAnswer(429, 'Too many requests', { 'retry-after': '0' })),
  },
  {
    name: 'throttles-by-a-burst-of-503',
    statement: 'A proxy throttles for a second and a half by a bare page with status 503.',
    transform: throttlingFor(1500, htmlAnswer(503, '503 Service Temporarily Unavailable')),
  },
  {
    name: 'limit-per-address',
    freedom: 'GAP-THROTTLE-THRESHOLD',
    statement: 'An address may send sixty requests a second.',
    options: { rateLimit: { windowMs: 1000, limit: 60 } },
  },
  {
    name: 'limit-with-headers-of-old',
    statement:
      'Twenty-five requests a second; every answer has X-RateLimit headers with the time of the reset.',
    transform: () => ({
      before: rateLimit({
        windowMs: 1000,
        limit: 25,
        standardHeaders: false,
        legacyHeaders: true,
        message: { error: 'Too many requests' },
      }),
    }),
  },
  {
    name: 'one-request-at-a-time',
    freedom: 'GAP-THROTTLE-THRESHOLD',
    statement: 'One request may be under way at once; every other is throttled.',
    transform: oneAtATime,
  },
]);
