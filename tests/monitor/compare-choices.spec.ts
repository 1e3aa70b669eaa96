import { expect, test } from '@playwright/test';
import type { RunQuery } from '../../monitor/history/history.ts';
import type { RunRow } from '../../monitor/model.ts';
import type { CompareView } from '../../monitor/pages/compare/data.ts';
import { compareChoices } from '../../monitor/pages/compare/data.ts';
import { renderCompare } from '../../monitor/pages/compare/view.ts';
import { frameOf } from './pages/sample-views.ts';
import { wordsOf } from './support/text-of.ts';

const nowMs = Date.UTC(2026, 10, 21, 13, 5);
const hourMs = 3_600_000;

function rowOf(id: string, hoursAgo: number): RunRow {
  const startedMs = nowMs - hoursAgo * hourMs;
  return {
    id,
    installation: 'one',
    tier: 'standard',
    state: 'conforming',
    startedMs,
    finishedMs: startedMs + 900,
  } as RunRow;
}

/** The newest first. */
function historyOf(rows: readonly RunRow[]) {
  return {
    run: async (id: string) => {
      const row = rows.find((one) => one.id === id);
      return row === undefined ? undefined : { row, detail: {} as never };
    },
    runs: async ({ beforeMs = Number.POSITIVE_INFINITY, limit }: RunQuery) =>
      rows.filter(({ startedMs }) => startedMs < beforeMs).slice(0, limit),
  };
}

const observed = (row: RunRow) => ({ id: row.id, startedMs: row.startedMs, observations: [] });
const [latest, previous, lastNight, old] = [rowOf('d', 0.1), rowOf('c', 1), rowOf('b', 14), rowOf('a', 200)];

test('each choice names the earlier run that the latest run is compared with', async () => {
  const change = { before: observed(lastNight), after: observed(previous), software: [], drift: 1 };
  const rows = [latest, previous, lastNight, old];
  const choices = await compareChoices('one', historyOf(rows), nowMs, change);
  expect(choices.map(({ name, from, run }) => [name, from, run?.id])).toEqual([
    ['deployment', 'b', 'b'],
    ['before', 'c', 'c'],
    // Yesterday ended at 00:00.
    ['yesterday', 'yesterday', 'b'],
    ['week', '7d', 'a'],
    ['month', '30d', undefined],
  ]);
});

test('with a single run the choices have no run to compare with; with no run there are no choices', async () => {
  const choices = await compareChoices('one', historyOf([old]), nowMs, undefined);
  expect(choices.map(({ run }) => run)).toEqual([undefined, undefined, undefined, undefined]);
  expect(await compareChoices('one', historyOf([]), nowMs, undefined)).toEqual([]);
});

const view: CompareView = {
  frame: frameOf(),
  installation: 'one',
  asked: { from: '7d', to: '' },
  choices: [
    {
      name: 'week',
      from: '7d',
      run: {
        id: 'a',
        url: '/runs/a',
        tier: 'full',
        state: 'conforming',
        startedAt: '2026-11-13T05:05:00.000Z',
        durationMs: 900,
      },
    },
    { name: 'month', from: '30d' },
  ],
  version: { since: '2026-11-21T12:05:00.000Z', from: 'b', to: 'c' },
};

async function textsOf(shown: CompareView): Promise<string> {
  const page = String(await renderCompare(shown));
  return wordsOf(page.slice(page.indexOf('<main')));
}

test('choices with a run are links above the form, the current one marked; a choice without a run is plain text', async () => {
  const page = String(await renderCompare(view));
  const links = [...page.matchAll(/<a href="([^"]*compare[^"]*)"( aria-current="true")?>([^<]+)</g)];
  expect(links.map(([, url, current, text]) => [url, text, current !== undefined])).toEqual([
    ['/installations/one/compare?from=7d', '7 days ago', true],
    ['/installations/one/compare?from=b&amp;to=c', 'What it changed', false],
  ]);
  expect(page.indexOf('7 days ago')).toBeLessThan(page.indexOf('<form'));
  const text = await textsOf(view);
  expect(text).toContain('7 days ago run of 13 Nov 2026 05:05 UTC');
  expect(text).toContain('30 days ago no run that old is kept');
  expect(text).toContain(
    'The last deployment, as far as answers show it: 21 Nov 2026 12:05 UTC. What it changed',
  );
  const { version: _, ...without } = view;
  expect(await textsOf(without)).toContain(
    'No deployment was seen: all kept runs look like the same version.',
  );
});
