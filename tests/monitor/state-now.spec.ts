import { expect, test } from '@playwright/test';
import { changedSince } from '../../monitor/views/data/what-changed.ts';
import type { InstallationView } from '../../monitor/views/installation-model.ts';
import { stateNow } from '../../monitor/views/parts/state-now.ts';
import { installationView, rowOf } from './pages/sample-views.ts';

const view = installationView();
const worked = (at: string) =>
  ({ ...view.findings[0], lastGood: { at, url: '/runs/x' } }) as InstallationView['findings'][number];
const [early, late] = ['2026-11-20T10:00:00.000Z', '2026-11-21T10:00:00.000Z'];

const cases = [
  ['nothing fails or differs', [], undefined, undefined],
  [
    'the first finding is what counts',
    [worked(late), worked(early)],
    'run-7',
    { by: 'findings', from: early },
  ],
  ['without findings the first drift', [], 'run-7', { by: 'drift', from: 'run-7' }],
  ['a finding that was always there', [{ ...worked(late), lastGood: undefined }], 'run-7', undefined],
] as const;

for (const [name, findings, beforeDrift, expected] of cases) {
  test(`from where a comparison says what changed: ${name}`, () => {
    const { statusGrid } = view;
    expect(changedSince({ findings, beforeDrift, statusGrid } as unknown as InstallationView)).toEqual(
      expected,
    );
  });
}

test('what only a pulse has seen fail is in no run that could be compared with the one before it', () => {
  const { columns } = view.statusGrid;
  const latest = columns.at(-1)?.at ?? '';
  expect(latest).not.toBe('');
  expect(changedSince({ ...view, findings: [worked(latest)], beforeDrift: 'run-7' })).toBeUndefined();
});

function textOf(more: Partial<InstallationView>): string {
  return String(stateNow({ ...view, ...more }))
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(' .', '.');
}

const states = [
  ['violating', 'Up. Violating since 21 Nov 2026 09:55 UTC.'],
  ['conforming', 'Up. Conforming since 21 Nov 2026 09:55 UTC. Every requirement that was judged holds.'],
  ['unreachable', 'Down. Unreachable since 21 Nov 2026 09:55 UTC.'],
  ['throttled', 'Throttled since 21 Nov 2026 09:55 UTC.'],
] as const;

for (const [state, sentence] of states) {
  test(`the first line says whether it is up, and since when it is ${state}`, () => {
    const text = textOf({ row: rowOf('staging', state) });
    expect(text).toContain(sentence);
    expect(/Up\.|Down\./.test(text)).toBe(state !== 'throttled');
  });
}

test('the links lead to what it answered, to what changed, and to whether a client can stay', () => {
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
    ['What changed since it worked', from],
    ['Can I keep my integration?', `${from}#keeping`],
  ]);
  expect(shown).toContain('Can I keep my integration?</a> No: 1 endpoint, Yes: 13 endpoints</p>');
  expect(String(stateNow({ ...view, findings: [] }))).not.toContain('class="answers"');
});

test('a deployment of the last days is named, and leads to what it changed', () => {
  const deployment = { at: early, text: 'x-app-version: 3.1.4 → 3.2.0; <b>', url: '/compare-it' };
  expect(String(stateNow({ ...view, deployment }))).toMatch(
    /The last deployment, as far as answers show it: <a href="\/compare-it">.*20 Nov 2026 10:00 UTC.*<\/a> \(x-app-version: 3\.1\.4 → 3\.2\.0; &lt;b&gt;\)\./,
  );
  expect(textOf({})).not.toContain('deployment');
});

test('the last whole month stands among the figures, with its incidents; a month without runs does not', () => {
  expect(textOf({})).toContain('Last month (Oct) 99.56 % available; 2 incidents, 4 h in all');
  const [thisMonth, lastMonth] = view.months;
  if (thisMonth === undefined || lastMonth === undefined) throw new Error('The sample has two months.');
  expect(textOf({ months: [thisMonth, { ...lastMonth, incidents: 0, incidentMs: 0 }] })).toContain(
    '99.56 % available, no incident',
  );
  expect(textOf({ months: [thisMonth, { ...lastMonth, month: '2026-09' }] })).not.toContain('Last month');
});
