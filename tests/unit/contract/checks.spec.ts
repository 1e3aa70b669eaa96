import { expect, test } from '@playwright/test';
import { catalogue } from '../../../contract/catalogue.ts';
import { type EndpointId, endpointOf } from '../../../contract/endpoints.ts';
import { judgeAll } from '../../../contract/judge.ts';
import type { Verdict } from '../../../contract/verdict.ts';
import type { FhirIssue } from '../../../fhir/index.ts';
import { evidenceOf, type Seen } from './evidence.ts';

const projects = 'GET /api/v3/projects';
const project = 'GET /api/v3/projects/:id';
const citations = 'GET /api/v3/citations';
const citation = 'GET /api/v3/citations/:id';
const users = 'GET /api/v3/users';
const imports = 'POST /api/v3/fhir_imports';
const v4Projects = 'GET /api/v4/projects';

type Answers = Readonly<Record<string, Seen>>;

const ok: Seen = {};
const lost: Seen = { failure: 'timeout' };
const page: Seen = { body: '<!doctype html>' };
const crash: Seen = { status: 500, body: '{"error":"Something went wrong."}' };
const unauthorized: Seen = { status: 401, body: '{"error":"Unauthorized"}' };

const told = (status: number, error: string): Seen => ({ status, body: JSON.stringify({ error }) });
const notFound = told(404, 'Not Found');
const forbidden = told(403, 'Forbidden');
const badRequest = told(400, 'Which project?');
const badBundle = told(422, 'Not a good Bundle.');
const sameBundle = (seen: Seen): Seen => ({
  ...seen,
  sentBundle: { hash: 'a', entries: 1, ids: [], words: [] },
});
const sentBundle = (body: string): Seen => ({
  status: 201,
  body,
  sentBundle: { hash: 'a', entries: 1, ids: ['urn:uuid:u-1', 'g-1'], words: [] },
});
const imported = sameBundle({ status: 201, body: '{"id":7}' });

function issue(path: string, severity: FhirIssue['severity'] = 'error'): FhirIssue {
  return { severity, level: 'structure', path, message: `wrong ${path}` };
}

function verdictOf(id: string, at: EndpointId, answers: Answers): Verdict {
  const check = catalogue.find((one) => one.id === id);
  if (check === undefined) throw new Error(`No check is named ${id}.`);
  const endpoint = endpointOf(at);
  expect(check.at(endpoint), `${id} is asked at ${at}`).toBe(true);
  // What other checks say there is a subject of its own.
  const alone = { ...check, after: [] };
  const [verdict] = judgeAll(
    [{ check: alone, endpoint }],
    evidenceOf(endpoint, check.asks(endpoint), answers),
    [],
  );
  if (verdict === undefined) throw new Error('A case has a verdict.');
  return verdict;
}

/** What a check says where its requests, by their names in its entry, were answered like this, and which one shows it. */
type Row = readonly [answers: Answers, outcome: string];

interface Group {
  readonly check: string;
  readonly at: EndpointId;
  readonly rows: readonly Row[];
}

const groups: readonly Group[] = [
  {
    check: 'availability.endpoint-answers',
    at: citations,
    rows: [
      [{ valid: ok }, 'pass valid'],
      [{ valid: unauthorized }, 'pass valid'],
      [{ valid: crash }, 'pass valid'],
      [{ valid: lost }, 'fail valid'],
      [{ valid: badRequest }, 'untestable valid'],
      [{ valid: notFound }, 'untestable valid'],
      [{ valid: notFound, unknownPath: notFound }, 'fail valid'],
      [{ valid: notFound, unknownPath: told(404, 'No such path') }, 'untestable valid'],
      [{ valid: badRequest, unknownPath: badRequest }, 'untestable valid'],
      [{ valid: notFound, none: notFound }, 'fail valid'],
      [{ valid: notFound, none: unauthorized }, 'untestable valid'],
      [{ valid: notFound, none: lost }, 'untestable valid'],
      [{ valid: badRequest, none: notFound }, 'untestable valid'],
      [{ valid: notFound, none: told(404, 'unauthorised') }, 'untestable valid'],
      [{ valid: told(404, 'Unauthorized'), none: told(404, 'Unauthorized') }, 'pass valid'],
      [{ valid: told(405, 'x'), none: told(405, 'x') }, 'fail valid'],
      [{ valid: told(410, 'x'), none: told(410, 'x') }, 'fail valid'],
      [{ valid: told(501, 'x'), none: told(501, 'x') }, 'fail valid'],
    ],
  },
  {
    check: 'availability.endpoint-answers',
    at: projects,
    rows: [
      [{ valid: badRequest }, 'fail valid'],
      [{ valid: crash }, 'pass valid'],
    ],
  },
  {
    check: 'availability.endpoint-answers',
    at: citations,
    rows: [405, 406, 410].map(
      (status): Row => [{ valid: told(status, 'x'), none: unauthorized }, 'fail valid'],
    ),
  },
  {
    check: 'availability.endpoint-answers',
    at: citation,
    rows: [
      [{ valid: notFound }, 'untestable valid'],
      [{ valid: forbidden }, 'untestable valid'],
      [{ valid: told(405, 'x') }, 'fail valid'],
      [{ valid: told(406, 'x') }, 'fail valid'],
      [{ valid: told(410, 'x') }, 'fail valid'],
      [{ valid: { ...notFound, idIsPinned: true } }, 'fail valid'],
      [{ valid: { ...told(410, 'x'), idIsPinned: true } }, 'fail valid'],
      [{ valid: { ...forbidden, idIsPinned: true } }, 'untestable valid'],
    ],
  },
  {
    check: 'availability.endpoint-answers',
    at: project,
    rows: [
      [{ valid: { ...notFound, idIsListed: true } }, 'fail valid'],
      [{ valid: { ...forbidden, idIsListed: true } }, 'fail valid'],
      [{ valid: { ...told(410, 'x'), idIsListed: true } }, 'fail valid'],
      [{ valid: { ...badRequest, idIsListed: true } }, 'untestable valid'],
      [{ valid: { ...unauthorized, idIsListed: true } }, 'pass valid'],
      // The list shows no id of a project, but those of something else.
      [{ valid: notFound }, 'untestable valid'],
      [{ valid: forbidden }, 'untestable valid'],
      [{ valid: { ...notFound, idIsPinned: true } }, 'fail valid'],
      [{ valid: { ...forbidden, idIsPinned: true } }, 'untestable valid'],
    ],
  },
  {
    check: 'availability.endpoint-answers',
    at: v4Projects,
    rows: [
      [{ valid: ok }, 'pass valid'],
      [{ valid: notFound }, 'fail valid'],
      [{ valid: told(405, 'x') }, 'untestable valid'],
      [{ valid: badRequest }, 'untestable valid'],
    ],
  },
  {
    check: 'availability.import-answers',
    at: imports,
    rows: [
      [{ none: unauthorized }, 'pass none'],
      [{ none: ok }, 'pass none'],
      [{ none: told(404, 'Unauthorized') }, 'pass none'],
      [{ none: notFound }, 'fail none'],
      [{ none: told(405, 'x') }, 'fail none'],
      [{ none: lost }, 'fail none'],
    ],
  },
  {
    check: 'availability.documented-status',
    at: citations,
    rows: [
      [{ valid: ok }, 'pass valid'],
      [{ valid: { status: 201 } }, 'pass valid'],
      [{ valid: { status: 202 } }, 'fail valid'],
      [{ valid: { status: 302, body: '' } }, 'fail valid'],
      [{ valid: crash }, 'fail valid'],
      [{ valid: badRequest }, 'pass valid'],
      [{ valid: { status: 400, body: '{}' } }, 'fail valid'],
      [{ valid: { ...badRequest, headers: { 'content-type': 'text/html' } } }, 'pass valid'],
      [{ valid: ok, unscoped: { status: 400, body: '{}' } }, 'fail unscoped'],
      [{ valid: ok, unscoped: badRequest }, 'pass valid'],
      [{ valid: ok, unscoped: crash }, 'pass valid'],
      [{ valid: ok, unscoped: lost }, 'pass valid'],
      [{ valid: { status: 401, body: '{}' } }, 'pass valid'],
    ],
  },
  {
    check: 'auth.no-key-rejected',
    at: projects,
    rows: [
      [{ refused: unauthorized }, 'pass refused'],
      [{ refused: notFound }, 'pass refused'],
      [{ refused: ok }, 'fail refused'],
      [{ refused: lost }, 'fail refused'],
      [{ refused: crash, valid: crash }, 'untestable refused'],
      [{ refused: crash, valid: told(500, 'Another cause') }, 'fail refused'],
      [{ refused: crash, valid: told(503, 'Something went wrong.') }, 'fail refused'],
      [{ refused: crash, valid: ok }, 'fail refused'],
      [{ refused: ok, valid: ok }, 'fail refused'],
      [{ refused: lost, valid: lost }, 'fail refused'],
    ],
  },
  {
    check: 'auth.wrong-header-key-rejected',
    at: projects,
    rows: [
      [{ refused: unauthorized, none: ok }, 'pass refused'],
      [{ refused: ok, none: ok }, 'untestable refused'],
      [{ refused: ok, none: unauthorized }, 'fail refused'],
      [{ refused: ok }, 'fail refused'],
      [{ refused: crash, none: crash }, 'untestable refused'],
      [{ refused: crash, none: told(500, 'Another cause') }, 'fail refused'],
      [{ refused: lost, none: lost }, 'untestable refused'],
      [{ refused: lost, none: ok }, 'fail refused'],
    ],
  },
  {
    check: 'auth.no-key-rejected',
    at: projects,
    rows: [
      [{ refused: unauthorized, again: unauthorized, third: notFound }, 'pass refused'],
      [{ refused: unauthorized, again: ok, third: unauthorized }, 'fail again'],
      [{ refused: unauthorized, third: ok }, 'fail third'],
      [{ refused: ok, again: ok }, 'fail refused'],
    ],
  },
  {
    check: 'auth.second-key-accepted',
    at: projects,
    rows: [
      [{ byHeader: ok, byQuery: ok }, 'pass byHeader'],
      [{ byHeader: unauthorized, byQuery: ok, first: ok }, 'fail byHeader'],
      [{ byHeader: ok, byQuery: crash, first: ok }, 'fail byQuery'],
      [{ byHeader: ok, byQuery: crash, first: crash }, 'untestable byQuery'],
      [{ byHeader: unauthorized, byQuery: unauthorized }, 'untestable byHeader'],
    ],
  },
  {
    check: 'auth.other-case-key-rejected',
    at: users,
    rows: [
      [{ refused: unauthorized }, 'pass refused'],
      [{ refused: ok }, 'fail refused'],
    ],
  },
  {
    check: 'availability.version-four-alone',
    at: v4Projects,
    rows: [
      [{ other: notFound }, 'pass other'],
      [{ other: unauthorized }, 'pass other'],
      [{ other: crash }, 'pass other'],
      [{ other: page }, 'pass other'],
      [{ other: { body: '{"error":"No such path"}' } }, 'pass other'],
      [{ other: ok, odd: notFound }, 'fail other'],
      [{ other: ok, odd: ok }, 'untestable other'],
      [{ other: ok }, 'untestable other'],
    ],
  },
  {
    check: 'success.any-accept',
    at: users,
    rows: [
      [{ missing: ok, anything: ok }, 'pass missing'],
      [{ missing: page, anything: ok }, 'fail missing'],
      [{ missing: ok, anything: { status: 302, body: '' } }, 'fail anything'],
      [{ missing: ok, anything: { status: 406, body: '<p>' } }, 'fail anything'],
      [{ missing: ok, anything: told(406, 'Ask for JSON.') }, 'pass missing'],
      [{ missing: lost, anything: ok }, 'fail missing'],
    ],
  },
  {
    check: 'availability.documented-status',
    at: citation,
    rows: [
      [{ valid: ok, second: crash }, 'fail second'],
      [{ valid: ok, second: notFound }, 'pass valid'],
      [{ valid: ok, second: { status: 404, body: '{}' } }, 'fail second'],
      [{ valid: ok, setback: told(429, 'Slow down') }, 'pass valid'],
      [{ valid: ok, setback: { status: 429, body: 'Slow down' } }, 'fail setback'],
      [{ valid: ok, setback: { status: 429, body: '{"message":"Slow down"}' } }, 'fail setback'],
    ],
  },
  {
    check: 'availability.documented-status',
    at: citations,
    rows: [
      [{ valid: ok, page: crash }, 'fail page'],
      [{ valid: ok, page: badRequest }, 'pass valid'],
    ],
  },
  {
    check: 'import.identifiers',
    at: imports,
    rows: [
      [{ valid: sentBundle('{"id":41}') }, 'pass valid'],
      [{ valid: sentBundle('{"created":1}') }, 'fail valid'],
      [{ valid: sentBundle('{"request_id":"r-1"}') }, 'fail valid'],
      [{ valid: sentBundle('{"ids":["urn:uuid:u-1"]}') }, 'fail valid'],
      [{ valid: sentBundle('{"ids":["urn:uuid:u-1"]}'), read: notFound }, 'fail valid'],
      [{ valid: sentBundle('{"ids":["urn:uuid:u-1"]}'), read: ok }, 'pass valid'],
      [{ valid: sentBundle('{"ids":["Group/g-1"]}') }, 'untestable valid'],
      [{ valid: sentBundle('{"ids":["Group/g-1", "g-2"]}') }, 'pass valid'],
    ],
  },
  {
    check: 'auth.no-key-rejected',
    at: imports,
    rows: [
      [{ refused: unauthorized }, 'pass refused'],
      [{ refused: forbidden }, 'pass refused'],
      [{ refused: badBundle }, 'untestable refused'],
      [{ refused: told(400, 'x') }, 'untestable refused'],
      [{ refused: badBundle, wrongHeader: badBundle, wrongQuery: badBundle }, 'untestable refused'],
      [{ refused: badBundle, wrongHeader: unauthorized, wrongQuery: badBundle }, 'untestable refused'],
      [{ refused: badBundle, wrongHeader: unauthorized, wrongQuery: unauthorized }, 'fail refused'],
      [{ refused: sameBundle(badBundle), valid: imported }, 'pass refused'],
      [{ refused: badBundle, valid: imported }, 'untestable refused'],
      [{ refused: { status: 201 } }, 'fail refused'],
    ],
  },
  {
    check: 'auth.revoked-header-key-rejected',
    at: imports,
    rows: [
      [{ refused: badBundle, none: badBundle }, 'untestable refused'],
      [{ refused: badBundle, none: unauthorized }, 'fail refused'],
      [{ refused: badBundle, none: badBundle, wrongHeader: unauthorized }, 'fail refused'],
      [{ refused: badBundle, none: badBundle, wrongQuery: unauthorized }, 'untestable refused'],
    ],
  },
  {
    check: 'auth.wrong-query-key-rejected',
    at: imports,
    rows: [
      [{ refused: badBundle, none: badBundle, wrongHeader: unauthorized }, 'untestable refused'],
      [{ refused: badBundle, none: unauthorized }, 'fail refused'],
      [{ refused: unauthorized, none: badBundle }, 'pass refused'],
    ],
  },
  {
    check: 'auth.header-key-accepted',
    at: projects,
    rows: [
      [{ valid: ok }, 'pass valid'],
      [{ valid: unauthorized }, 'fail valid'],
      [{ valid: forbidden, none: forbidden }, 'fail valid'],
      [{ valid: forbidden, none: told(403, 'No key') }, 'untestable valid'],
      [{ valid: forbidden, none: unauthorized }, 'untestable valid'],
      [{ valid: forbidden }, 'untestable valid'],
      [{ valid: badRequest, none: badRequest }, 'untestable valid'],
      [{ valid: lost, none: lost }, 'untestable valid'],
    ],
  },
  {
    check: 'auth.query-key-accepted',
    at: projects,
    rows: [
      [{ valid: ok, byHeader: badRequest }, 'pass valid'],
      [{ valid: badRequest, byHeader: badRequest }, 'untestable valid'],
      [{ valid: unauthorized, byHeader: unauthorized }, 'untestable valid'],
      [{ valid: lost, byHeader: lost }, 'untestable valid'],
      [{ valid: unauthorized, byHeader: ok }, 'fail valid'],
      [{ valid: badRequest, byHeader: ok }, 'fail valid'],
      [{ valid: crash }, 'fail valid'],
      [{ valid: lost }, 'fail valid'],
      [{ valid: lost, byHeader: crash }, 'fail valid'],
      [{ valid: unauthorized }, 'fail valid'],
      [{ valid: forbidden, none: forbidden }, 'fail valid'],
      [{ valid: badRequest }, 'untestable valid'],
      [{ valid: badRequest, byHeader: notFound }, 'untestable valid'],
    ],
  },
  {
    check: 'auth.import-header-key-accepted',
    at: imports,
    rows: [
      [{ valid: { status: 201 } }, 'pass valid'],
      [{ valid: badBundle }, 'pass valid'],
      [{ valid: crash }, 'pass valid'],
      [{ valid: unauthorized }, 'fail valid'],
      [{ valid: forbidden, none: forbidden }, 'fail valid'],
      [{ valid: forbidden }, 'pass valid'],
    ],
  },
  {
    check: 'auth.import-query-key-accepted',
    at: imports,
    rows: [
      [{ valid: badBundle }, 'pass valid'],
      [{ valid: ok }, 'pass valid'],
      [{ valid: unauthorized }, 'fail valid'],
      [{ valid: crash }, 'fail valid'],
      [{ valid: lost }, 'fail valid'],
      [{ valid: forbidden, none: forbidden }, 'fail valid'],
      [{ valid: forbidden, none: unauthorized }, 'pass valid'],
    ],
  },
  {
    check: 'success.json-body',
    at: projects,
    rows: [
      [{ byHeader: ok }, 'pass byHeader'],
      [{ byHeader: page }, 'fail byHeader'],
      [{ byHeader: ok, byQuery: page }, 'fail byQuery'],
      [{ byHeader: unauthorized, byQuery: ok }, 'pass byQuery'],
      [{ byHeader: lost, byQuery: ok }, 'pass byQuery'],
      [{ byHeader: unauthorized, byQuery: crash }, 'untestable byHeader'],
      [{ byHeader: lost }, 'untestable byHeader'],
    ],
  },
  {
    check: 'success.json-content-type',
    at: projects,
    rows: [
      [{ byHeader: ok }, 'pass byHeader'],
      [{ byHeader: { headers: { 'content-type': 'application/json; charset=utf-8' } } }, 'pass byHeader'],
      [{ byHeader: { headers: { 'content-type': 'text/html' } } }, 'fail byHeader'],
      [{ byHeader: { headers: { 'content-type': 'application/xhtml+xml;charset=utf-8' } } }, 'fail byHeader'],
      [{ byHeader: { headers: { 'content-type': 'text/plain; charset=utf-8' } } }, 'pass byHeader'],
      [{ byHeader: { headers: { 'content-type': 'application/xml' } } }, 'pass byHeader'],
      [{ byHeader: ok, byQuery: { headers: { 'content-type': 'text/html' } } }, 'fail byQuery'],
      [{ byHeader: ok, none: { ...unauthorized, headers: { 'content-type': 'Text/HTML' } } }, 'fail none'],
      [
        { byHeader: ok, none: { ...page, status: 401, headers: { 'content-type': 'text/html' } } },
        'pass byHeader',
      ],
      [{ byHeader: page, none: unauthorized }, 'pass none'],
      [{ byHeader: lost }, 'untestable byHeader'],
    ],
  },
  {
    check: 'success.list-kind',
    at: projects,
    rows: [
      [{ byHeader: ok }, 'pass byHeader'],
      [{ byHeader: { body: '{"projects":[]}' } }, 'pass byHeader'],
      [{ byHeader: { body: '{}' } }, 'pass byHeader'],
      [{ byHeader: { body: '{"message":"Welcome"}' } }, 'fail byHeader'],
      [{ byHeader: { body: '{"count":3}' } }, 'fail byHeader'],
      [{ byHeader: { body: '{"id":1,"title":"A"}' } }, 'fail byHeader'],
      [{ byHeader: { body: '{"error":"No projects"}' } }, 'fail byHeader'],
      [{ byHeader: { body: 'null' } }, 'fail byHeader'],
      [{ byHeader: { body: '7' } }, 'fail byHeader'],
    ],
  },
  {
    check: 'success.record-kind',
    at: users,
    rows: [
      [{ byHeader: { body: '{"id":1}' } }, 'pass byHeader'],
      [{ byHeader: { body: '[{"id":1}]' } }, 'pass byHeader'],
      [{ byHeader: { body: '{}' } }, 'fail byHeader'],
      [{ byHeader: { body: '[{}]' } }, 'fail byHeader'],
      [{ byHeader: { body: '{"user":{}}' } }, 'fail byHeader'],
      [{ byHeader: { body: '[{"id":1},{"id":2}]' } }, 'fail byHeader'],
      [{ byHeader: { body: '[1]' } }, 'fail byHeader'],
      [{ byHeader: { body: '[]' } }, 'fail byHeader'],
      [{ byHeader: { body: 'null' } }, 'fail byHeader'],
      [{ byHeader: { body: '{"error":"No user"}' } }, 'fail byHeader'],
    ],
  },
  {
    check: 'fhir.resource-type',
    at: project,
    rows: [
      [{ byHeader: { body: '{"resourceType":"Bundle"}' } }, 'pass byHeader'],
      [{ byHeader: { body: '{"resourceType":"Patient"}' } }, 'fail byHeader'],
      [{ byHeader: { body: '{"resourceType":7}' } }, 'fail byHeader'],
      [{ byHeader: { body: '[{"resourceType":"Bundle"}]' } }, 'fail byHeader'],
      [{ byHeader: { body: 'null' } }, 'fail byHeader'],
    ],
  },
  {
    check: 'fhir.valid',
    at: project,
    rows: [
      [{ byHeader: { releases: { Bundle: ['4.0.1'] } } }, 'pass byHeader'],
      [{ byHeader: { issues: [issue('Bundle.type')] } }, 'fail byHeader'],
      [{ byHeader: ok }, 'untestable byHeader'],
    ],
  },
  {
    check: 'errors.refusal-json',
    at: users,
    rows: [
      [{ none: unauthorized, wrongHeader: unauthorized, wrongQuery: unauthorized }, 'pass none'],
      [
        { none: unauthorized, wrongHeader: unauthorized, wrongQuery: { ...page, status: 401 } },
        'fail wrongQuery',
      ],
      [{ none: ok, wrongHeader: unauthorized, wrongQuery: lost }, 'pass wrongHeader'],
      [{ none: ok, wrongHeader: crash, wrongQuery: lost }, 'untestable'],
    ],
  },
  {
    check: 'errors.refusal-shape',
    at: users,
    rows: [
      [{ none: unauthorized, wrongHeader: unauthorized, wrongQuery: forbidden }, 'pass none'],
      [
        { none: unauthorized, wrongHeader: { status: 401, body: '{"error":null}' }, wrongQuery: ok },
        'fail wrongHeader',
      ],
      [
        {
          none: unauthorized,
          wrongHeader: unauthorized,
          wrongQuery: ok,
          emptyHeader: { status: 400, body: '{}' },
        },
        'fail emptyHeader',
      ],
    ],
  },
  {
    check: 'errors.refusal-message',
    at: citations,
    rows: [
      [{ none: unauthorized, wrongHeader: unauthorized, wrongQuery: unauthorized }, 'pass none'],
      [
        { none: unauthorized, wrongHeader: unauthorized, wrongQuery: told(401, 'unauthorized') },
        'fail wrongQuery',
      ],
      [{ none: unauthorized, wrongHeader: forbidden, wrongQuery: unauthorized }, 'fail wrongHeader'],
      [
        { none: unauthorized, wrongHeader: unauthorized, wrongQuery: { status: 401, body: '{}' } },
        'fail wrongQuery',
      ],
      [
        {
          none: unauthorized,
          wrongHeader: unauthorized,
          wrongQuery: ok,
          emptyHeader: told(400, 'Malformed'),
        },
        'pass none',
      ],
      [
        { none: unauthorized, wrongHeader: unauthorized, wrongQuery: ok, emptyQuery: told(400, 'Malformed') },
        'pass none',
      ],
      [
        { none: badRequest, wrongHeader: badRequest, wrongQuery: badRequest, valid: badRequest },
        'untestable',
      ],
      [
        { none: badRequest, wrongHeader: unauthorized, wrongQuery: ok, valid: badRequest },
        'pass wrongHeader',
      ],
      [{ none: badRequest, wrongHeader: unauthorized, wrongQuery: ok, valid: told(400, 'No') }, 'fail none'],
      [
        { none: badRequest, wrongHeader: unauthorized, wrongQuery: ok, valid: told(422, 'Which project?') },
        'fail none',
      ],
      [{ none: badRequest, wrongHeader: unauthorized, wrongQuery: ok, valid: lost }, 'fail none'],
      [{ none: badRequest, wrongHeader: unauthorized, wrongQuery: ok }, 'fail none'],
      [
        { none: told(401, 'No key'), wrongHeader: ok, wrongQuery: ok, valid: told(401, 'No key') },
        'fail none',
      ],
    ],
  },
  {
    check: 'errors.refusal-message',
    at: imports,
    rows: [
      [{ none: badBundle, wrongHeader: badBundle, wrongQuery: badBundle }, 'untestable'],
      // What the gate lets through is judged by auth.*: one cause, one alarm.
      [{ none: badBundle, wrongHeader: unauthorized, wrongQuery: unauthorized }, 'pass wrongHeader'],
      [{ none: badBundle, wrongHeader: unauthorized, wrongQuery: badBundle }, 'pass wrongHeader'],
      [{ none: badBundle, wrongHeader: badBundle, wrongQuery: unauthorized }, 'pass wrongQuery'],
      [
        { none: unauthorized, wrongHeader: badBundle, wrongQuery: badBundle, cutHeader: unauthorized },
        'pass none',
      ],
      [
        { none: sameBundle(badBundle), wrongHeader: badBundle, wrongQuery: badBundle, valid: imported },
        'fail none',
      ],
      [{ none: badBundle, wrongHeader: badBundle, wrongQuery: badBundle, valid: imported }, 'untestable'],
      [
        {
          none: sameBundle(badBundle),
          wrongHeader: badBundle,
          wrongQuery: badBundle,
          valid: sameBundle(badBundle),
        },
        'untestable',
      ],
      [{ none: unauthorized, wrongHeader: badBundle, wrongQuery: badBundle }, 'pass none'],
      [{ none: unauthorized, wrongHeader: notFound, wrongQuery: unauthorized }, 'fail wrongHeader'],
      [{ none: told(401, 'No key'), wrongHeader: badBundle, wrongQuery: badBundle }, 'fail none'],
    ],
  },
  {
    check: 'errors.unknown-id',
    at: citation,
    rows: [
      [{ unknown: notFound }, 'pass unknown'],
      [{ unknown: { status: 404, body: '{}' } }, 'fail unknown'],
      [{ unknown: unauthorized }, 'untestable unknown'],
      [{ unknown: crash }, 'fail unknown'],
      [{ unknown: lost }, 'fail unknown'],
      [{ unknown: { body: '{"id":1}' } }, 'pass unknown'],
      [{ unknown: { body: 'null' } }, 'fail unknown'],
      [{ unknown: { body: '{"error":"No such citation"}' } }, 'fail unknown'],
      [{ unknown: page }, 'fail unknown'],
    ],
  },
  {
    check: 'errors.unknown-id',
    at: project,
    rows: [
      [{ unknown: { body: '{"resourceType":"Bundle"}' } }, 'pass unknown'],
      [{ unknown: { body: '{"id":1}' } }, 'fail unknown'],
      [{ unknown: { body: '[]' } }, 'fail unknown'],
    ],
  },
  {
    check: 'import.created',
    at: imports,
    rows: [
      [{ valid: { status: 201 } }, 'pass valid'],
      [{ valid: ok }, 'fail valid'],
      [{ valid: lost }, 'fail valid'],
    ],
  },
  {
    check: 'import.json-answer',
    at: imports,
    rows: [
      [{ valid: { status: 201 } }, 'pass valid'],
      [{ valid: { ...page, status: 201 } }, 'fail valid'],
      [{ valid: { status: 201, headers: { 'content-type': 'text/html' } } }, 'fail valid'],
      [{ valid: badBundle }, 'untestable valid'],
      [{ valid: lost }, 'untestable valid'],
    ],
  },
  {
    check: 'import.identifiers',
    at: imports,
    rows: [
      [{ valid: { status: 201, body: '{"id":1}' } }, 'pass valid'],
      [{ valid: { status: 201, body: '{}' } }, 'fail valid'],
      [{ valid: { ...page, status: 201 } }, 'fail valid'],
      [{ valid: told(422, 'Project 7 exists') }, 'untestable valid'],
      [{ valid: lost }, 'untestable valid'],
    ],
  },
  {
    check: 'import.other-type-answered',
    at: imports,
    rows: [
      [{ bad: badBundle }, 'pass bad'],
      [{ bad: forbidden }, 'pass bad'],
      [{ bad: { status: 422, body: '{}' } }, 'fail bad'],
      [{ bad: crash }, 'fail bad'],
      [{ bad: lost }, 'fail bad'],
      [{ bad: unauthorized }, 'untestable bad'],
      [{ bad: { body: '{"id":1}' } }, 'pass bad'],
      [{ bad: { body: '{"error":"No"}' } }, 'fail bad'],
      [{ bad: page }, 'fail bad'],
    ],
  },
];

groups.forEach(({ check, at, rows }, group) => {
  test.describe(`${group + 1}: ${check} at ${at}`, () => {
    rows.forEach(([answers, outcome], index) => {
      test(`case ${index + 1}: ${outcome}`, () => {
        const verdict = verdictOf(check, at, answers);
        expect(`${verdict.outcome} ${verdict.exchange ?? ''}`.trim(), verdict.message).toBe(outcome);
      });
    });
  });
});

const user = (more: object = {}): Seen => ({ body: JSON.stringify({ id: 1, name: 'Ada', ...more }) });

const userRows: readonly (readonly [check: string, answers: Answers, outcome: string])[] = [
  ['users.same-user-either-way', { first: user(), last: user(), byQuery: user() }, 'pass byQuery'],
  ['users.same-user-either-way', { first: user(), last: user(), byQuery: user({ id: '1' }) }, 'pass byQuery'],
  ['users.same-user-either-way', { first: user(), last: user(), byQuery: user({ id: 2 }) }, 'fail byQuery'],
  [
    'users.same-user-either-way',
    { first: user({ id: 1 }), last: user({ id: 2 }), byQuery: user({ id: 3 }) },
    'pass byQuery',
  ],
  [
    'users.same-user-either-way',
    { first: { body: '{"at":1}' }, last: { body: '{"at":2}' }, byQuery: { body: '{"at":3}' } },
    'untestable first',
  ],
  ['users.same-user-either-way', { first: user(), last: user(), byQuery: crash }, 'fail byQuery'],
  ['users.same-user-either-way', { first: user(), last: user(), byQuery: badRequest }, 'untestable byQuery'],
  ['users.same-user-either-way', { first: user(), last: page, byQuery: user() }, 'untestable last'],
  ['users.same-user-either-way', { first: user(), last: lost, byQuery: user() }, 'untestable last'],
  ['users.other-user-for-other-key', { first: user(), last: user(), second: user() }, 'fail second'],
  ['users.other-user-for-other-key', { first: user(), last: user(), second: user({ id: 2 }) }, 'pass second'],
  [
    'users.other-user-for-other-key',
    { first: user(), last: user(), second: user({ theme: 'x' }) },
    'fail second',
  ],
  ['users.other-user-for-other-key', { first: user(), last: user(), second: unauthorized }, 'fail second'],
  [
    'users.other-user-for-other-key',
    { first: unauthorized, last: user(), second: badRequest },
    'untestable first',
  ],
  [
    'users.other-user-for-other-key',
    { first: { body: '{"at":1}' }, last: { body: '{"at":2}' }, second: { body: '{"at":3}' } },
    'untestable first',
  ],
  [
    'users.other-user-for-other-key',
    { first: { body: '{"theme":"x"}' }, last: { body: '{"theme":"x"}' }, second: { body: '{"theme":"x"}' } },
    'untestable first',
  ],
  [
    'users.other-user-for-other-key',
    { first: { body: '{"theme":"x"}' }, last: { body: '{"theme":"x"}' }, second: { body: '{"theme":"y"}' } },
    'pass second',
  ],
];

userRows.forEach(([check, answers, outcome], index) => {
  test(`users ${index + 1}: ${check}: ${outcome}`, () => {
    const verdict = verdictOf(check, users, answers);
    expect(`${verdict.outcome} ${verdict.exchange ?? ''}`.trim(), verdict.message).toBe(outcome);
  });
});

test('every verdict is a whole sentence, whatever came', () => {
  const sentence = /^[A-Z].*[^\s.:;]\.$/;
  const all = [
    ...groups.flatMap(({ check, at, rows }) => rows.map(([answers]) => verdictOf(check, at, answers))),
    ...userRows.map(([check, answers]) => verdictOf(check, users, answers)),
  ];
  for (const { check, outcome, message } of all) {
    expect(message, check).toMatch(sentence);
    expect(message, check).not.toMatch(/undefined|NaN|\[object| {2}| [;:,.]/);
    if (outcome === 'fail')
      expect(message, check).toMatch(/^(GET|POST) \S+ .+; the document promises \S.+\.$/);
  }
  const messages = all.map(({ message }) => message);
  expect(messages.filter((message) => /; the document promises/.test(message)).length).toBeGreaterThan(70);
});

test('a FHIR failure names three errors and counts the rest, and leaves warnings out', () => {
  const messageOf = (issues: readonly FhirIssue[], omittedIssues = 0) =>
    verdictOf('fhir.valid', project, { byHeader: { issues, omittedIssues } }).message;
  expect(messageOf([issue('a'), issue('w', 'warning')])).toContain(': a: wrong a; the document');
  expect(messageOf([issue('a'), issue('b'), issue('c')])).toContain(
    ': a: wrong a; b: wrong b; c: wrong c; the',
  );
  expect(messageOf([issue('a'), issue('b'), issue('c'), issue('d')])).toContain(
    'c: wrong c (and 1 more); the',
  );
  expect(messageOf([issue('a')], 7)).toContain('a: wrong a (and 7 more); the');
});

test('a failure of the user names three fields and counts the rest', () => {
  const many = (value: number) => ({
    body: JSON.stringify(Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((name) => [name, value]))),
  });
  const few = (value: number) => ({ body: JSON.stringify({ a: value, b: value, c: value }) });
  const messageOf = (first: Seen, byQuery: Seen) =>
    verdictOf('users.same-user-either-way', users, { first, last: first, byQuery }).message;
  expect(messageOf(many(1), many(2))).toContain('$.a, $.b, $.c and 2 more');
  expect(messageOf(few(1), few(2))).toContain('$.a, $.b, $.c)');
});
