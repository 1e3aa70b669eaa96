import { htmlAnswer, textAnswer } from '../answer.ts';
import {
  declaredAs,
  rewriting,
  transformOtherError,
  transformRefusal,
  transformSuccess,
  transformSuccessByQuery,
} from '../transform-builders.ts';
import { type Fault, withCommon } from './fault.ts';

const afterMark = rewriting((text) => `\ufeff${text}`);

/** Successes that are not JSON, or that are declared as something else. */
export const notJsonFaults: readonly Fault[] = withCommon(
  { breaks: 'SERVICE-6', caughtBy: 'success.json-body' },
  [
    {
      name: 'projects-as-html',
      at: 'GET /api/v3/projects',
      statement: 'The project list is a web page.',
      transform: transformSuccess(() => htmlAnswer(200, 'Projects')),
    },
    {
      name: 'v4-projects-as-html',
      at: 'GET /api/v4/projects',
      statement: 'Version 4 answers with a web page.',
      transform: transformSuccess(() => htmlAnswer(200, 'Projects')),
    },
    {
      name: 'project-truncated',
      at: 'GET /api/v3/projects/:id',
      statement: 'The project Bundle ends in the middle, with a matching Content-Length.',
      transform: transformSuccess(rewriting((text) => text.slice(0, text.length / 2))),
    },
    {
      name: 'users-empty-body',
      at: 'GET /api/v3/users',
      statement: 'The user record has no body.',
      transform: transformSuccess((answer) => ({ ...answer, body: undefined })),
    },
    {
      name: 'extraction-as-xml',
      at: 'GET /api/v3/extractions/:id',
      statement: 'An extraction comes as FHIR XML.',
      transform: transformSuccess(() =>
        textAnswer(200, 'application/fhir+xml', '<ArtifactAssessment xmlns="http://hl7.org/fhir"/>'),
      ),
    },
    {
      name: 'key-questions-as-lines',
      at: 'GET /api/v3/key_questions',
      statement: 'Key questions come as one JSON object per line, which as a whole is not JSON.',
      transform: transformSuccess(rewriting((text) => text.slice(1, -1).replaceAll('},{', '}\n{'))),
    },
    {
      name: 'extractions-guarded',
      at: 'GET /api/v3/extractions',
      statement: 'A prefix against script inclusion comes before the JSON.',
      transform: transformSuccess(rewriting((text) => `)]}',\n${text}`)),
    },
    {
      name: 'form-templates-after-a-byte-order-mark',
      at: 'GET /api/v3/extraction_forms_projects',
      statement: 'A byte order mark comes before the list.',
      transform: transformSuccess(afterMark),
    },
    {
      name: 'user-refusals-after-a-byte-order-mark',
      caughtBy: 'errors.json-body',
      at: 'GET /api/v3/users',
      statement: 'A byte order mark comes before the error that refuses a key.',
      transform: transformRefusal(afterMark),
    },
    {
      name: 'unknown-extraction-after-a-byte-order-mark',
      caughtBy: 'errors.unknown-id',
      at: 'GET /api/v3/extractions/:id',
      statement: 'A byte order mark comes before the error for an unknown id.',
      transform: transformOtherError(afterMark),
    },
    {
      name: 'sr360-records-not-a-number',
      at: 'GET /api/v3/sd_meta_data',
      statement: 'The list holds NaN, a number that JSON does not have.',
      transform: transformSuccess(rewriting((text) => text.replace(/:\d+/, ':NaN'))),
    },
    {
      name: 'assessments-not-utf8',
      at: 'GET /api/v3/artifact_assessments',
      statement: 'The list is written in Latin-1 without saying so.',
      transform: transformSuccess(
        rewriting((text) => Buffer.from(text.replace('title":"', 'title":"Zürich '), 'latin1')),
      ),
    },
    {
      name: 'citation-with-php-notice',
      at: 'GET /api/v3/citations/:id',
      statement: 'A warning of the server comes before the JSON.',
      transform: transformSuccess(
        rewriting((text) => `Warning: undefined index in citation.rb on line 12\n${text}`),
      ),
    },
    {
      name: 'projects-declared-as-html',
      caughtBy: 'success.json-content-type',
      at: 'GET /api/v3/projects',
      statement: 'The project list is JSON that is declared as HTML.',
      transform: transformSuccess(declaredAs('text/html; charset=utf-8')),
    },
    {
      name: 'sr360-record-declared-as-xhtml',
      caughtBy: 'success.json-content-type',
      at: 'GET /api/v3/sd_meta_data/:id',
      statement: 'An SR360 record is JSON that is declared as XHTML.',
      transform: transformSuccess(declaredAs('application/xhtml+xml')),
    },
    {
      name: 'citations-truncated-by-query',
      at: 'GET /api/v3/citations',
      statement: 'The list of citations ends in the middle for a key in the query.',
      transform: transformSuccessByQuery(rewriting((text) => text.slice(0, text.length / 2))),
    },
    {
      name: 'users-declared-as-html-by-query',
      caughtBy: 'success.json-content-type',
      at: 'GET /api/v3/users',
      statement: 'The user record is declared as HTML for a key in the query.',
      transform: transformSuccessByQuery(declaredAs('text/html')),
    },
  ],
);
