import { type Answer, htmlAnswer, textAnswer } from '../answer.ts';
import { type TransformAt, transformWithMemory } from '../transform-builders.ts';
import { type Fault, withCommon } from './fault.ts';

/** Answers the first request differently; the next gets the usual answer. */
function once(answer: Answer): TransformAt {
  return transformWithMemory(() => {
    let isAnswered = false;
    return (usual) => {
      if (isAnswered) return usual;
      isAnswered = true;
      return answer;
    };
  });
}

/** Faulty answers; the repeated request gets a correct one. */
export const throttlingFaults: readonly Fault[] = withCommon({ caughtBy: 'errors.throttled-answer' }, [
  {
    name: 'throttles-as-text',
    breaks: 'ERROR-2',
    at: 'GET /api/v3/users',
    statement: 'One request is throttled with status 429 and a text that is not JSON.',
    transform: once(textAnswer(429, 'text/plain', 'Too many requests')),
  },
  {
    name: 'throttles-as-html',
    breaks: 'SERVICE-8',
    at: 'GET /api/v3/extractions',
    statement: 'One request is throttled with status 429 and a web page.',
    transform: once(htmlAnswer(429, 'Too many requests')),
  },
  {
    name: 'throttles-without-error',
    breaks: 'ERROR-3',
    at: 'GET /api/v3/key_questions',
    statement: 'One request is throttled with status 429 and `message` in place of `error`.',
    transform: once(textAnswer(429, 'application/json', '{"message":"Too many requests"}')),
  },
]);
