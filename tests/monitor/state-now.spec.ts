import { expect, test } from '@playwright/test';
import { states as allStates } from '../../contract/state.ts';
import { changedSince } from '../../monitor/pages/compare/data.ts';
import type { InstallationView } from '../../monitor/pages/installation/model.ts';
import { stateNow } from '../../monitor/pages/installation/state-now.ts';
import { renderRunbook } from '../../monitor/pages/runbook/view.ts';
import { runbookUrl } from '../../monitor/pages/shared/urls.ts';
import { frameOf, installationView, rowOf } from './pages/sample-views.ts';
import { textOf } from './support/text-of.ts';

const view = installationView();
const worked = (at: string) =>
  ({ ...view.findings[0], lastGood: { at, url: '/runs/x' } }) as InstallationView['findings'][number];
const [early, late] = ['2026-11-20T10:00:00.000Z', '2026-11-21T10:00:00.000Z'];

const cases = [
  ['none if nothing fails or differs', [], undefined, undefined],
  [
    'the last good run of the finding that broke first',
    [worked(late), worked(early)],
    'run-7',
    { by: 'findings', from: early },
  ],
  ['the run before the first drift if there are no findings', [], 'run-7', { by: 'drift', from: 'run-7' }],
  ['none if a finding was always there', [{ ...worked(late), lastGood: undefined }], 'run-7', undefined],
] as const;

for (const [name, findings, beforeDrift, expected] of cases) {
  test(`the run that "what changed" compares with: ${name}`, () => {
    const { statusGrid } = view;
    expect(changedSince({ findings, beforeDrift, statusGrid } as unknown as InstallationView)).toEqual(
      expected,
    );
  });
}

test('a failure that only a pulse saw offers no comparison with the previous run', () => {
  const { columns } = view.statusGrid;
  const latest = columns.at(-1)?.at ?? '';
  expect(latest).not.toBe('');
  expect(changedSince({ ...view, findings: [worked(latest)], beforeDrift: 'run-7' })).toBeUndefined();
});

function nowOf(more: Partial<InstallationView>): string {
  return textOf(stateNow({ ...view, ...more })).replaceAll(' .', '.');
}

const sinceThen = 'Since 21 Nov 2026 09:55 UTC (for 3 h )';
const states = [
  ['violating', `What Up. Violating. At least one requirement is broken. ${sinceThen}`],
  ['conforming', `What Up. Conforming. Every requirement that was judged holds. ${sinceThen}`],
  ['unreachable', 'What Down. Unreachable. '],
  ['throttled', 'What Throttled. '],
] as const;

for (const [state, sentence] of states) {
  test(`the first line says "Up" or "Down", or neither if throttled, and the state: ${state}`, () => {
    const text = nowOf({ row: rowOf('staging', state) });
    expect(text).toContain(sentence);
    expect(/Up\.|Down\./.test(text)).toBe(state !== 'throttled');
  });
}

test('"Why" shows the headlines of at most three findings; an unreachable installation shows its cause', () => {
  expect(nowOf({})).toContain(
    'Why A request without a key is let in: status 200 at 2 of 14 endpoints. FHIR is not valid: status 200 at GET /api/v3/projects/:id. Who',
  );
  const [first] = view.findings;
  if (first === undefined) throw new Error('The sample has findings.');
  expect(nowOf({ findings: [first, first, first, first, first] })).toContain('2 more findings');
  const row = rowOf('staging', 'unreachable', { cause: 'It cannot be reached: check baseUrl.' });
  expect(nowOf({ row })).toContain('Why It cannot be reached: check baseUrl.');
});

const settings = ['owner', 'contact'] as const;
const whose = [
  [{ contact: 'ops@example.org', settings }, 'Contact: <a href="mailto:ops@example.org">ops@example.org</a>'],
  [{ contact: 'https://x.example/a', settings }, 'Contact: <a href="https://x.example/a">'],
  [{ contact: '+47 22 85 <b>', owner: 'Team', settings }, 'Owner: Team · Contact: +47 22 85 &lt;b&gt;'],
  [{ settings }, 'Nobody is named: set <code>owner</code> and <code>contact</code>.'],
] as const;

for (const [people, expected] of whose) {
  test(`the box names owner and contact: ${expected.replaceAll(/<[^>]+>/g, '')}`, () => {
    expect(String(stateNow({ ...view, people }))).toContain(expected);
    const row = { ...rowOf('staging', 'violating'), group: 'Hospital North' };
    expect(nowOf({ row, people })).toContain('Who Group: Hospital North · ');
  });
}

test('"What to do" shows advice, a link to the runbook, the curl line, and the beginning of the answer', () => {
  const [first] = view.findings;
  const advice = 'Look at the logs; timeoutMs allows more time.';
  const evidence = {
    status: 500,
    url: 'https://staging.example.org/api/v3/users',
    curl: "curl -sS -i 'https://staging.example.org/api/v3/users'",
    totalMs: 12,
    excerpt: `{\n  "error": "${'It broke. '.repeat(50)}"\n}`,
  };
  const shown = String(stateNow({ ...view, findings: first ? [{ ...first, advice }] : [], evidence }));
  expect(shown).toContain(`${advice} <a href="/runbook#evidencecontractviolated">Runbook</a>`);
  expect(shown).toContain('curl -sS -i &#39;https://staging.example.org/api/v3/users&#39;</pre>');
  expect(shown).toMatch(
    /Status 500 after 12 ms: <code>\{ &quot;error&quot;: &quot;It broke\. [^<]+…<\/code>/,
  );
});

test('an unreachable installation shows its curl line; a healthy one shows nothing to do', () => {
  const evidence = {
    failure: 'the connection was refused',
    url: 'https://staging.example.org/api/v3/users',
    curl: "curl -sS -i 'https://staging.example.org/api/v3/users'",
    totalMs: 3,
  };
  const text = nowOf({ row: rowOf('staging', 'unreachable'), evidence });
  expect(text).toContain('No answer after 3 ms: the connection was refused.');
  expect(text).toContain('What to do Runbook curl -sS');
  expect(nowOf({ row: rowOf('staging', 'conforming') })).not.toContain('What to do');
});

test('every state that is an incident has a section in the runbook', async () => {
  const runbook = String(await renderRunbook(frameOf()));
  for (const { id, isIncident } of allStates) {
    const url = runbookUrl(id);
    if (isIncident) expect(url, id).toBeDefined();
    if (url !== undefined) expect(runbook).toContain(`id="${url.split('#')[1]}"`);
  }
});

test('the box links to the failures, to what changed, and to whether a client can keep its integration', () => {
  const keeping = [
    { answer: 'no', endpoints: 1 },
    { answer: 'yes', endpoints: 13 },
  ] as const;
  const changed = { by: 'findings', from: early, keeping } as const;
  const shown = String(stateNow({ ...view, findings: [worked(early)], changed }));
  const links = [...shown.slice(shown.indexOf('class="answers"')).matchAll(/<a href="([^"]+)">([^<]+)/g)];
  const from = '/installations/staging/compare?from=2026-11-20T10%3A00%3A00.000Z';
  expect(links.slice(0, 3).map(([, url, text]) => [text, url])).toEqual([
    ['What it answered', '#failures'],
    ['What changed since the run before', from],
    ['Can I keep my integration?', `${from}#keeping`],
  ]);
  expect(shown).toContain('Can I keep my integration?</a> No: 1 endpoint, Yes: 13 endpoints</p>');
  expect(String(stateNow({ ...view, findings: [] }))).not.toContain('class="answers"');
});

test('the last deployment is named and links to what it changed', () => {
  const deployment = { at: early, text: 'x-app-version: 3.1.4 → 3.2.0; <b>', url: '/compare-it' };
  expect(String(stateNow({ ...view, deployment }))).toMatch(
    /The last deployment, as far as answers show it: <a href="\/compare-it">.*20 Nov 2026 10:00 UTC.*<\/a> \(x-app-version: 3\.1\.4 → 3\.2\.0; &lt;b&gt;\)\./,
  );
  expect(nowOf({})).not.toContain('deployment');
});

test('the figures include last month with its incidents; without runs last month no month is shown', () => {
  expect(nowOf({})).toContain('Last month (Oct) 99.56 % available; 2 incidents, 4 h in all');
  const [thisMonth, lastMonth] = view.months;
  if (thisMonth === undefined || lastMonth === undefined) throw new Error('The sample has two months.');
  expect(nowOf({ months: [thisMonth, { ...lastMonth, incidents: 0, incidentMs: 0 }] })).toContain(
    '99.56 % available, no incident',
  );
  expect(nowOf({ months: [thisMonth, { ...lastMonth, month: '2026-09' }] })).not.toContain('Last month');
});
