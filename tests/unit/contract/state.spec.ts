import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { stateIds, states } from '../../../contract/state.ts';

const textOf = (name: string): string => readFileSync(new URL(`../../../${name}`, import.meta.url), 'utf8');

test('every state has a unique icon, label and meaning, so that colour is never needed', () => {
  for (const field of ['icon', 'label', 'meaning'] as const)
    expect(new Set(states.map((state) => state[field])).size).toBe(states.length);
});

test('a state that explains every verdict never counts as up', () => {
  for (const { explainsEverything, countsAs } of states)
    if (explainsEverything) expect(countsAs).not.toBe('up');
});

test('a state is red if it counts as down, and only then', () => {
  for (const { id, countsAs, tone } of states) expect(tone === 'bad', id).toBe(countsAs === 'down');
});

for (const file of ['schemas/run.schema.json', 'schemas/monitor.schema.json']) {
  test(`${file} lists exactly these states`, () => {
    const lists = [...textOf(file).matchAll(/"enum": \[([^\]]*"conforming"[^\]]*)\]/g)].map(([, list = '']) =>
      [...list.matchAll(/"([^"]+)"/g)].map(([, name]) => name),
    );
    expect(lists).toHaveLength(1);
    expect(lists[0]?.toSorted()).toEqual(stateIds.toSorted());
  });
}

test('docs/monitor.md has the table of states', () => {
  const counts = { up: 'up', down: 'down', excluded: 'does not count' } as const;
  const guide = textOf('docs/monitor.md').replaceAll(/ +\|/g, ' |');
  const rows = states.map(({ id, meaning, countsAs }) => `| \`${id}\` | ${meaning} | ${counts[countsAs]} |`);
  expect(guide).toContain(rows.join('\n'));
});
