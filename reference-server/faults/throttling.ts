import { type Answer, htmlAnswer, textAnswer } from '../answer.ts';
import type { ApiRequest } from '../api-request.ts';
import type { ResponseTransform } from '../transform-builders.ts';
import { isAt, type TransformAt } from '../transform-builders.ts';
import { type Fault, sharing } from './fault.ts';

/** Answers the first request of each kind differently; the next gets the usual answer. */
function firstOf(kindOf: (request: ApiRequest) => string, answer: Answer): TransformAt {
  return (at = 'everywhere'): ResponseTransform => {
    const seen = new Set<string>();
    return {
      transformAnswer: (usual, request) => {
        const kind = kindOf(request);
        if (!isAt(request, at) || seen.has(kind)) return usual;
        seen.add(kind);
        return answer;
      },
    };
  };
}

const anyRequest = (): string => '';

/** Faulty answers after which the same request is answered well. */
export const throttlingFaults: readonly Fault[] = sharing({ caughtBy: 'errors.throttled-answer' }, [
  {
    name: 'throttles-as-text',
    breaks: 'ERROR-2',
    at: 'GET /api/v3/users',
    statement: 'One request is throttled with status 429 and a text that is not JSON.',
    transform: firstOf(anyRequest, textAnswer(429, 'text/plain', 'Too many requests')),
  },
  {
    name: 'throttles-as-html',
    breaks: 'SERVICE-8',
    at: 'GET /api/v3/extractions',
    statement: 'One request is throttled with status 429 and a web page.',
    transform: firstOf(anyRequest, htmlAnswer(429, 'Too many requests')),
  },
  {
    name: 'throttles-without-error',
    breaks: 'ERROR-3',
    at: 'GET /api/v3/key_questions',
    statement: 'One request is throttled with status 429 and `message` in place of `error`.',
    transform: firstOf(anyRequest, textAnswer(429, 'application/json', '{"message":"Too many requests"}')),
  },
]);
