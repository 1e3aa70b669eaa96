import { expect, test } from '@playwright/test';
import { openHistory } from '../../monitor/history/sql-history.ts';
import type { KeptExchange, RunDetail, RunRow } from '../../monitor/model.ts';
import { compareRuns, exchangeViews } from '../../monitor/pages/run/data.ts';
import { renderRun } from '../../monitor/pages/run/view.ts';
import { runView } from './pages/sample-views.ts';
import { sqliteStore } from './support/history-stores.ts';
import { sampleCommit, sampleFailure, sampleRetention } from './support/sample-runs.ts';

const exchanges: readonly KeptExchange[] = [
  {
    endpoint: 'GET /api/v3/projects',
    method: 'GET',
    path: '/api/v3/projects?page=<1>',
    key: 'header',
    status: 200,
    startMs: 0,
    phasesMs: { connect: 2.5, firstByte: 20, transfer: 2.5, total: 25 },
    bytes: 1,
  },
  {
    endpoint: 'GET /api/v3/citations',
    method: 'GET',
    path: '/api/v3/citations',
    key: 'none',
    failure: 'the connection was cut',
    startMs: 25,
    phasesMs: { total: 75 },
    bytes: 0,
  },
];

test('a run returns its exchanges as stored; pruning removes them only from an old conforming run', async () => {
  const store = sqliteStore();
  const history = await openHistory(await store.fresh());
  const nowMs = Date.UTC(2026, 2, 10, 12);
  const detail = { ...sampleCommit().detail, exchanges };
  const hourMs = 3_600_000;
  const old = sampleCommit({ startedMs: nowMs - 30 * hourMs }, { detail });
  const bad = sampleCommit({ startedMs: nowMs - 31 * hourMs, state: 'violating' }, { detail });
  const recent = sampleCommit({ startedMs: nowMs - hourMs }, { detail });
  for (const commit of [old, bad, recent]) await history.commitRun(commit);
  expect((await history.run(old.row.id))?.detail).toEqual(detail);
  await history.prune(nowMs, sampleRetention);
  expect((await history.run(old.row.id))?.detail.exchanges).toBeUndefined();
  expect((await history.run(bad.row.id))?.detail.exchanges).toEqual(exchanges);
  expect((await history.run(recent.row.id))?.detail.exchanges).toEqual(exchanges);
  await history.close();
  await store.end();
});

test('the waterfall draws each phase of an exchange at its time; without exchanges the page says that none are kept', async () => {
  const page = String(await renderRun({ ...runView(), exchanges }));
  expect(page).toContain('2 exchanges in 100 ms');
  expect(page).toContain(
    '<rect class="connect" x="0" width="25" height="10"/><rect class="firstByte" x="25" width="200" height="10"/><rect class="transfer" x="225" width="25" height="10"/>',
  );
  // A phase that never ended lasts to the end.
  expect(page).toContain('<rect class="firstByte" x="250" width="750" height="10"/>');
  expect(page).toContain('GET /api/v3/projects?page=&lt;1&gt;');
  expect(page).toContain('Answered by status 200, 1 byte. Sent 0 ms after the run began.');
  expect(page).toContain('No answer: the connection was cut.');
  const { exchanges: _exchanges, ...without } = runView();
  expect(String(await renderRun(without))).toContain('The exchanges of this run are not kept');
});

test('the waterfall draws the wait of a request that was never answered, after its connection', async () => {
  const unanswered = { ...exchanges[1], startMs: 0, phasesMs: { connect: 10, total: 100 } } as KeptExchange;
  expect(String(await renderRun({ ...runView(), exchanges: [unanswered] }))).toContain(
    '<rect class="connect" x="0" width="100" height="10"/><rect class="firstByte" x="100" width="900" height="10"/>',
  );
});

test('an exchange carries the evidence of the failure that it shows', () => {
  const shown = { ...exchanges[1], key: 'header', status: 500 } as KeptExchange;
  const failure = { ...sampleFailure, evidence: { ...sampleFailure.evidence, key: 'header' } } as const;
  const [first, second] = exchangeViews([exchanges[0] ?? shown, shown], [failure]);
  expect(first?.evidence).toBeUndefined();
  expect(second?.evidence).toEqual(failure.evidence);
});

test('a comparison lists broken, fixed and changed items; a check that only one run judged is not a difference', () => {
  const { row, detail } = sampleCommit();
  const pass = (check: string) => ({ check, endpoint: 'GET /api/v3/users', outcome: 'pass' }) as const;
  const fail = (check: string) => ({ ...sampleFailure, check, endpoint: 'GET /api/v3/users' });
  const observed = (gap: string, answer: string) =>
    ({ gap, endpoint: 'GET /api/v3/users', answer }) as RunDetail['observations'][number];
  const before = {
    row: { ...row, medianMs: 20 },
    detail: {
      ...detail,
      verdicts: [pass('a'), pass('b')],
      failures: [fail('c'), fail('d')],
      observations: [observed('GAP-A', 'one'), observed('GAP-B', 'same')],
    },
  };
  const after = {
    row: { ...row, medianMs: 60 },
    detail: {
      ...detail,
      verdicts: [pass('b'), pass('c')],
      failures: [fail('a'), fail('e')],
      observations: [observed('GAP-A', 'two'), observed('GAP-B', 'same'), observed('GAP-C', 'new')],
    },
  };
  const endpoint = 'GET /api/v3/users';
  expect(compareRuns(before, after)).toMatchObject({
    broken: [{ check: 'a', endpoint }],
    fixed: [{ check: 'c', endpoint }],
    changed: [{ gap: 'GAP-A', endpoint, before: 'one', after: 'two' }],
    medianMs: { before: 20, after: 60 },
  });
});

test('a comparison with an outage names its state, and does not say that nothing changed', async () => {
  const { row, detail } = sampleCommit();
  const unjudged = (detail.verdicts ?? []).map((one) => ({ ...one, outcome: 'untestable' as const }));
  const outage = {
    row: { ...row, state: 'unreachable' as const },
    detail: { ...detail, observations: [], verdicts: unjudged },
  };
  const broken = { row: { ...row, state: 'violating' as const }, detail };
  const comparison = compareRuns(outage, broken);
  expect(String(await renderRun({ ...runView(), comparison }))).toMatch(
    /Compared with the <a[^>]*>run of .*<\/a> \(unreachable\): no check was judged by both\./,
  );
  const same = String(await renderRun({ ...runView(), comparison: compareRuns(broken, broken) }));
  expect(same).toMatch(/<\/a>: every check that both judged has the same result/);
});

test('a run that judged nothing says so', async () => {
  const totals = { pass: 0, fail: 0, untestable: 154, skip: 0, error: 0 };
  const page = (totals: RunRow['totals']) => renderRun({ ...runView(), failures: [], findings: [], totals });
  expect(String(await page(totals))).toContain('<p>Nothing was judged.</p>');
  expect(String(await page({ ...totals, pass: 1 }))).toContain('<p>Nothing that was judged failed.</p>');
});

test('an exchange says why its body is not kept, and nothing of a body if no answer came', async () => {
  const [first, unanswered] = exchanges;
  const of = async (one: KeptExchange | undefined) =>
    String(await renderRun({ ...runView(), exchanges: one === undefined ? [] : [one] }));
  const notKept = 'The body of the answer is not kept, since no failed check refers to it.';
  expect(await of(first && { ...first, status: 503 })).toContain(notKept);
  expect(await of(unanswered)).not.toContain('body is not kept');
});

test('an endpoint without a time has not been timed with a valid key: it may have answered to none', async () => {
  const endpoints = [{ endpoint: 'POST /api/v3/fhir_imports', outcome: 'pass' as const }];
  const page = String(await renderRun({ ...runView(), endpoints }));
  expect(page).toContain('<span class="spoken">not timed</span>');
  expect(page).not.toContain('no answer');
});

test('a failure does not count as fixed if the later run did not send the failed request', () => {
  const { row, detail } = sampleCommit();
  const endpoint = 'POST /api/v3/fhir_imports';
  const check = 'availability.documented-status';
  const reason = { code: 'server-error', facts: { key: 'header', status: 500 } } as const;
  const created = { check: 'import.created', endpoint } as const;
  const imported = {
    row,
    detail: {
      ...detail,
      verdicts: [{ ...created, outcome: 'untestable' as const }],
      failures: [{ ...sampleFailure, check, endpoint, reason }],
    },
  };
  const others = {
    row,
    detail: {
      ...detail,
      verdicts: [
        { ...created, outcome: 'skip' as const },
        { check, endpoint, outcome: 'pass' as const },
      ],
      failures: [],
    },
  };
  expect(compareRuns(imported, others)).toMatchObject({ broken: [], fixed: [] });
});
