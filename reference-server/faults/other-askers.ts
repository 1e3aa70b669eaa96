import { type Answer, errorAnswer, htmlAnswer, json } from '../answer.ts';
import { asksForNoJson } from '../api-request.ts';
import { hasNoCredential, presentedKey } from '../authentication.ts';
import {
  type AnswerTransform,
  declaredAs,
  everywhere,
  isAt,
  isSuccess,
  type TransformAt,
  transformAuthentication,
  transformRefusal,
  transformSuccessWithoutJson,
} from '../transform-builders.ts';
import { crash } from './answers.ts';
import type { Fault } from './fault.ts';

/** Transforms the successes of every key except the one that had the first. */
function transformForOtherKeys(transform: AnswerTransform): TransformAt {
  return (at = everywhere) => {
    let first: string | undefined;
    return {
      transformAnswer: (answer, request) => {
        if (!isSuccess(answer)) return answer;
        first ??= presentedKey(request);
        return presentedKey(request) !== first && isAt(request, at) ? transform(answer, request) : answer;
      },
    };
  };
}

/**
 * Faults that the first request of a kind does not show: with another Accept header, for another user, only the last
 * time.
 */
export const otherAskerFaults: readonly Fault[] = [
  {
    name: 'users-open-where-no-json-is-asked-for',
    at: 'GET /api/v3/users',
    breaks: 'AUTH-1',
    caughtBy: 'auth.no-key-rejected',
    statement: 'Without Accept: application/json a user is shown to everybody.',
    transform: transformAuthentication(
      (usual) => (request, users) =>
        hasNoCredential(request) && asksForNoJson(request) ? users.all()[0] : usual(request, users),
    ),
  },
  {
    name: 'refusal-crashes-where-no-json-is-asked-for',
    at: 'GET /api/v3/users',
    breaks: 'AUTH-9',
    caughtBy: 'auth.no-key-rejected',
    statement: 'Without Accept: application/json a missing key ends in status 500.',
    transform: transformRefusal((answer, request) => (asksForNoJson(request) ? crash : answer)),
  },
  {
    name: 'key-refused-where-no-json-is-asked-for',
    at: 'GET /api/v3/projects',
    breaks: 'AUTH-8',
    caughtBy: 'auth.any-accept',
    statement: 'A valid key is refused without Accept: application/json.',
    transform: transformSuccessWithoutJson(() => errorAnswer(401, 'Unauthorized')),
  },
  {
    name: 'error-without-error-where-no-json-is-asked-for',
    at: 'GET /api/v3/extractions/:id',
    breaks: 'ERROR-3',
    caughtBy: 'errors.shape',
    statement: 'Without Accept: application/json an extraction is refused with an error of another form.',
    transform: transformSuccessWithoutJson(() => json(406, { message: 'Ask for JSON.' })),
  },
  {
    name: 'users-declared-as-html-where-no-json-is-asked-for',
    at: 'GET /api/v3/users',
    breaks: 'SERVICE-6',
    caughtBy: 'success.json-content-type',
    statement: 'Without Accept: application/json the user record is JSON that is declared as a web page.',
    transform: transformSuccessWithoutJson(declaredAs('text/html')),
  },
  {
    name: 'citations-as-html-where-no-json-is-asked-for',
    at: 'GET /api/v3/citations',
    breaks: 'SERVICE-6',
    caughtBy: 'success.json-body',
    statement: 'Without Accept: application/json the list of citations is a web page.',
    transform: transformSuccessWithoutJson(() => htmlAnswer(200, 'Citations')),
  },
  {
    name: 'projects-null-where-no-json-is-asked-for',
    at: 'GET /api/v3/projects',
    breaks: 'ENDPOINT-1',
    caughtBy: 'success.list-kind',
    statement: 'Without Accept: application/json the list of projects is null.',
    transform: transformSuccessWithoutJson(() => json(200, null)),
  },
  {
    name: 'error-as-success-where-no-json-is-asked-for',
    at: 'GET /api/v3/users',
    breaks: 'ERROR-1',
    caughtBy: 'success.record-kind',
    statement: 'Without Accept: application/json an error is shown with status 200.',
    transform: transformSuccessWithoutJson(() => json(200, { error: 'Not Acceptable' })),
  },
  {
    name: 'extraction-is-plain-where-no-json-is-asked-for',
    at: 'GET /api/v3/extractions/:id',
    breaks: 'ENDPOINT-7',
    caughtBy: 'fhir.resource-type',
    statement: 'Without Accept: application/json an extraction is not a FHIR resource.',
    transform: transformSuccessWithoutJson(() => json(200, { id: 1, status: 'done' })),
  },
  {
    name: 'extraction-is-invalid-where-no-json-is-asked-for',
    at: 'GET /api/v3/extractions/:id',
    breaks: 'RESOURCE-11',
    caughtBy: 'fhir.valid',
    statement: 'Without Accept: application/json an extraction has a field that FHIR does not know.',
    transform: transformSuccessWithoutJson((answer) =>
      json(200, { ...(answer.body as object), favouriteColour: 'red' }),
    ),
  },
  {
    name: 'another-user-where-no-json-is-asked-for',
    at: 'GET /api/v3/users',
    breaks: 'AUTH-2',
    caughtBy: 'users.same-user-either-way',
    statement: 'Without Accept: application/json a key gets the record of another user.',
    transform: transformAuthentication((usual) => (request, users) => {
      const owner = usual(request, users);
      return owner !== undefined && asksForNoJson(request)
        ? users.all().find(({ id }) => id !== owner.id)
        : owner;
    }),
  },
  {
    name: 'projects-of-another-user-null',
    at: 'GET /api/v3/projects',
    breaks: 'ENDPOINT-1',
    caughtBy: 'success.list-kind',
    statement: 'The list of projects is null for every user but one.',
    transform: transformForOtherKeys(() => json(200, null)),
  },
  {
    name: 'projects-forbidden-as-html-to-another-user',
    at: 'GET /api/v3/projects',
    breaks: 'ERROR-2',
    caughtBy: 'errors.json-body',
    statement: 'Every user but one is forbidden to see the projects, with a web page.',
    transform: transformForOtherKeys(() => htmlAnswer(403, 'Forbidden')),
  },
  {
    name: 'another-user-as-html',
    at: 'GET /api/v3/users',
    breaks: 'SERVICE-6',
    caughtBy: 'success.json-body',
    statement: 'Every user but one is shown as a web page.',
    transform: transformForOtherKeys(() => htmlAnswer(200, 'The user')),
  },
  {
    name: 'all-users-for-another-user',
    at: 'GET /api/v3/users',
    breaks: 'ENDPOINT-13',
    caughtBy: 'success.record-kind',
    statement: 'Every user but one gets a list of users.',
    transform: transformForOtherKeys((answer) => json(200, [answer.body, answer.body] as never)),
  },
  {
    name: 'projects-of-another-user-in-part',
    at: 'GET /api/v3/projects',
    breaks: 'RULE-3',
    caughtBy: 'availability.documented-status',
    statement: 'The list of projects has status 206 for every user but one.',
    transform: transformForOtherKeys((answer) => ({ ...answer, status: 206 })),
  },
  {
    name: 'users-unknown-to-others',
    at: 'GET /api/v3/users',
    breaks: 'AUTH-6',
    caughtBy: 'auth.second-key-accepted',
    statement: 'Every user but one is told that there is no such user.',
    transform: transformForOtherKeys(() => errorAnswer(404, 'Not found')),
  },
  {
    name: 'swapped-case-refused-as-html',
    at: 'GET /api/v3/users',
    breaks: 'ERROR-2',
    caughtBy: 'errors.json-body',
    statement: 'A key whose letter case is swapped is refused with a web page.',
    transform: swappedCaseRefused(htmlAnswer(401, 'Unauthorized')),
  },
];

/** Gives this answer to a key that differs from a valid one only in letter case. */
function swappedCaseRefused(refusal: Answer): TransformAt {
  return (at = everywhere) => {
    const valid = new Set<string>();
    return {
      transformAnswer: (answer, request) => {
        const key = presentedKey(request);
        if (key === undefined) return answer;
        if (isSuccess(answer)) valid.add(key.toLowerCase());
        const isSwapped = !isSuccess(answer) && valid.has(key.toLowerCase());
        return isSwapped && isAt(request, at) ? refusal : answer;
      },
    };
  };
}
