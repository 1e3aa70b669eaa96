import { expect, test } from '@playwright/test';
import { type EndpointId, endpoints } from '../../../contract/endpoints.ts';
import { countedFindings, findingsOf, withFindings } from '../../../engine/record/findings.ts';
import type { RecordedVerdict, RunRecord } from '../../../engine/record/run-record.ts';
import { exchange, mixed, projects, record, users, verdict } from '../../support/records.ts';

const everywhere: readonly EndpointId[] = endpoints.map(({ id }) => id);
const citation: EndpointId = 'GET /api/v3/citations/:id';
const importing: EndpointId = 'POST /api/v3/fhir_imports';

/** A failing check with the exchange that shows it. */
interface Failing {
  readonly check: string;
  readonly endpoint: EndpointId;
  /** What the sentence says after the endpoint. */
  readonly says: string;
  readonly status?: number;
  readonly known?: string;
}

function recordOf(failing: readonly Failing[], others: readonly RecordedVerdict[] = []): RunRecord {
  const verdicts = failing.map(({ check, endpoint, says, known }, index) =>
    verdict(check, endpoint, 'fail', {
      message: `${endpoint} ${says}`,
      exchange: `e${index}`,
      ...(known === undefined ? {} : { known }),
    }),
  );
  const exchanges = failing.map(({ endpoint, status = 200 }, index) =>
    exchange(`e${index}`, endpoint, { status }),
  );
  return record([...verdicts, ...others], { exchanges });
}

/** Findings in short: gravity, sentence, and which checks failed how often. */
function shortOf(run: RunRecord): readonly string[] {
  return findingsOf(run).map(
    ({ gravity, sentence, checks, failures }) =>
      `${gravity}: ${sentence} [${checks.join(', ')}: ${failures.length}]`,
  );
}

const open = (endpoint: EndpointId, check = 'auth.no-key-rejected'): Failing => ({
  check,
  endpoint,
  says: `${check.includes('wrong') ? 'with a wrong key in the header' : 'without a key'} was answered with status 200 (application/json, ${endpoint.length} bytes); the document promises a 4xx answer.`,
});
const html = (endpoint: EndpointId): Failing => ({
  check: 'errors.json-body',
  endpoint,
  status: 401,
  says: 'without a key has an error body that is not JSON (it begins with "<html>"); the document promises that an error is JSON.',
});
const crash = (endpoint: EndpointId, message = 'Oops.'): Failing => ({
  check: 'availability.documented-status',
  endpoint,
  status: 500,
  says: `with a valid key in the header was answered with status 500 and the message "${message}" (application/json, 20 bytes); the document promises a status.`,
});

const cases: readonly (readonly [string, RunRecord, readonly string[]])[] = [
  ['a run without failures has none', record([verdict('auth.no-key-rejected', users, 'pass')]), []],
  [
    'one failure is one finding, in its own words',
    recordOf([open(users)]),
    [
      'open-door: GET /api/v3/users without a key was answered with status 200 (application/json, 17 bytes); the document promises a 4xx answer. [auth.no-key-rejected: 1]',
    ],
  ],
  [
    'the same check with the same answer at all endpoints is one, whatever the sizes',
    recordOf(everywhere.map((endpoint) => open(endpoint))),
    [
      'open-door: At all 14 endpoints a request without a key was answered with status 200 (application/json); the document promises a 4xx answer. [auth.no-key-rejected: 14]',
    ],
  ],
  [
    'at some endpoints: the number of those that were judged stands beside',
    recordOf([open(users), open(projects)], [verdict('auth.no-key-rejected', citation, 'pass')]),
    [
      'open-door: At 2 of 3 endpoints a request without a key was answered with status 200 (application/json); the document promises a 4xx answer. [auth.no-key-rejected: 2]',
    ],
  ],
  [
    'at all that could be judged',
    recordOf(
      [crash(users), crash(projects)],
      [verdict('availability.documented-status', citation, 'untestable')],
    ),
    [
      'outage: At both endpoints that could be judged a request with a valid key in the header was answered with status 500 and the message "Oops." (application/json, 20 bytes); the document promises a status. [availability.documented-status: 2]',
    ],
  ],
  [
    'a wrong key that is accepted where no key is accepted has the same cause',
    recordOf([open(users), open(users, 'auth.wrong-header-key-rejected')]),
    [
      'open-door: GET /api/v3/users without a key was answered with status 200 (application/json, 17 bytes); the document promises a 4xx answer. [auth.no-key-rejected, auth.wrong-header-key-rejected: 2]',
    ],
  ],
  [
    'and another cause where it alone is accepted, or with an answer of another class',
    recordOf([
      { ...open(users), status: 500 },
      open(users, 'auth.wrong-header-key-rejected'),
      open(projects, 'auth.wrong-header-key-rejected'),
    ]),
    [
      'open-door: At both endpoints a request with a wrong key in the header was answered with status 200 (application/json); the document promises a 4xx answer. [auth.wrong-header-key-rejected: 2]',
      'outage: GET /api/v3/users without a key was answered with status 200 (application/json, 17 bytes); the document promises a 4xx answer. [auth.no-key-rejected: 1]',
    ],
  ],
  [
    'the same check with another answer is another finding',
    recordOf([crash(users), crash(projects), crash(citation, 'The database is full.')]),
    [
      'outage: At 2 of 3 endpoints a request with a valid key in the header was answered with status 500 and the message "Oops." (application/json, 20 bytes); the document promises a status. [availability.documented-status: 2]',
      'outage: GET /api/v3/citations/:id with a valid key in the header was answered with status 500 and the message "The database is full." (application/json, 20 bytes); the document promises a status. [availability.documented-status: 1]',
    ],
  ],
  [
    'messages that name their record, or an id, are the same answer',
    recordOf([
      crash(citation, "Couldn't find Citation with 'id'=4711"),
      crash('GET /api/v3/extractions/:id', "Couldn't find Extraction with 'id'=12"),
    ]),
    [
      "outage: At both endpoints a request with a valid key in the header was answered with status 500 and the message \"Couldn't find … with 'id'=…\" (application/json); the document promises a status. [availability.documented-status: 2]",
    ],
  ],
  [
    'what asks the same of the import shares the finding; a promise that differs is left out',
    recordOf([
      { ...crash(users), check: 'availability.endpoint-answers' },
      {
        ...crash(importing),
        check: 'import.created',
        says: crash(importing).says.replace('a status', 'status 201'),
      },
    ]),
    [
      'outage: At both endpoints a request with a valid key in the header was answered with status 500 and the message "Oops." (application/json, 20 bytes). [availability.endpoint-answers, import.created: 2]',
    ],
  ],
  [
    'a gateway that answers in place of the service is one cause, whatever was asked',
    recordOf(
      [
        ['availability.documented-status', users, 'with a valid key in the header', 502, 90],
        ['availability.documented-status', projects, 'with a valid key in the header', 502, 90],
        ['auth.no-key-rejected', importing, 'with the import body "refusable" without a key', 502, 91],
      ].map(
        ([check, endpoint, asked, status, bytes]) =>
          ({
            check,
            endpoint,
            status,
            says: `${asked} was answered with status ${status} (text/html, ${bytes} bytes); the document promises ${check}.`,
          }) as Failing,
      ),
    ),
    [
      'outage: At all 3 endpoints a request was answered with status 502 (text/html). [availability.documented-status, auth.no-key-rejected: 3]',
    ],
  ],
  [
    'bodies that are refused in the same wrong way share a finding, which names no single one',
    recordOf(
      ['not-json', 'no-entry'].map((body) => ({
        check: `import.${body}-answered`,
        endpoint: importing,
        status: 400,
        says: `with the import body "${body}" with a valid key in the header has an error body without \`error\`; the document promises an object.`,
      })),
    ),
    [
      'wrong-form: POST /api/v3/fhir_imports with the import body "…" with a valid key in the header has an error body without `error`; the document promises an object. [import.not-json-answered, import.no-entry-answered: 2]',
    ],
  ],
  [
    'the gravest comes first, then what is found at more endpoints: a spelling everywhere after one open door',
    recordOf([...everywhere.map(html), crash(projects), open(users)]),
    [
      'open-door: GET /api/v3/users without a key was answered with status 200 (application/json, 17 bytes); the document promises a 4xx answer. [auth.no-key-rejected: 1]',
      'outage: GET /api/v3/projects with a valid key in the header was answered with status 500 and the message "Oops." (application/json, 20 bytes); the document promises a status. [availability.documented-status: 1]',
      'wrong-form: At all 14 endpoints a request without a key has an error body that is not JSON (it begins with "<html>"); the document promises that an error is JSON. [errors.json-body: 14]',
    ],
  ],
  [
    'checks of another version of the suite, and sentences that name no endpoint',
    record([
      verdict('auth.from-the-future', users, 'fail', { message: 'It broke.' }),
      verdict('auth.from-the-future', projects, 'fail', { message: 'It broke.' }),
    ]),
    ['wrong-status: At both endpoints: It broke. [auth.from-the-future: 2]'],
  ],
  [
    'an installation that never answered as this API is one finding',
    record([verdict('auth.no-key-rejected', users, 'untestable')], {
      state: 'key-rejected',
      cause: 'It refuses the configured key.',
    }),
    ['unavailable: It refuses the configured key. [: 0]'],
  ],
  [
    'maintenance and throttling are none',
    record([verdict('auth.no-key-rejected', users, 'untestable')], { state: 'maintenance', cause: 'Soon.' }),
    [],
  ],
];
for (const [name, run, expected] of cases) {
  test(name, () => {
    expect(shortOf(run)).toEqual(expected);
  });
}

test('known failures have findings of their own, by their reason, which do not count', () => {
  const run = recordOf([
    { ...open(users), known: 'Ticket 7.' },
    { ...open(projects), known: 'Ticket 8.' },
    { ...open(importing), known: 'Ticket 7.' },
    open(citation),
  ]);
  expect(findingsOf(run).map(({ known, places }) => [known, places.endpoints.length])).toEqual([
    ['Ticket 7.', 2],
    ['Ticket 8.', 1],
    [undefined, 1],
  ]);
  expect(countedFindings(run).map(({ places }) => places.endpoints)).toEqual([[citation]]);
});

test('the id of a finding is the same at other endpoints and with other sizes, and another for another answer', () => {
  const idsOf = (run: RunRecord): readonly string[] => findingsOf(run).map(({ id }) => id);
  const [one] = idsOf(recordOf([open(users)]));
  expect(one).toMatch(/^[0-9a-f]{12}$/);
  expect(idsOf(recordOf([open(citation), open(projects)]))).toEqual([one]);
  expect(idsOf(recordOf([html(users)]))).not.toEqual([one]);
  expect(idsOf(recordOf([{ ...open(users), status: 500 }]))).not.toEqual([one]);
});

test('a record is written with its findings, before its verdicts, and grouped anew when it is read', () => {
  const run = withFindings(mixed);
  const names = Object.keys(run);
  expect(names.indexOf('findings')).toBeLessThan(names.indexOf('verdicts'));
  expect(run.findings).toEqual([
    expect.objectContaining({
      gravity: 'open-door',
      message:
        'GET /api/v3/users without a key was answered by status 200; the document promises a 4xx answer.',
      checks: ['auth.no-key-rejected'],
      requirements: ['AUTH-1', 'AUTH-9'],
      endpoints: [users],
      judged: 2,
      verdicts: [{ check: 'auth.no-key-rejected', endpoint: users }],
      exchanges: ['e1'],
    }),
    expect.objectContaining({ gravity: 'open-door', endpoints: [projects] }),
    expect.objectContaining({ gravity: 'open-door', endpoints: [users], known: 'Ticket 7.' }),
  ]);
  expect(withFindings({ ...run, verdicts: [] }).findings).toEqual([]);
});
