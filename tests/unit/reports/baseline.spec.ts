import { expect, test } from '@playwright/test';
import { driftFrom, makeBaseline, unobservedIn } from '../../../engine/record/baseline.ts';
import { RecordError, readBaseline, readRecord } from '../../../engine/record/read-stored.ts';
import { projects, record, users } from '../../support/records.ts';

const observed = [
  { gap: 'GAP-LIST-FIELDS', endpoint: projects, answer: 'id, name' },
  { gap: 'GAP-COOKIES', endpoint: users, answer: 'no' },
];
const run = record([], { observations: observed });
const baseline = makeBaseline(run);

test('a baseline has the observations of a run, and is unchanged after reading it', () => {
  expect(baseline).toEqual({
    formatVersion: 1,
    suiteVersion: '1.2.3',
    installation: { name: 'staging', baseUrl: 'http://here.example' },
    savedAt: '2026-01-02T03:04:07.500Z',
    observations: observed,
  });
  expect(readBaseline(JSON.stringify(baseline))).toEqual(baseline);
});

test('observations of the baseline that the run did not make are listed as unobserved', () => {
  expect(unobservedIn(baseline, run)).toEqual([]);
  const [first, second] = observed;
  expect(
    unobservedIn(baseline, { observations: first === undefined ? [] : [{ ...first, answer: 'id' }] }),
  ).toEqual([second]);
  expect(
    unobservedIn(baseline, { observations: [{ gap: 'GAP-COOKIES', endpoint: projects, answer: 'no' }] }),
  ).toEqual(observed);
});

test('a baseline is also read from a run record, with unknown fields, or with a byte order mark', () => {
  expect(readBaseline(JSON.stringify(run))).toEqual(baseline);
  expect(readBaseline(JSON.stringify({ ...baseline, later: 1 }))).toEqual(baseline);
  expect(readBaseline(`\uFEFF${JSON.stringify(baseline)}`)).toEqual(baseline);
});

test('an evidence file is refused as a run record because of its format version', () => {
  const evidence = JSON.stringify({ formatVersion: 3, exchanges: [] });
  expect(() => readRecord(evidence, 'evidence.json')).toThrow(
    'evidence.json has format version 3, and this suite reads version 1: give a run.json that a check has written.',
  );
});

const unusable: readonly (readonly [what: string, text: string, message: string])[] = [
  ['text that is not JSON', '{', 'b.json is not JSON: save the baseline again.'],
  [
    'another format version',
    JSON.stringify({ ...baseline, formatVersion: 2 }),
    'b.json has format version 2, and this suite reads version 1: save the baseline again.',
  ],
  [
    'an observation of the wrong type',
    JSON.stringify({ ...baseline, observations: [{ gap: 'GAP-COOKIES', endpoint: users, answer: 1 }] }),
    'b.json is not a baseline, because observations.0.answer must be string: save the baseline again.',
  ],
  ['null', 'null', 'b.json is not a baseline, because it must be object: save the baseline again.'],
];

for (const [what, text, message] of unusable) {
  test(`an invalid baseline is refused in one sentence: ${what}`, () => {
    expect(() => readBaseline(text, 'b.json')).toThrow(new RecordError(message));
  });
}

const drifts: readonly (readonly [
  what: string,
  gap: string,
  before: string,
  after: string | undefined,
  effect: 'none' | 'additive' | 'unclear' | 'breaking',
])[] = [
  ['the same features in another order', 'GAP-LIST-FIELDS', 'id, name', 'name, id', 'none'],
  ['an additional feature', 'GAP-LIST-FIELDS', 'id', 'id, name', 'additive'],
  ['a change at an unknown gap', 'GAP-FROM-THE-FUTURE', 'a', 'b', 'unclear'],
  [
    'a feature with another name that begins the same',
    'GAP-LIST-FIELDS',
    'id, name',
    'id, names',
    'breaking',
  ],
  ['a kind of id that no longer occurs', 'GAP-ID-FORMAT', 'UUID, whole number', 'UUID', 'none'],
  ['an additional kind of id', 'GAP-ID-FORMAT', 'UUID', 'UUID, whole number', 'unclear'],
  ['a different kind of id', 'GAP-ID-FORMAT', 'whole number', 'UUID', 'breaking'],
  [
    'a type that no longer occurs in the data',
    'GAP-FHIR-RELEASE',
    'Bundle 4.0.1, Group 4.0.1',
    'Bundle 4.0.1',
    'none',
  ],
  ['a new type in the data', 'GAP-FHIR-RELEASE', 'Bundle 4.0.1', 'Bundle 4.0.1, Group 4.0.1', 'none'],
  ['an additional release', 'GAP-FHIR-RELEASE', 'Bundle 4.0.1', 'Bundle 4.0.1/5.0.0', 'additive'],
  ['a release that no longer fits', 'GAP-FHIR-RELEASE', 'Bundle 4.0.1/5.0.0', 'Bundle 5.0.0', 'unclear'],
  ['a missing observation', 'GAP-LIST-FIELDS', 'id', undefined, 'none'],
];

for (const [what, gap, before, after, effect] of drifts) {
  test(`${gap}: ${what} is ${effect === 'none' ? 'not drift' : effect}`, () => {
    const saved = makeBaseline(record([], { observations: [{ gap, endpoint: projects, answer: before }] }));
    const now = after === undefined ? [] : [{ gap, endpoint: projects, answer: after }];
    const drift = { gap, endpoint: projects, before, after, breaking: effect === 'breaking', effect };
    expect(driftFrom(saved, record([], { observations: now }))).toEqual(effect === 'none' ? [] : [drift]);
  });
}

test('an observation that the baseline does not have is not drift', () => {
  expect(driftFrom(makeBaseline(record([])), run)).toEqual([]);
});
