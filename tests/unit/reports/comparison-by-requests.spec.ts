import { expect, test } from '@playwright/test';
import type { EndpointId } from '../../../contract/document/endpoints.ts';
import { makeBaseline } from '../../../engine/record/baseline.ts';
import type { RunRecord } from '../../../engine/record/run-record.ts';
import { type Comparison, compareRecords, isWorse } from '../../../reports/comparison/compare.ts';
import { setViewOf, viewOf } from '../../../reports/comparison/view.ts';
import { exchange, failed, record, users, verdict } from '../../support/records.ts';

/** A comparison of two runs depends on the requests that each sent, and on what each showed to work. */

const check = 'auth.no-key-rejected';

/** A run in which one check passed. */
function passing(rest: Partial<RunRecord> = {}): RunRecord {
  return record([verdict(check, users, 'pass')], rest);
}

const answers = 'availability.endpoint-answers';
const notShown = (status = 404): RunRecord =>
  record(
    [
      verdict(answers, users, 'untestable', {
        exchange: 'e7',
        message: 'Not shown: it answered 404.',
        reason: { code: 'not-shown', facts: {} },
      }),
    ],
    { state: 'incomplete', exchanges: [exchange('e7', users, { status })] },
  );

test('an endpoint that answers 404 now counts as broken for clients, but breaks no requirement', () => {
  const comparison = compareRecords(record([verdict(answers, users, 'pass')]), notShown());
  expect(isWorse(comparison)).toBe(true);
  expect(comparison.causes.broke).toMatchObject([
    {
      headline: 'An endpoint was not shown to work',
      sentence: 'Not shown: it answered 404.',
      requirements: [],
    },
  ]);
  expect(viewOf(comparison).keeping).toEqual([{ endpoint: users, answer: 'no', reasons: ['not shown'] }]);
});

test('a failure without a reason code, as earlier versions wrote it, counts as a failure', () => {
  const id = 'some.earlier-check';
  const before = record([verdict(id, users, 'pass')]);
  const { causes } = compareRecords(before, record([verdict(id, users, 'fail')]));
  expect(causes.broke).toMatchObject([{ headline: `The check ${id} fails`, requirements: ['AUTH-1'] }]);
});

test('an endpoint that is shown to work again counts as fixed', () => {
  const comparison = compareRecords(notShown(), record([verdict(answers, users, 'pass')]));
  expect(comparison.causes.fixed).toMatchObject([{ headline: 'An endpoint was not shown to work' }]);
  expect(viewOf(comparison).verdict).toBe('Nothing broke. 1 endpoint shown to work again.');
});

const imports: EndpointId = 'POST /api/v3/fhir_imports';
const status = 'availability.documented-status';
const byImport = { key: 'header', status: 500 } as const;
const withImport = (outcome: 'pass' | 'fail'): RunRecord =>
  record([
    outcome === 'fail' ? failed(status, imports, 'server-error', byImport) : verdict(status, imports, 'pass'),
    verdict('import.created', imports, outcome === 'fail' ? 'untestable' : 'pass', {
      reason: { code: 'explained', facts: {} },
    }),
  ]);
const withoutImport = record([
  verdict(status, imports, 'pass'),
  verdict('import.created', imports, 'skip', { reason: { code: 'imports-not-allowed', facts: {} } }),
]);

test('a failure counts as fixed only if the later run sent the request that failed', () => {
  expect(viewOf(compareRecords(withImport('fail'), withImport('pass'))).verdict).toBe(
    'Nothing broke. 1 fixed.',
  );
  const { verdict: said, sections } = viewOf(compareRecords(withImport('fail'), withoutImport));
  expect(said).toBe('Nothing broke. 1 broken before and not judged again.');
  expect(sections[0]).toMatchObject({
    title: 'Broken before, and not judged again',
    items: [{ sentence: 'The service fails.' }],
  });
});

test('a failure counts as new only if the earlier run sent the request that fails', () => {
  expect(isWorse(compareRecords(withImport('pass'), withImport('fail')))).toBe(true);
  const comparison = compareRecords(withoutImport, withImport('fail'));
  expect(isWorse(comparison)).toBe(false);
  expect(viewOf(comparison).verdict).toBe('Nothing broke. 1 broken that was not judged before.');
});

test('a failure of a further sample is compared only between runs of the full and survey tiers', () => {
  const citations: EndpointId = 'GET /api/v3/citations';
  const at = (outcome: 'pass' | 'fail', tier: RunRecord['tier'] = 'full'): RunRecord =>
    record(
      [
        outcome === 'fail'
          ? failed(status, citations, 'server-error', { key: 'header', page: 'next' })
          : verdict(status, citations, 'pass'),
      ],
      { tier },
    );
  expect(compareRecords(at('fail'), at('pass')).causes.fixed).toHaveLength(1);
  expect(compareRecords(at('fail'), at('pass', 'survey')).causes.fixed).toHaveLength(1);
  expect(compareRecords(at('fail'), at('pass', 'standard')).causes).toMatchObject({
    fixed: [],
    'not-judged-again': [{ headline: 'The service fails' }],
  });
  expect(isWorse(compareRecords(at('pass', 'standard'), at('fail')))).toBe(false);
});

test('if the header refuses the key, a new failure with the key in the query counts as worse', () => {
  const byQuery = (outcome: 'pass' | 'fail'): RunRecord =>
    record(
      [
        failed('auth.header-key-accepted', users, 'key-refused-in-header', { key: 'header', status: 401 }),
        verdict('success.json-body', users, outcome, {
          reason: { code: 'not-json', facts: { key: 'query' } },
        }),
      ],
      { tier: 'standard' },
    );
  expect(isWorse(compareRecords(byQuery('pass'), byQuery('fail')))).toBe(true);
});

test('an import that is refused now is reported as no longer shown to work', () => {
  const refused = verdict('import.created', imports, 'untestable', {
    exchange: 'e7',
    message: 'Not shown: it answered 403.',
    reason: { code: 'not-shown', facts: {} },
  });
  const comparison = compareRecords(withImport('pass'), record([refused]));
  const { verdict: said, tone, sections } = viewOf(comparison);
  expect(said).toBe('Nothing broke. 1 endpoint no longer shown to work.');
  expect(tone).toBe('open');
  expect(sections.map(({ title }) => title)).toContain('No longer shown to work');
});

test('an endpoint whose "not shown" is a known failure does not count as broken', () => {
  const accepted = notShown();
  const after = { ...accepted, verdicts: accepted.verdicts.map((one) => ({ ...one, known: 'Ticket 7.' })) };
  const comparison = compareRecords(record([verdict(answers, users, 'pass')]), after);
  expect(isWorse(comparison)).toBe(false);
  expect(viewOf(comparison).verdict).toBe('Nothing broke. 1 covered by known failures.');
});

test('compared with a baseline, an observed endpoint counts as broken if it is missing, not if it crashes', () => {
  const baseline = makeBaseline(
    record([], { observations: [{ gap: 'GAP-LIST-FIELDS', endpoint: users, answer: 'id' }] }),
  );
  const missing = record([failed(answers, users, 'missing')]);
  expect(viewOf(compareRecords(baseline, missing)).verdict).toBe('Something broke. 1 broken.');
  const crashed = record([failed(status, users, 'server-error', byImport)]);
  expect(viewOf(compareRecords(baseline, crashed)).verdict).toBe(
    'What was observed before is as it was; requirements were not compared. 1 failing now.',
  );
});

test('a comparison says if requests are throttled now, and if the runs are in the wrong order', () => {
  const later = passing({ throttled: 2, finishedAt: '2026-01-03T00:00:00.000Z' });
  expect(viewOf(compareRecords(passing(), later)).verdict).toBe('Nothing broke. Requests are throttled now.');
  const turned = viewOf(compareRecords(later, passing()));
  expect(turned.verdict).toBe('Nothing broke. Nothing changed.');
  expect(turned.sides).toContain('The run named first is the later one.');
});

test('a delay of the suite itself neither makes an endpoint slower nor hides a slower one', () => {
  const lists = (total: number, lagMs: number): RunRecord =>
    passing({
      exchanges: [1, 2].map((number) =>
        exchange(`e${number}`, users, { phasesMs: { total }, ...(lagMs > 0 ? { lagMs } : {}) }),
      ),
    });
  const slower = (after: RunRecord): number =>
    compareRecords(lists(40, 0), after).responseTimes?.slower.length ?? 0;
  expect([slower(lists(700, 100)), slower(lists(700, 650))]).toEqual([1, 0]);
  // A run that is compared with itself keeps its response times.
  const same = compareRecords(lists(700, 650), lists(700, 650)).responseTimes?.all;
  expect([same?.beforeMs, same?.afterMs]).toEqual([700, 700]);
});

test('a check that fails for another reason than before is reported as broken otherwise', () => {
  const crashed = record([failed(status, users, 'server-error', byImport)]);
  const redirected = record([failed(status, users, 'undocumented-status', { key: 'header', status: 302 })]);
  expect(viewOf(compareRecords(crashed, crashed)).verdict).toBe('Nothing new broke. 1 still broken.');
  const comparison = compareRecords(crashed, redirected);
  expect(viewOf(comparison).verdict).toBe('Nothing new broke. 1 still broken for another reason.');
  expect(comparison.causes['still-broken']).toEqual([]);
  expect(viewOf(comparison).keeping).toMatchObject([{ endpoint: users, answer: 'as-before' }]);
});

test('failures with one cause are one item, even if one of the checks failed for another reason before', () => {
  const created = 'import.created';
  const before = record([
    failed(created, imports, 'import-not-created', { key: 'header', status: 200 }),
    verdict(status, imports, 'pass', { exchange: 'e1' }),
  ]);
  const redirected = { key: 'header', status: 302 } as const;
  const after = record([
    failed(created, imports, 'undocumented-status', redirected),
    failed(status, imports, 'undocumented-status', redirected),
  ]);
  const { sections } = viewOf(compareRecords(before, after));
  expect(sections.map(({ title, items }) => [title, items.length])).toEqual([['Newly broken', 1]]);
});

test('the comparison lists broken installations first, then breaking changes for clients, then unchanged ones', () => {
  const named = (name: string, comparison: Comparison): Comparison => ({
    ...comparison,
    after: { ...comparison.after, installation: { ...comparison.after.installation, name } },
  });
  const fields = (answer: string): RunRecord =>
    passing({ observations: [{ gap: 'GAP-LIST-FIELDS', endpoint: users, answer }] });
  const comparisons = [
    named('as before', compareRecords(passing(), passing())),
    named('fewer fields', compareRecords(fields('id, name'), fields('id'))),
    named('broken', compareRecords(passing(), record([failed(check, users, 'missing')]))),
  ];
  const { views } = setViewOf({ comparisons, onlyBefore: [], onlyAfter: [] });
  expect(views.map(({ name }) => name)).toEqual(['broken', 'fewer fields', 'as before']);
});

test('an endpoint that is not shown to work, before or now, leaves open whether a client can stay', () => {
  const refusals = verdict('errors.shape', users, 'pass');
  const both = { ...notShown(), verdicts: [...notShown().verdicts, refusals] };
  const { tone, keeping } = viewOf(compareRecords(both, both));
  expect(tone).toBe('open');
  expect(keeping).toMatchObject([{ endpoint: users, answer: 'unknown', reasons: ['not shown to work'] }]);
});

test('compared with a baseline, an endpoint that is not shown to work counts as broken only with a 404', () => {
  const baseline = makeBaseline(
    record([], { observations: [{ gap: 'GAP-LIST-FIELDS', endpoint: users, answer: 'id' }] }),
  );
  expect(viewOf(compareRecords(baseline, notShown(400))).verdict).toBe(
    'What was observed before is as it was; requirements were not compared. 1 endpoint not shown to work.',
  );
  expect(viewOf(compareRecords(baseline, notShown())).verdict).toBe(
    'Something broke. 1 endpoint not shown to work.',
  );
});

test('a throttled answer that no longer occurs is reported as not judged again only if it was broken', () => {
  const id = 'errors.throttled-answer';
  const throttled = record([verdict(check, users, 'pass'), verdict(id, users, 'pass')]);
  expect(viewOf(compareRecords(throttled, passing())).verdict).toBe('Nothing broke. Nothing changed.');
  const misshapen = record([verdict(check, users, 'pass'), failed(id, users, 'throttled-answer-form')]);
  expect(viewOf(compareRecords(misshapen, passing())).verdict).toBe(
    'Nothing broke. 1 broken before and not judged again.',
  );
});

test('every endpoint that is no longer shown to work is counted and named, as is every one that is again', () => {
  const places: readonly EndpointId[] = [
    'GET /api/v3/citations',
    'GET /api/v3/citations/:id',
    'GET /api/v3/extractions',
    'GET /api/v3/extractions/:id',
    'GET /api/v3/sd_meta_data',
  ];
  const shown = record(places.map((place) => verdict(answers, place, 'pass')));
  const lost = record(
    places.map((place) =>
      verdict(answers, place, 'untestable', {
        message: `Not shown: ${place}.`,
        reason: { code: 'not-shown', facts: {} },
        // Without a list, a record is not requested.
        ...(place.endsWith(':id') ? {} : { exchange: 'e7' }),
      }),
    ),
    { state: 'incomplete', exchanges: [exchange('e7', places[0] ?? users, { status: 400 })] },
  );
  const named = `At ${places.join(', ')}.`;
  const { verdict: said, sections, keeping, closing } = viewOf(compareRecords(shown, lost));
  expect(said).toBe('Nothing broke. 5 endpoints no longer shown to work.');
  expect(sections.map(({ title }) => title)).toEqual(['No longer shown to work']);
  expect(sections[0]?.items[0]?.sentence).toBe('5 endpoints were not shown to work.');
  expect(sections[0]?.items[0]?.details).toContain(named);
  expect(keeping.map(({ endpoint, reasons }) => [endpoint, reasons.join()])).toEqual(
    places.map((place) => [place, 'not shown to work']),
  );
  expect(closing).toContain('Checks: 5 no longer judged.');
  const again = viewOf(compareRecords(lost, shown));
  expect(again.verdict).toBe('Nothing broke. 5 endpoints shown to work again.');
  expect(again.sections.map(({ title, items }) => [title, items[0]?.details.includes(named)])).toEqual([
    ['Fixed', true],
  ]);
  expect(again.closing).toContain('Checks: 5 fixed.');
});

test('what was broken before is said where it is broken for another reason', () => {
  const crashed = record([failed(status, users, 'server-error', byImport)]);
  const redirected = record([failed(status, users, 'undocumented-status', { key: 'header', status: 302 })]);
  const { sections } = viewOf(compareRecords(crashed, redirected));
  expect(sections.map(({ title }) => title)).toEqual(['Still broken, for another reason']);
  expect(sections[0]?.items[0]?.details).toContain(`Before: ${crashed.verdicts[0]?.message}`);
});

test('a run that was not judged as a whole says why', () => {
  const redirects = 'It redirects to a path with a slash; TRAILING_SLASH=true asks for that.';
  const nothing = (state: RunRecord['state'], cause: string): RunRecord =>
    record([verdict(check, users, 'untestable', { reason: { code: 'obstructed', facts: {} } })], {
      state,
      cause,
      coverage: 0,
    });
  const after = nothing('unknown', redirects);
  const whyIn = (comparison: Comparison): unknown =>
    viewOf(comparison)
      .sections.filter(({ title }) => title === 'Why not everything could be judged')
      .flatMap(({ items }) => items.map(({ label, sentence }) => [label, sentence]));
  expect(whyIn(compareRecords(passing(), after))).toEqual([['Now', redirects]]);
  expect(
    whyIn(compareRecords(nothing('unreachable', 'Refused.'), nothing('key-rejected', 'A 401.'))),
  ).toEqual([
    ['Before', 'Refused.'],
    ['Now', 'A 401.'],
  ]);
  const throttled = passing({ state: 'throttled', cause: 'It asks to wait 60 s.', coverage: 0.6 });
  expect(whyIn(compareRecords(passing(), throttled))).toEqual([['Now', 'It asks to wait 60 s.']]);
  const deadline = passing({ state: 'violating', cause: 'Its deadline ended it.', cutShort: true });
  expect(whyIn(compareRecords(passing(), deadline))).toEqual([['Now', 'Its deadline ended it.']]);
  // The retried answers of a run that conforms kept nothing from being judged.
  expect(whyIn(compareRecords(passing({ cause: '1 answer had status 503.' }), passing()))).toEqual([]);
  // What went away is said once.
  expect(whyIn(compareRecords(passing(), nothing('unreachable', 'Refused.')))).toEqual([]);
});

test('of several installations, those that could not be compared are not said to be unbroken', () => {
  const nothing = record([verdict(check, users, 'untestable')], { state: 'unknown', coverage: 0 });
  const comparisons = [compareRecords(passing(), passing()), compareRecords(passing(), nothing)];
  expect(setViewOf({ comparisons, onlyBefore: [], onlyAfter: [] }).verdict).toBe(
    'Nothing broke at 2 installations, 1 of which could not be compared.',
  );
});

test('another service at the address is not called an installation that went away', () => {
  const obstructed = verdict(check, users, 'untestable', { reason: { code: 'obstructed', facts: {} } });
  const other = record([obstructed], { state: 'not-this-api', cause: 'Every path answers a page.' });
  const { verdict: said, sections } = viewOf(compareRecords(passing(), other));
  expect(said).toBe('Something else answers at this address now: nothing more can be compared.');
  expect(sections.map(({ title }) => title)).toEqual(['Something else answers at this address now']);
});

test('only a command that can run a survey is told to', () => {
  const { closing, advice } = viewOf(compareRecords(passing(), passing()));
  expect(closing.join()).not.toContain('survey');
  expect(advice).toEqual(['12 gaps were not compared: only a survey (--tier survey) asks for them.']);
  const survey = passing({ tier: 'survey' });
  expect(viewOf(compareRecords(survey, survey)).advice).toEqual([]);
});
