import { type Answer, errorAnswer, htmlAnswer, json } from '../answer.ts';
import type { Endpoint } from '../endpoints.ts';
import { type ResponseTransform, transformSuccess, transformWhere } from '../transform-builders.ts';
import { type Variant, withFreedom } from './variant.ts';

/** The lists whose records belong to a project. */
const projectLists: readonly (Endpoint | undefined)[] = [
  'GET /api/v3/citations',
  'GET /api/v3/key_questions',
  'GET /api/v3/extractions',
  'GET /api/v3/sd_meta_data',
  'GET /api/v3/extraction_forms_projects',
  'GET /api/v3/artifact_assessments',
];

/** Makes those lists require a parameter that names the project; without it they answer `refusal`. */
function requireProject(parameter: string, refusal: Answer, beforeKey = false): () => ResponseTransform {
  return () => ({
    before: (request, _response, next) => {
      request.url = request.url
        .replace(/([?&])project_id=/, parameter === 'project_id' ? '$1project_id=' : '$1ignored=')
        .replace(new RegExp(`([?&])${parameter}=`), '$1project_id=');
      next();
    },
    transformAnswer: (answer, request) => {
      const lacks = projectLists.includes(request.endpoint) && request.query.project_id === undefined;
      return lacks && (beforeKey || answer.status !== 401) ? refusal : answer;
    },
  });
}

const missingProject = (status: number): Answer => errorAnswer(status, 'The project is not named.');

/** The parameters and paths that an installation may know. */
export const parameterVariants: readonly Variant[] = withFreedom('GAP-CITATIONS-PROJECT', [
  {
    name: 'slash-at-the-end',
    freedom: 'GAP-TRAILING-SLASH',
    statement: 'Paths end in a slash; a request without it is redirected to it.',
    settings: { TRAILING_SLASH: 'true' },
    transform: () => ({
      before: (request, response, next) => {
        const [path = '', query] = request.url.split('?');
        if (path.endsWith('/') || !path.startsWith('/api/')) return next();
        response.redirect(301, query === undefined ? `${path}/` : `${path}/?${query}`);
      },
    }),
  },
  {
    name: 'project-needed-on-lists',
    statement: 'Lists that belong to a project are refused without `project_id`.',
    transform: requireProject('project_id', missingProject(400)),
  },
  {
    name: 'project-needed-422',
    statement: 'Lists without `project_id` have status 422.',
    transform: requireProject('project_id', missingProject(422)),
  },
  {
    name: 'project-needed-404',
    statement: 'Lists without `project_id` have status 404.',
    transform: requireProject('project_id', missingProject(404)),
  },
  {
    name: 'project-needed-before-key',
    statement: 'A list that lacks its `project_id` says so before it looks at the key.',
    transform: requireProject('project_id', missingProject(400), true),
  },
  {
    name: 'project-named-otherwise',
    statement: 'Lists need the parameter `review`.',
    transform: requireProject('review', missingProject(400)),
    settings: { PROJECT_PARAMETER: 'review' },
  },
  {
    name: 'project-named-unknown',
    statement: 'Lists need a parameter that the check does not know.',
    transform: requireProject('study', missingProject(400)),
    leavesUnjudged: 'Without the parameter no list is shown.',
    state: 'incomplete',
  },
  {
    name: 'project-named-unknown-before-key',
    statement: 'Lists need a parameter that the check does not know, and look at it before the key.',
    transform: requireProject('study', missingProject(422), true),
    leavesUnjudged: 'Without the parameter no list is shown and no key is looked at.',
    state: 'incomplete',
  },
  {
    name: 'project-of-list-empty',
    statement: 'Lists without `project_id` are empty.',
    transform: requireProject('project_id', json(200, [])),
  },
  {
    name: 'unknown-parameters-rejected',
    freedom: 'GAP-UNKNOWN-PARAMETER',
    statement: 'A parameter that the installation does not know is refused with status 400.',
    transform: transformSuccess((answer, { endpoint, query }) => {
      const known = ['api_key', ...(projectLists.includes(endpoint) ? ['project_id'] : [])];
      const unknown = Object.keys(query).find((name) => !known.includes(name));
      return unknown === undefined ? answer : errorAnswer(400, `The parameter ${unknown} is not known.`);
    }),
  },
  {
    name: 'odd-paths-before-key',
    freedom: 'GAP-UNKNOWN-PATH',
    statement: 'A path that the document does not name is not found, before the key is looked at.',
    transform: transformWhere(
      ({ status }, { endpoint }) => endpoint === undefined && status === 401,
      () => errorAnswer(404, 'Not Found'),
    ),
  },
  {
    name: 'odd-paths-as-html',
    freedom: 'GAP-UNKNOWN-PATH',
    statement: 'Paths that the document does not name show a web page.',
    // It answers like the paths that no variant changes.
    hidesFaultsOf: ['v4-projects-missing-behind-key'],
    transform: transformWhere(
      ({ status }, { endpoint }) => endpoint === undefined && status !== 429,
      () => htmlAnswer(404, 'Not Found'),
    ),
  },
]);
