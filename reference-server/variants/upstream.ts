import { type Answer, emptyAnswer, errorAnswer, json, textAnswer } from '../answer.ts';
import type { ApiRequest } from '../api-request.ts';
import type { Endpoint } from '../endpoints.ts';
import { isSuccess, type ResponseTransform } from '../transform-builders.ts';
import type { Variant } from './variant.ts';

/** The documented endpoints that it has: its lists are nested below projects, and the import is missing. */
const present: readonly (Endpoint | undefined)[] = [
  'GET /api/v3/projects/:id',
  'GET /api/v3/citations/:id',
  'GET /api/v3/extractions/:id',
  'GET /api/v3/sd_meta_data/:id',
];

const notFound = json(404, { status: 404, error: 'Not Found' });

function asUpstream(): ResponseTransform {
  let requests = 0;
  return {
    // Only the query, and a custom header, carry a key.
    authenticate: () => (request, users) => {
      const key = request.query.api_key ?? request.headers['api-key'];
      return typeof key === 'string' ? users.byKey(key) : undefined;
    },
    transformAnswer: (answer, request) => {
      requests += 1;
      if (requests === 30) return textAnswer(429, 'text/plain', 'Retry later\n');
      // Routing precedes authentication.
      if (!present.includes(request.endpoint)) return notFound;
      if (answer.status === 401) return errorAnswer(401, 'The API key is missing or invalid.');
      return isSuccess(answer) ? recordFor(answer, request) : emptyAnswer(403);
    },
  };
}

function recordFor(answer: Answer, { endpoint, headers }: ApiRequest): Answer {
  if (headers.accept === undefined) return { ...emptyAnswer(302), headers: { location: '/users/sign_in' } };
  if (headers.accept === '*/*') return textAnswer(200, 'application/xml', '<record/>');
  if (endpoint === 'GET /api/v3/extractions/:id')
    return json(200, { resourceType: 'List', status: 'current', mode: 'working' });
  if (endpoint === 'GET /api/v3/sd_meta_data/:id')
    return json(200, { resourceType: 'Bundle', type: 'document', entry: [] });
  return answer;
}

/** An installation that breaks the document in many ways, modelled on the public application behind this API. */
export const upstreamVariants: readonly Variant[] = [
  {
    name: 'as-the-public-application',
    freedom: 'section 4',
    statement:
      'Four records answer, for a key in the query alone; lists, the user and the import are missing, and much has another form.',
    settings: { PROJECT_ID: '1', CITATION_ID: '1', EXTRACTION_ID: '17', SD_META_DATA_ID: '29' },
    transform: asUpstream,
    leavesUnjudged: 'Most of the document is missing.',
    state: 'violating',
  },
];
