import { expect, test } from '@playwright/test';
import type { RunRequest } from '../../../monitor/running/run-queue.ts';
import { makeDueTimes, seedOfSlot } from '../../../monitor/schedule/due-times.ts';
import { nextTime, parseRule } from '../../../monitor/schedule/rule.ts';
import { formatNews, parseNews } from '../../../monitor/shared/news.ts';
import { jobIdOf, markDone, stillDue } from '../../../monitor/shared/offers.ts';
import { emptySnapshot, type Snapshot } from '../../../monitor/state/snapshot.ts';
import { sampleCommit } from '../support/sample-runs.ts';

const minuteMs = 60_000;
const noon = Date.UTC(2026, 2, 10, 12);
const rule = (text: string) => parseRule(text, 'UTC');
const schedule = { pulse: rule('1m'), standard: rule('0 3 * * *'), full: rule('off'), imports: rule('off') };
const pulseMs = nextTime(schedule.pulse, seedOfSlot('alpha', 'pulse'), noon) ?? 0;

const pulse: RunRequest = {
  installation: 'alpha',
  slot: 'pulse',
  trigger: 'schedule',
  due: { kind: 'time', atMs: pulseMs },
};
const first: RunRequest = { ...pulse, slot: 'standard', due: { kind: 'start', afterMs: noon } };
const wanted: RunRequest = { installation: 'alpha', slot: 'full', trigger: 'operator' };

const cases: readonly {
  readonly name: string;
  readonly request: RunRequest;
  readonly snapshot?: Partial<Snapshot>;
  readonly nowMs: number;
  readonly is: ReturnType<typeof stillDue>;
}[] = [
  { name: 'a run that has just come due', request: pulse, nowMs: pulseMs, is: 'due' },
  { name: 'a run taken over before the next one is due', request: pulse, nowMs: pulseMs + 59_999, is: 'due' },
  { name: 'a run whose successor is due', request: pulse, nowMs: pulseMs + minuteMs, is: 'missed' },
  {
    name: 'a run that was already made',
    request: pulse,
    snapshot: { lastDue: { pulse: pulseMs } },
    nowMs: pulseMs,
    is: 'done',
  },
  {
    name: 'a run whose successor was already made',
    request: pulse,
    snapshot: { lastDue: { pulse: pulseMs + minuteMs } },
    nowMs: pulseMs + minuteMs,
    is: 'missed',
  },
  {
    name: 'a run offered again after the clock was set back',
    request: pulse,
    snapshot: { lastDue: { pulse: pulseMs + 60 * minuteMs } },
    nowMs: pulseMs,
    is: 'done',
  },
  {
    name: 'a run too old to know whether it was made',
    request: pulse,
    snapshot: { lastDue: { pulse: pulseMs + minuteMs } },
    nowMs: pulseMs + 10 * minuteMs,
    is: 'done',
  },
  {
    name: 'a run whose time is marked only for another slot',
    request: pulse,
    snapshot: { lastDue: { pulse: pulseMs - minuteMs, standard: pulseMs } },
    nowMs: pulseMs,
    is: 'due',
  },
  {
    name: 'a first run after a start',
    request: first,
    snapshot: { lastStandardMs: noon },
    nowMs: noon + 9 * minuteMs,
    is: 'due',
  },
  {
    name: 'a first run after a start that was already made',
    request: first,
    snapshot: { lastStandardMs: noon + 1 },
    nowMs: noon,
    is: 'done',
  },
  { name: 'a run that an operator wants', request: wanted, nowMs: noon + 900 * minuteMs, is: 'due' },
];

for (const { name, request, snapshot, nowMs, is } of cases) {
  test(`${name} counts as ${is}`, () => {
    expect(stillDue(request, schedule, { ...emptySnapshot, ...snapshot }, nowMs)).toBe(is);
  });
}

test('only scheduled times are marked as done', () => {
  const marked = markDone(markDone(emptySnapshot, 'pulse', pulse.due), 'standard', { kind: 'time', atMs: 5 });
  expect(marked.lastDue).toEqual({ pulse: pulseMs, standard: 5 });
  expect(markDone(marked, 'standard', first.due)).toBe(marked);
  expect(markDone(marked, 'full', undefined)).toBe(marked);
});

test('a due run has the same job id on each monitor; each operator request has an id of its own', () => {
  const id = jobIdOf(pulse);
  expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  expect(jobIdOf({ ...pulse })).toBe(id);
  const others: readonly RunRequest[] = [
    { ...pulse, installation: 'beta' },
    { ...pulse, slot: 'standard' },
    { ...pulse, due: { kind: 'time', atMs: pulseMs + minuteMs } },
    { ...pulse, due: { kind: 'start', afterMs: pulseMs } },
    wanted,
    wanted,
  ];
  expect(new Set([id, ...others.map(jobIdOf)]).size).toBe(7);
});

test('of several passed times the last is due and the others count as missed', () => {
  const due = makeDueTimes(schedule, 'alpha');
  due.plan(noon);
  const taken = due.take(pulseMs + 3 * minuteMs + 1);
  expect(taken).toEqual({
    due: [{ slot: 'pulse', due: { kind: 'time', atMs: pulseMs + 3 * minuteMs } }],
    missed: 3,
  });
});

test('news that is too long is sent without the run row, and foreign messages are ignored', () => {
  const { row } = sampleCommit();
  const news = { by: 'me', installation: 'alpha', jobId: 'job', row };
  expect(parseNews(formatNews(news))).toEqual(news);
  const long = { ...row, cause: 'x'.repeat(8_000) };
  expect(parseNews(formatNews({ ...news, row: long }))).toEqual({
    by: 'me',
    installation: 'alpha',
    jobId: 'job',
  });
  expect(parseNews('not ours')).toBeUndefined();
  expect(parseNews('{"by":7}')).toBeUndefined();
});
