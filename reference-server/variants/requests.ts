import { type Answer, errorAnswer, htmlAnswer, json, textAnswer } from '../answer.ts';
import type { ApiRequest } from '../api-request.ts';
import type { ResponseTransform } from '../response-transform.ts';
import { everywhere, isSuccess, transformWhere } from '../transform-builders.ts';
import type { Variant } from './variant.ts';

const scoped =
  /^GET \/api\/v3\/(citations|key_questions|extractions|sd_meta_data|extraction_forms_projects|artifact_assessments)$/;
const isScoped = ({ endpoint }: ApiRequest): boolean => scoped.test(endpoint ?? '');

/** Lists that belong to a project want to be told which, by a parameter. */
function wantingProject(parameter: string, refusal: Answer, beforeKey = false): () => ResponseTransform {
  return () => ({
    before: (request, _response, next) => {
      request.url = request.url
        .replace(/([?&])project_id=/, parameter === 'project_id' ? '$1project_id=' : '$1ignored=')
        .replace(new RegExp(`([?&])${parameter}=`), '$1project_id=');
      next();
    },
    transformAnswer: (answer, request) => {
      const lacks = isScoped(request) && request.query.project_id === undefined;
      return lacks && (beforeKey || answer.status !== 401) ? refusal : answer;
    },
  });
}

const missingProject = (status: number): Answer => errorAnswer(status, 'The project is not named.');

/** Answers the request at a place in the row of all requests in another way, once. */
function once(place: number, answer: Answer): () => ResponseTransform {
  return () => {
    let requests = 0;
    return {
      transformAnswer: (usual) => {
        requests += 1;
        return requests === place ? answer : usual;
      },
    };
  };
}

const throttled: readonly (readonly [name: string, statement: string, answer: Answer])[] = [
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
    'throttles-once-429-text',
    'One request is throttled by a proxy: 429 as plain text.',
    textAnswer(429, 'text/plain', 'Too many requests'),
  ],
  [
    'throttles-once-503',
    'One request is throttled: 503 with Retry-After.',
    {
      ...htmlAnswer(503, 'Service Unavailable'),
      headers: { 'content-type': 'text/html', 'retry-after': '1' },
    },
  ],
  [
    'throttles-once-403',
    'One request is throttled: 403 with a message about the rate limit.',
    errorAnswer(403, 'Rate limit exceeded. Try again later.'),
  ],
  [
    'throttles-once-420',
    'One request is throttled with an unregistered status and a message about the limit.',
    json(420, { error: 'Too many requests from this IP' }),
  ],
  [
    'throttles-once-420-in-other-words',
    'One request is throttled with an unregistered status that means nothing else.',
    errorAnswer(420, 'Enhance your calm'),
  ],
  [
    'throttles-once-509',
    'One request is throttled by a hoster: 509.',
    errorAnswer(509, 'Bandwidth limit exceeded'),
  ],
  [
    'throttles-once-403-quota',
    'One request is throttled: 403 with a message about a quota.',
    errorAnswer(403, 'Quota exceeded'),
  ],
  [
    'throttles-once-503-bare',
    'One request is throttled as proxies do: 503 that does not say why.',
    htmlAnswer(503, '503 Service Temporarily Unavailable'),
  ],
];

export const requestVariants: readonly Variant[] = [
  {
    name: 'project-needed-on-lists',
    freedom: 'GAP-CITATIONS-PROJECT',
    statement: 'Lists that belong to a project are refused without `project_id`.',
    transform: wantingProject('project_id', missingProject(400)),
  },
  {
    name: 'project-needed-422',
    freedom: 'GAP-CITATIONS-PROJECT',
    statement: 'Lists without `project_id` have status 422.',
    transform: wantingProject('project_id', missingProject(422)),
  },
  {
    name: 'project-needed-404',
    freedom: 'GAP-CITATIONS-PROJECT',
    statement: 'Lists without `project_id` have status 404.',
    transform: wantingProject('project_id', missingProject(404)),
  },
  {
    name: 'project-needed-before-key',
    freedom: 'GAP-CITATIONS-PROJECT',
    statement: 'A list that lacks its `project_id` says so before it looks at the key.',
    transform: wantingProject('project_id', missingProject(400), true),
  },
  {
    name: 'project-named-otherwise',
    freedom: 'GAP-CITATIONS-PROJECT',
    statement: 'Lists want the parameter `review`.',
    transform: wantingProject('review', missingProject(400)),
    settings: { PROJECT_PARAMETER: 'review' },
  },
  {
    name: 'project-named-unknown',
    freedom: 'GAP-CITATIONS-PROJECT',
    statement: 'Lists want a parameter that the check was not told of.',
    transform: wantingProject('study', missingProject(400)),
    leavesUnjudged: 'Without the parameter no list is given.',
  },
  {
    name: 'project-named-unknown-as-unknown-path',
    freedom: 'GAP-CITATIONS-PROJECT',
    statement:
      'Lists want a parameter that the check was not told of, and answer as a path that does not exist.',
    transform: wantingProject('study', errorAnswer(404, 'There is no such endpoint.')),
    leavesUnjudged: 'Without the parameter no list is given.',
  },
  {
    name: 'project-named-unknown-before-key',
    freedom: 'GAP-CITATIONS-PROJECT',
    statement: 'Lists want a parameter that the check was not told of, before they look at the key.',
    transform: wantingProject('study', missingProject(422), true),
    leavesUnjudged: 'Without the parameter no list is given, and no key looked at.',
  },
  {
    name: 'project-of-list-empty',
    freedom: 'GAP-CITATIONS-PROJECT',
    statement: 'Lists without `project_id` are empty.',
    transform: wantingProject('project_id', json(200, [])),
  },
  {
    name: 'unknown-parameters-rejected',
    freedom: 'GAP-UNKNOWN-PARAMETER',
    statement: 'A parameter that the installation does not know is refused with status 400.',
    transform: () => ({
      transformAnswer: (answer, request) => {
        const known = ['api_key', ...(isScoped(request) ? ['project_id'] : [])];
        const unknown = Object.keys(request.query).find((name) => !known.includes(name));
        return unknown === undefined || !isSuccess(answer)
          ? answer
          : errorAnswer(400, `The parameter ${unknown} is not known.`);
      },
    }),
  },
  ...throttled.map(
    ([name, statement, answer], index): Variant => ({
      name,
      freedom: 'GAP-THROTTLE-ANSWER',
      statement,
      transform: once(5 + index * 7, answer),
    }),
  ),
  {
    name: 'limit-per-address',
    freedom: 'GAP-THROTTLE-THRESHOLD',
    statement: 'An address may send sixty requests a second.',
    options: { rateLimit: { windowMs: 1000, limit: 60 } },
  },
  {
    name: 'odd-paths-as-html',
    freedom: 'GAP-UNKNOWN-PATH',
    statement: 'Paths that the document does not name show a web page.',
    transform: () =>
      transformWhere(
        (_answer, { endpoint }) => endpoint === undefined,
        () => htmlAnswer(404, 'Not Found'),
      )(everywhere),
  },
];
