import { expect, test } from '@playwright/test';
import picocolors from 'picocolors';
import type { RunRecord } from '../../../engine/record/run-record.ts';
import { adviceFor } from '../../../reports/advice/advice.ts';
import { adviceLines } from '../../../reports/console/run.ts';
import type { Deviations } from '../../../reports/notes.ts';
import { runSections } from '../../../reports/run-sections.ts';
import { failed, forbidden, hostileRecord, projects, record, users, verdict } from '../../support/records.ts';

const page = { width: 200, colours: picocolors.createColors(false), details: false };
const linesOf = (run: RunRecord, deviations: Deviations = {}): readonly string[] =>
  adviceLines(page, run, deviations);

const open = failed('auth.no-key-rejected', users, 'accepts-missing-key', { key: 'none', status: 200 });
const refused = failed('auth.header-key-accepted', users, 'key-refused-in-header', { key: 'header' });
const fails = failed('availability.documented-status', projects, 'server-error', { status: 500 });
const page200 = failed('success.json-body', projects, 'not-json', { received: 'text/html' });
const noList = failed('success.list-kind', projects, 'no-list', { received: 'a number' });
const misspelt = failed('errors.refusal-message', projects, 'refusal-message', { said: 'No' });
const noError = failed('errors.shape', projects, 'error-shape', { received: 'a string' });
const untestable = (code: 'explained' | 'left-open' | 'obstructed') =>
  verdict('auth.wrong-header-key-rejected', users, 'untestable', {
    reason: { code, facts: code === 'explained' ? { check: open.check } : {} },
  });

const closeIt =
  'Open door: Take it off the network or go back to the version before, and tell the developers: strangers can use it.';
const goBack = 'Outage: Go back to the version before if this is new, and tell the developers.';
const proxy =
  'Unavailable: Check whether a proxy removes the header Authorization; clients can use the query meanwhile. If both are refused, the key was changed, or this machine limited (THROTTLE_STATUSES).';
const login =
  'Wrong content: Check whether a proxy or a login page answers in place of the service, or cuts its answers off.';
const tell = 'Tell the developers of the service; clients that rely on the document may break.';
const readReasons = 'Not judged: Read the reasons: each says what stood in the way.';

interface Case {
  readonly name: string;
  readonly run: RunRecord;
  readonly deviations?: Deviations;
  readonly lines: readonly string[];
}

const cases: readonly Case[] = [
  {
    name: 'without findings',
    run: record([verdict('auth.no-key-rejected', users, 'pass')]),
    lines: ['No problems found', 'Nothing has to be done.'],
  },
  {
    name: 'with five findings, the most severe first',
    run: record([misspelt, page200, fails, refused, open]),
    lines: ['5 problems', closeIt, goBack, proxy, login, `Wrong form: ${tell}`],
  },
  {
    name: 'with more findings than are printed',
    run: record([misspelt, page200, noList, fails, refused, open, untestable('left-open')]),
    lines: [
      '6 problems',
      closeIt,
      goBack,
      proxy,
      login,
      `Wrong content: ${tell}`,
      '2 more: see report.html.',
    ],
  },
  {
    name: 'with two findings that need the same action',
    run: record([misspelt, noError]),
    lines: ['2 problems', `Wrong form: ${tell}`],
  },
  {
    name: 'with a verdict that only follows from a finding',
    run: record([open, untestable('explained')]),
    lines: ['1 problem', closeIt],
  },
  {
    name: 'with a verdict that is untestable for another reason',
    run: record([open, untestable('left-open')]),
    lines: ['1 problem', closeIt, readReasons],
  },
  {
    name: 'that was throttled',
    run: record([untestable('left-open'), verdict('auth.no-key-rejected', users, 'pass')], {
      state: 'throttled',
    }),
    lines: [
      'Throttled',
      'Not judged: Check again more slowly (PACE), with more time for its waits (DEADLINE_S), or later.',
    ],
  },
  {
    name: 'of an earlier version, without reason codes',
    run: record([verdict('auth.from-the-past', users, 'fail')]),
    lines: ['1 problem', 'Wrong status: Find out why, and check again.'],
  },
  {
    name: 'with only known failures',
    run: record([{ ...open, known: 'Ticket 7.' }]),
    lines: ['No new problems, 1 known failure', 'Nothing else has to be done.'],
  },
  {
    name: 'that judged too little',
    run: record([verdict('auth.no-key-rejected', users, 'pass')]),
    deviations: { shortfall: 'Nothing could be judged.' },
    lines: ['1 problem', 'Too little was judged: Nothing could be judged.'],
  },
  {
    name: 'with a certificate that expires in a week',
    run: record([verdict('auth.no-key-rejected', users, 'pass')], {
      tls: { expiresAt: '2026-01-09T12:00:00.000Z' },
    }),
    lines: ['No problems found', 'Certificate: Renew it.'],
  },
  {
    name: 'that is explained by one cause',
    run: record([untestable('obstructed')], { state: 'unreachable', cause: 'Nothing answers.', coverage: 0 }),
    lines: ['Unreachable', 'Cause: Nothing answers.'],
  },
  {
    name: 'that ended before anything was judged',
    run: record([untestable('left-open')], {
      state: 'unknown',
      cause: 'The run ended early: time is up.',
      abortReason: 'deadline',
      cutShort: true,
      coverage: 0,
    }),
    lines: ['Unknown', 'Not judged: Give the run more time: DEADLINE_S.'],
  },
];

for (const { name, run, deviations, lines } of cases) {
  test(`the advice for a run ${name} starts with: ${lines[0]}`, () => {
    expect(linesOf(run, deviations)).toEqual(lines);
  });
}

test('the console has the advice for administrators, the card of a finding has it for each reader', () => {
  const run = record([refused]);
  const administrator =
    'Check whether a proxy removes the header Authorization; clients can use the query meanwhile. If both are refused, the key was changed, or this machine limited (THROTTLE_STATUSES).';
  expect(adviceFor(run, {})[0]).toMatchObject({
    label: 'Unavailable',
    what: administrator,
    target: 'finding-1',
    isProblem: true,
  });
  const parts = runSections(run, {}).flatMap(({ cards = [] }) => cards.flatMap((card) => card.parts));
  const items = parts.flatMap((part) => (part.kind === 'advice' ? part.items : []));
  expect(items.map(({ label, sentence }) => [label, sentence])).toEqual([
    ['Administrator', administrator],
    ['Operator', 'Check whether a proxy removes the header Authorization.'],
    ['Developer of the service', 'Read the key from the header Authorization: Bearer as well.'],
  ]);
});

test('text from an installation is sanitized for the terminal', () => {
  expect(linesOf(hostileRecord).join('\n')).not.toMatch(forbidden);
});

test('the advice adds up to all checks that could not be judged', () => {
  const run = record([open, untestable('explained'), untestable('left-open')]);
  expect(adviceFor(run, {}).at(-1)?.sentence).toBe(
    'Besides 1 that a finding explains, 1 check could not be judged, for 1 reason.',
  );
});
