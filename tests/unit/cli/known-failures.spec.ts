import { expect, test } from '@playwright/test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import { applyKnown } from '../../../application/known-failures.ts';
import { KnownFailuresError, parseKnownFailures } from '../../../application/read-known-failures.ts';
import { allCheckCases } from '../../../contract/checks/catalogue.ts';
import { caseKey } from '../../../contract/judging/judge.ts';
import { verdictKey } from '../../../contract/judging/verdict.ts';
import type { RecordedVerdict, RunRecord } from '../../../engine/record/run-record.ts';
import schema from '../../../schemas/known-failures.schema.json' with { type: 'json' };
import { projects, record, users, verdict } from '../../support/records.ts';

const right = `
# Until the upgrade
- check: auth.no-key-rejected
  endpoint: GET /api/v3/users
  reason: Ticket 7.
  until: 2026-03-31
- { check: fhir.valid, endpoint: "GET /api/v3/projects/:id", reason: " Ticket 8. " }
- { check: fhir.valid, endpoint: all, reason: Ticket 9. }
`;

test('a list of known failures is read from YAML, JSON or an empty file', () => {
  expect(parseKnownFailures(right, 'known.yaml')).toEqual([
    { check: 'auth.no-key-rejected', endpoint: users, reason: 'Ticket 7.', until: '2026-03-31' },
    { check: 'fhir.valid', endpoint: 'GET /api/v3/projects/:id', reason: 'Ticket 8.' },
    { check: 'fhir.valid', endpoint: 'all', reason: 'Ticket 9.' },
  ]);
  const json = '[{"check":"auth.no-key-rejected","endpoint":"GET /api/v3/users","reason":"r"}]';
  expect(parseKnownFailures(json, 'known.json')).toHaveLength(1);
  for (const empty of ['', '\n# nothing is known\n', '[]'])
    expect(parseKnownFailures(empty, 'k')).toEqual([]);
});

test('the schema for editors accepts a valid list and rejects the same mistakes as the reader', () => {
  const validate = new Ajv2020({ strict: true, keywords: ['errorMessage'] }).compile(schema);
  expect(validate(parse(right))).toBe(true);
  for (const wrong of ['a: b', '[{}]', '- {check: a.b, endpoint: GET /api/v3/users, reason: " "}']) {
    expect(validate(parse(wrong))).toBe(false);
    expect(() => parseKnownFailures(wrong, 'k')).toThrow(KnownFailuresError);
  }
});

const entry = 'endpoint: GET /api/v3/users, reason: r';
const mistakes: readonly (readonly [what: string, text: string, problems: readonly string[]])[] = [
  [
    'a misspelt check',
    `- {check: auth.no-key-rejectd, ${entry}}`,
    ['k.yaml:1: No check is named "auth.no-key-rejectd". Did you mean auth.no-key-rejected?'],
  ],
  [
    'a misspelt endpoint',
    '- {check: auth.no-key-rejected, endpoint: GET /api/v3/user, reason: r}',
    ['k.yaml:1: No endpoint is named "GET /api/v3/user". Did you mean GET /api/v3/users?'],
  ],
  [
    'a check that does not apply to the endpoint',
    '- {check: users.same-user-either-way, endpoint: GET /api/v3/citations, reason: r}',
    ['k.yaml:1: The check users.same-user-either-way does not apply to GET /api/v3/citations.'],
  ],
  [
    'malformed dates',
    ['2026-02-32', '31.12.2026', '2026-1-1', 'soon', '20260101']
      .map((day) => `- {check: auth.no-key-rejected, ${entry}, until: ${day}}`)
      .join('\n'),
    [1, 2, 3, 4, 5].map((line) => `k.yaml:${line}: Write a day as 2030-01-31.`),
  ],
  ['not a list', 'check: a', ['k.yaml:1: Give a list of entries, each with check, endpoint and reason.']],
  [
    'a duplicate entry',
    `- {check: auth.no-key-rejected, ${entry}}\n- {check: auth.no-key-rejected, ${entry}}`,
    ['k.yaml:2: auth.no-key-rejected at GET /api/v3/users is listed twice.'],
  ],
];

for (const [what, text, problems] of mistakes) {
  test(`a mistake in the list is reported with its line: ${what}`, () => {
    expect(problemsOf(text)).toEqual(problems);
  });
}

test('broken YAML is reported with its line', () => {
  expect(problemsOf('- check: a\n- check: [\n')).toEqual([
    expect.stringMatching(/^k\.yaml:\d: This is not valid YAML \([A-Z_]+\)\.$/),
  ]);
});

function problemsOf(text: string): readonly string[] {
  try {
    parseKnownFailures(text, 'k.yaml');
  } catch (thrown) {
    if (thrown instanceof KnownFailuresError) return thrown.problems;
    throw thrown;
  }
  return [];
}

/** A run that judged everything at the endpoints of these verdicts: all else passed. */
function wholeAt(verdicts: readonly RecordedVerdict[], rest: Partial<RunRecord> = {}): RunRecord {
  const judged = new Set(verdicts.map(verdictKey));
  const places = new Set<string>(verdicts.map(({ endpoint }) => endpoint));
  const others = allCheckCases
    .filter((one) => places.has(one.endpoint.id) && !judged.has(caseKey(one)))
    .map((one) => verdict(one.check.id, one.endpoint.id, 'pass'));
  return record([...verdicts, ...others], rest);
}

const check = 'auth.no-key-rejected';
const noneOutdated = { stale: [], expired: [] };
const expired =
  'The known failure auth.no-key-rejected at GET /api/v3/users was expected until 2026-03-31: remove it, or give it a new date.';
const stale = 'auth.no-key-rejected at GET /api/v3/users passes now: remove it from the known failures.';

const applications: readonly {
  readonly what: string;
  readonly outcome: 'pass' | 'fail' | 'untestable' | 'skip' | 'error';
  readonly today: string;
  readonly isMarked: boolean;
  readonly stale: readonly string[];
  readonly expired: readonly string[];
}[] = [
  {
    what: 'marks a check that fails on the last day',
    outcome: 'fail',
    today: '2026-03-31',
    isMarked: true,
    ...noneOutdated,
  },
  {
    what: 'has expired if the check fails after the last day',
    outcome: 'fail',
    today: '2026-04-01',
    isMarked: false,
    stale: [],
    expired: [expired],
  },
  {
    what: 'is stale if the check passes',
    outcome: 'pass',
    today: '2026-03-01',
    isMarked: false,
    stale: [stale],
    expired: [],
  },
  {
    what: 'has expired, and can be removed, if the check passes after the last day',
    outcome: 'pass',
    today: '2026-04-01',
    isMarked: false,
    stale: [],
    expired: [expired.replace('remove it, or give it a new date', 'it passes now, so remove it')],
  },
  {
    what: 'is ignored if the check is untestable',
    outcome: 'untestable',
    today: '2026-04-01',
    isMarked: false,
    ...noneOutdated,
  },
  {
    what: 'is ignored if the check itself broke',
    outcome: 'error',
    today: '2026-03-01',
    isMarked: false,
    ...noneOutdated,
  },
];

for (const { what, outcome, today, isMarked, ...outdated } of applications) {
  test(`an entry ${what} (${today})`, () => {
    const run = wholeAt([verdict(check, users, outcome), verdict(check, projects, 'fail')]);
    const applied = applyKnown(
      run,
      [{ check, endpoint: users, reason: 'Ticket 7.', until: '2026-03-31' }],
      today,
    );
    expect(applied.record.verdicts.slice(0, 2).map(({ known }) => known)).toEqual([
      isMarked ? 'Ticket 7.' : undefined,
      undefined,
    ]);
    expect(applied.stale.map(({ sentence }) => sentence)).toEqual(outdated.stale);
    expect(applied.expired.map(({ sentence }) => sentence)).toEqual(outdated.expired);
    expect(run.verdicts.every((one) => one.known === undefined)).toBe(true);
  });
}

const imports = 'POST /api/v3/fhir_imports';
const documentedStatus = 'availability.documented-status';
const askingLess: readonly (readonly [what: string, run: RunRecord, isStale: boolean])[] = [
  ['a complete run of the full tier', wholeAt([verdict(documentedStatus, imports, 'pass')]), true],
  [
    'a run of a lower tier',
    wholeAt([verdict(documentedStatus, imports, 'pass')], { tier: 'standard' }),
    false,
  ],
  [
    'a run that was cut short',
    wholeAt([verdict(documentedStatus, imports, 'pass')], { cutShort: true }),
    false,
  ],
  ['a run of selected checks', record([verdict(documentedStatus, imports, 'pass')]), false],
  ...(['imports-not-allowed', 'imports-not-in-run', 'no-second-key'] as const).map(
    (code): (typeof askingLess)[number] => [
      `a run that skipped an import check (${code})`,
      wholeAt([
        verdict(documentedStatus, imports, 'pass'),
        verdict('import.created', imports, 'skip', { reason: { code, facts: {} } }),
      ]),
      false,
    ],
  ),
];

for (const [what, run, isStale] of askingLess) {
  test(`${what} ${isStale ? 'makes' : 'does not make'} an entry for the import stale`, () => {
    const entry = { check: documentedStatus, endpoint: imports, reason: 'Ticket 7.' };
    expect(applyKnown(run, [entry], '2026-01-01').stale).toHaveLength(isStale ? 1 : 0);
  });
}

test('a byte order mark is accepted, and a date that does not exist is rejected', () => {
  const text = (until: string): string => `\ufeff- {check: ${check}, ${entry}, until: ${until}}`;
  expect(problemsOf(text('2027-02-28'))).toEqual([]);
  expect(problemsOf(text('2027-02-30'))).toEqual(['k.yaml:1: There is no day 2027-02-30.']);
});

const places = allCheckCases.filter((one) => one.check.id === check).map(({ endpoint }) => endpoint.id);
const everywhere = { check, endpoint: 'all', reason: 'Everywhere.' };
const staleEverywhere =
  'auth.no-key-rejected at all endpoints passes now: remove it from the known failures.';

test('an entry for all endpoints marks each failure that has no entry of its own', () => {
  expect(parseKnownFailures(`- {check: ${check}, endpoint: all, reason: Everywhere.}`, 'k')).toEqual([
    everywhere,
  ]);
  const run = record([verdict(check, users, 'fail'), verdict(check, projects, 'fail')]);
  const known = [everywhere, { check, endpoint: users, reason: 'Ticket 7.' }];
  const applied = applyKnown(run, known, '2026-01-01');
  expect(applied.record.verdicts.map((one) => one.known)).toEqual(['Ticket 7.', 'Everywhere.']);
  expect(applied.stale).toEqual([]);
});

test('an entry for all endpoints is stale when the check passes at each endpoint that was judged', () => {
  const sentences = (first: 'pass' | 'fail', others: 'pass' | 'untestable'): readonly string[] => {
    const run = wholeAt(
      places.map((endpoint) => verdict(check, endpoint, endpoint === users ? first : others)),
    );
    return applyKnown(run, [everywhere], '2026-01-01').stale.map(({ sentence }) => sentence);
  };
  expect(sentences('fail', 'pass')).toEqual([]);
  expect(sentences('pass', 'untestable')).toEqual([staleEverywhere]);
});

test('an entry for all endpoints does not become stale by a run that selected or skipped checks', () => {
  const passing = places.map((endpoint) => verdict(check, endpoint, 'pass'));
  const noImport = { reason: { code: 'imports-not-allowed' as const, facts: {} } };
  const lacking = wholeAt([...passing, verdict('import.created', imports, 'skip', noImport)]);
  for (const run of [record(passing), lacking])
    expect(applyKnown(run, [everywhere], '2026-01-01').stale).toEqual([]);
});

test('an entry for all endpoints does not become stale by a run at some endpoints, but can expire', () => {
  const run = wholeAt(places.slice(1).map((endpoint) => verdict(check, endpoint, 'pass')));
  expect(applyKnown(run, [everywhere], '2026-01-01').stale).toEqual([]);
  const here = { check, endpoint: places[1] ?? '', reason: 'Ticket 7.' };
  expect(applyKnown(run, [here], '2026-01-01').stale).toHaveLength(1);
  const dated = { ...everywhere, until: '2025-12-31' };
  expect(applyKnown(run, [dated], '2026-01-01').expired).toHaveLength(1);
});

test.describe('an endpoint that was not shown to work', () => {
  const check = 'availability.endpoint-answers';
  const open = {
    ...verdict(check, users, 'untestable'),
    message: 'Not shown.',
    exchange: 'e1',
    reason: { code: 'not-shown' as const, facts: {} },
  };
  const run = record([open, verdict(check, projects, 'pass')], { state: 'incomplete' });
  const expected = { check, endpoint: users, reason: 'Ticket 7.', until: '2026-03-31' };

  test('can be expected until a date', () => {
    const { record: applied, stale, expired } = applyKnown(run, [expected], '2026-03-31');
    expect(applied.verdicts.map(({ known }) => known)).toEqual(['Ticket 7.', undefined]);
    expect([stale, expired]).toEqual([[], []]);
  });

  test('counts again after that date, and the entry is reported as expired', () => {
    const { record: applied, stale, expired } = applyKnown(run, [expected], '2026-04-01');
    expect(applied.verdicts.map(({ known }) => known)).toEqual([undefined, undefined]);
    expect([stale.length, expired.map(({ entry }) => entry)]).toEqual([0, [expected]]);
  });

  test('makes its entry stale when it works', () => {
    const works = wholeAt([verdict(check, users, 'pass')]);
    expect(applyKnown(works, [expected], '2026-03-31').stale.map(({ entry }) => entry)).toEqual([expected]);
  });
});
