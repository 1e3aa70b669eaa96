import { type Answer, emptyAnswer, errorAnswer, htmlAnswer, json, withHeaders } from '../answer.ts';
import { asksForNoJson } from '../api-request.ts';
import { hasNoCredential, hasQueryCredential } from '../authentication.ts';
import type { Endpoint } from '../endpoints.ts';
import {
  everywhere,
  isSuccess,
  type TransformAt,
  transformAuthentication,
  transformFields,
  transformRefusal,
  transformSuccess,
  transformSuccessWithoutJson,
  transformWithMemory,
} from '../transform-builders.ts';
import { crash } from './answers.ts';
import type { Fault } from './fault.ts';

/** Answers correctly for the first requested record, and differently for all others. */
function otherRecords(transform: (answer: Answer) => Answer): TransformAt {
  return transformWithMemory(() => {
    let first: string | undefined;
    return (answer, { id }) => {
      if (!isSuccess(answer)) return answer;
      first ??= id;
      return id === first ? answer : transform(answer);
    };
  });
}

/** Refuses the key for the first requested record. */
const firstUnauthorized = transformWithMemory(() => {
  let first: string | undefined;
  return (answer, { id }) => {
    if (!isSuccess(answer)) return answer;
    first ??= id;
    return id === first ? errorAnswer(401, 'Unauthorized') : answer;
  };
});

/** Answers every id with the first requested record. */
const alwaysFirstRecord = transformWithMemory(() => {
  let first: Answer | undefined;
  return (answer) => {
    if (!isSuccess(answer)) return answer;
    first ??= answer;
    return first;
  };
});

/** Shows a first page that links to a second one, with this answer. */
function withSecondPage(second: Answer): TransformAt {
  return transformSuccess((answer, { path, query }) =>
    query.page === undefined
      ? withHeaders(answer, { link: `<${path}?project_id=1&page=2>; rel="next"` })
      : second,
  );
}

/** Lets every third request without a key in. */
const openOneTimeInThree: TransformAt = (at = everywhere) => {
  let count = 0;
  return transformAuthentication((usual) => (request, users) => {
    if (!hasNoCredential(request)) return usual(request, users);
    count += 1;
    return count % 3 === 0 ? users.all()[0] : undefined;
  })(at);
};

const record = (
  name: string,
  at: Endpoint,
  breaks: string,
  caughtBy: string,
  what: string,
  answer: (usual: Answer) => Answer,
): Fault => ({
  name: `second-${name}`,
  breaks,
  caughtBy,
  at,
  statement: `Only the first record that is asked for is good: any other ${what}.`,
  transform: otherRecords(answer),
});

/** Faults that the first sample of an installation does not show. */
export const otherSampleFaults: readonly Fault[] = [
  record('citation-null', 'GET /api/v3/citations/:id', 'ENDPOINT-4', 'success.record-kind', 'is null', () =>
    json(200, null),
  ),
  record(
    'extraction-crashes',
    'GET /api/v3/extractions/:id',
    'ERROR-1',
    'availability.documented-status',
    'crashes',
    () => crash,
  ),
  record(
    'sr360-record-is-plain',
    'GET /api/v3/sd_meta_data/:id',
    'ENDPOINT-9',
    'fhir.resource-type',
    'is not a FHIR resource',
    () => json(200, { id: 2, title: 'A summary' }),
  ),
  record(
    'extraction-is-invalid',
    'GET /api/v3/extractions/:id',
    'RESOURCE-11',
    'fhir.valid',
    'has a field that FHIR does not know',
    (usual) => json(200, { ...(usual.body as object), favouriteColour: 'red' }),
  ),
  record(
    'citation-as-html',
    'GET /api/v3/citations/:id',
    'SERVICE-6',
    'success.json-body',
    'is a web page',
    () => htmlAnswer(200, 'Citation'),
  ),
  {
    name: 'first-extraction-unauthorized',
    breaks: 'AUTH-8',
    caughtBy: 'auth.header-key-accepted',
    at: 'GET /api/v3/extractions/:id',
    statement: 'One of the listed extractions is refused to a valid key as if it were none.',
    transform: firstUnauthorized,
  },
  {
    name: 'citations-all-the-same',
    breaks: 'ENDPOINT-4',
    caughtBy: 'success.record-kind',
    at: 'GET /api/v3/citations/:id',
    statement: 'Every id gets the one of the citations that was asked for first.',
    transform: alwaysFirstRecord,
  },
  {
    name: 'second-page-as-html',
    breaks: 'SERVICE-6',
    caughtBy: 'success.json-body',
    at: 'GET /api/v3/citations',
    statement: 'The second page of the citations is a web page.',
    transform: withSecondPage(htmlAnswer(200, 'Citations')),
  },
  {
    name: 'second-page-crashes',
    breaks: 'ERROR-1',
    caughtBy: 'availability.documented-status',
    at: 'GET /api/v3/citations',
    statement: 'The second page of the citations ends in status 500.',
    transform: withSecondPage(crash),
  },
  {
    name: 'second-page-unauthorized',
    breaks: 'AUTH-8',
    caughtBy: 'auth.header-key-accepted',
    at: 'GET /api/v3/citations',
    statement: 'The second page of the citations, to which the first one leads, is refused to a valid key.',
    transform: withSecondPage(errorAnswer(401, 'Unauthorized')),
  },
  {
    name: 'citations-five-further',
    breaks: 'ENDPOINT-4',
    caughtBy: 'success.record-kind',
    at: 'GET /api/v3/citations/:id',
    statement: 'The path of a citation shows the one that the list has five places further.',
    transform: transformFields((fields) => ({ ...fields, id: Number(fields.id) + 5 })),
  },
  {
    name: 'projects-open-one-time-in-three',
    breaks: 'AUTH-1',
    caughtBy: 'auth.no-key-rejected',
    at: 'GET /api/v3/projects',
    statement: 'One of three servers shows the projects without a key.',
    transform: openOneTimeInThree,
  },
  {
    name: 'citation-by-query-another',
    at: 'GET /api/v3/citations/:id',
    breaks: 'ENDPOINT-4',
    caughtBy: 'success.record-kind',
    statement: 'With the key in the query another citation is shown than was asked for.',
    transform: transformFields((fields, { query }) =>
      query.api_key === undefined ? fields : { ...fields, id: 4711 },
    ),
  },
  {
    name: 'sr360-record-by-query-another',
    at: 'GET /api/v3/sd_meta_data/:id',
    breaks: 'ENDPOINT-9',
    caughtBy: 'fhir.resource-type',
    statement:
      'The FHIR id is the one in the path, but with the key in the query another SR360 record is shown.',
    transform: transformFields((fields, { query, id }) => ({
      ...fields,
      id: query.api_key === undefined ? id : '4711',
    })),
  },
  {
    name: 'second-key-refused-in-query',
    breaks: 'AUTH-7',
    caughtBy: 'auth.second-key-accepted',
    at: 'GET /api/v3/projects',
    statement: 'Only the key of the first user is accepted in the query.',
    transform: transformAuthentication((usual) => (request, users) => {
      const user = usual(request, users);
      return user?.id !== users.all()[0]?.id && hasQueryCredential(request) ? undefined : user;
    }),
  },
  ...(['GET /api/v3/projects', 'GET /api/v3/extractions/:id'] as const).map(
    (at): Fault => ({
      name: `${at.endsWith('projects') ? 'projects' : 'extraction'}-as-html-where-no-json-is-asked-for`,
      breaks: 'SERVICE-6',
      caughtBy: 'success.json-body',
      at,
      statement: 'Without Accept: application/json the answer is a web page.',
      transform: transformSuccessWithoutJson(() => htmlAnswer(200, 'The data')),
    }),
  ),
  {
    name: 'users-lead-to-log-in-where-no-json-is-asked-for',
    breaks: 'SERVICE-7',
    caughtBy: 'availability.documented-status',
    at: 'GET /api/v3/users',
    statement: 'Without Accept: application/json the answer is a redirect to the log-in page.',
    transform: transformSuccessWithoutJson(() => emptyAnswer(302, { location: '/login' })),
  },
  {
    name: 'refusal-as-html-where-no-json-is-asked-for',
    breaks: 'ERROR-2',
    caughtBy: 'errors.json-body',
    at: everywhere,
    statement: 'Without Accept: application/json a missing key is refused with a web page.',
    transform: transformRefusal((answer, request) =>
      asksForNoJson(request) ? htmlAnswer(401, 'Unauthorized') : answer,
    ),
  },
  {
    name: 'v4-has-citations',
    breaks: 'VERSION-4',
    caughtBy: 'availability.version-four-alone',
    at: 'GET /api/v4/projects',
    statement: 'Version 4 lists citations, too.',
    transform: () => ({
      transformAnswer: (answer, { path }) =>
        path === '/api/v4/citations' && answer.status === 404 ? json(200, [{ id: 1 }]) : answer,
    }),
  },
];
