import { expect, test } from '@playwright/test';
import { type InstallationState, stateIds } from '../../../contract/state.ts';
import { type LocationVote, stateOfVotes, votesSentence } from '../../../monitor/shared/locations.ts';

const short = {
  down: 'unreachable',
  other: 'not-this-api',
  key: 'key-rejected',
  bad: 'violating',
  part: 'incomplete',
  slow: 'throttled',
  none: 'unknown',
  work: 'maintenance',
  good: 'conforming',
} as const satisfies Record<string, InstallationState>;

/** States as words, one for each location. */
function voicesOf(words: string): readonly LocationVote[] {
  return words
    .split(' ')
    .filter((word) => word !== '')
    .map((word, index) => ({ location: `place-${index}`, state: short[word as keyof typeof short] }));
}

/** The votes of the locations, how many have to agree, and the state of the installation. */
const table: readonly (readonly [voices: string, agree: number, is: keyof typeof short])[] = [
  // N of M.
  ['good good good', 2, 'good'],
  ['down good good', 2, 'good'],
  ['down down good', 2, 'down'],
  ['down good good', 1, 'down'],
  ['down down good', 3, 'good'],
  ['down down down', 3, 'down'],
  ['key key good', 2, 'key'],
  // A more severe fault supports a lighter one, never the reverse.
  ['down key good', 2, 'key'],
  ['down other key', 2, 'other'],
  ['down other key', 3, 'key'],
  ['down other key', 1, 'down'],
  ['down down key', 2, 'down'],
  // One vote is enough for a broken requirement; an installation that enough locations cannot reach is down.
  ['bad good good', 2, 'bad'],
  ['bad down good', 2, 'bad'],
  ['bad down down', 2, 'down'],
  ['bad slow slow', 2, 'bad'],
  ['part bad good', 2, 'bad'],
  ['part slow slow', 2, 'part'],
  // States that are not a fault of the installation.
  ['slow good good', 2, 'good'],
  ['slow slow good', 2, 'slow'],
  ['slow down good', 2, 'slow'],
  ['work work good', 2, 'work'],
  ['work work down', 2, 'work'],
  ['work down down', 2, 'down'],
  ['work down good', 2, 'work'],
  ['none none good', 2, 'none'],
  // Fewer votes than have to agree: those of silent locations are missing.
  ['', 2, 'none'],
  ['down', 2, 'none'],
  ['slow', 2, 'none'],
  ['good', 2, 'good'],
  ['bad', 2, 'bad'],
  ['down good', 2, 'good'],
  ['down down', 2, 'down'],
  ['down down', 3, 'none'],
];

for (const [voices, agree, is] of table) {
  test(`with agree ${agree}, the votes "${voices}" give ${short[is]}, in either order`, () => {
    const all = voicesOf(voices);
    expect(stateOfVotes(all, agree)).toBe(short[is]);
    expect(stateOfVotes(all.toReversed(), agree)).toBe(short[is]);
  });
}

test('a single location decides alone, with any state', () => {
  for (const state of stateIds) expect(stateOfVotes([{ location: 'oslo', state }], 1)).toBe(state);
});

test('another conforming vote neither begins nor ends an outage, and another unreachable vote does not end it', () => {
  for (const [voices, agree] of table) {
    const all = voicesOf(voices);
    const isDown = stateOfVotes(all, agree) === 'unreachable';
    const withGood = stateOfVotes([...all, { location: 'new', state: 'conforming' }], agree);
    const withDown = stateOfVotes([...all, { location: 'new', state: 'unreachable' }], agree);
    expect(withGood === 'unreachable').toBe(isDown);
    if (isDown) expect(withDown).toBe('unreachable');
    if (all.every(({ state }) => state === 'conforming') && all.length > 0)
      expect(withGood).toBe('conforming');
  }
});

test('one sentence lists the state from each location, the most severe first, and the silent locations', () => {
  const voices: readonly LocationVote[] = [
    { location: 'frankfurt', state: 'conforming' },
    { location: 'oslo', state: 'unreachable' },
    { location: 'dublin', state: 'conforming' },
  ];
  expect(votesSentence(voices, [])).toBe('Unreachable from oslo; conforming from dublin and frankfurt.');
  expect(votesSentence(voices.slice(0, 1), ['rome', 'dublin', 'oslo'])).toBe(
    'Conforming from frankfurt; nothing heard from dublin, oslo, and rome.',
  );
  expect(votesSentence([], ['oslo'])).toBe('Nothing heard from oslo.');
});
