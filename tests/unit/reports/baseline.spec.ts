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

test('a baseline keeps the observations of a run, and reads as it was saved', () => {
  expect(baseline).toEqual({
    formatVersion: 1,
    suiteVersion: '1.2.3',
    installation: { name: 'staging', baseUrl: 'http://here.example' },
    savedAt: '2026-01-02T03:04:07.500Z',
    observations: observed,
  });
  expect(readBaseline(JSON.stringify(baseline))).toEqual(baseline);
});

test('observations are compared that a baseline and a run both have', () => {
  expect(unobservedIn(baseline, run)).toEqual([]);
  const [first, second] = observed;
  expect(
    unobservedIn(baseline, { observations: first === undefined ? [] : [{ ...first, answer: 'id' }] }),
  ).toEqual([second]);
  expect(
    unobservedIn(baseline, { observations: [{ gap: 'GAP-COOKIES', endpoint: projects, answer: 'no' }] }),
  ).toEqual(observed);
});

test('a run record serves as a baseline, and fields of later versions are left out', () => {
  expect(readBaseline(JSON.stringify(run))).toEqual(baseline);
  expect(readBaseline(JSON.stringify({ ...baseline, later: 1 }))).toEqual(baseline);
  expect(readBaseline(`\uFEFF${JSON.stringify(baseline)}`)).toEqual(baseline);
});

test('a file of evidence, which has a format version of its own, is no record of another version', () => {
  const evidence = JSON.stringify({ formatVersion: 3, exchanges: [] });
  expect(() => readRecord(evidence, 'evidence.json')).toThrow(
    'evidence.json has format version 3, and this suite reads version 1: give a run.json that a check has written.',
  );
});

const unusable: readonly (readonly [what: string, text: string, message: string])[] = [
  ['no JSON', '{', 'b.json is not JSON: save the baseline again.'],
  [
    'another format version',
    JSON.stringify({ ...baseline, formatVersion: 2 }),
    'b.json has format version 2, and this suite reads version 1: save the baseline again.',
  ],
  [
    'observations that are none',
    JSON.stringify({ ...baseline, observations: [{ gap: 'GAP-COOKIES', endpoint: users, answer: 1 }] }),
    'b.json is not a baseline, because observations.0.answer must be string: save the baseline again.',
  ],
  ['null', 'null', 'b.json is not a baseline, because it must be object: save the baseline again.'],
];

for (const [what, text, message] of unusable) {
  test(`what is no baseline is refused in one sentence: ${what}`, () => {
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
  ['a feature more', 'GAP-LIST-FIELDS', 'id', 'id, name', 'additive'],
  ['a gap that this version does not have', 'GAP-FROM-THE-FUTURE', 'a', 'b', 'unclear'],
  ['a feature whose name begins like another', 'GAP-LIST-FIELDS', 'id, name', 'id, names', 'breaking'],
  ['ids of a kind that is not there any more', 'GAP-ID-FORMAT', 'UUID, whole number', 'UUID', 'none'],
  ['ids of another kind next to those of before', 'GAP-ID-FORMAT', 'UUID', 'UUID, whole number', 'unclear'],
  ['ids of another kind', 'GAP-ID-FORMAT', 'whole number', 'UUID', 'breaking'],
  [
    'a type that the data do not have now',
    'GAP-FHIR-RELEASE',
    'Bundle 4.0.1, Group 4.0.1',
    'Bundle 4.0.1',
    'none',
  ],
  ['a type that is new in the data', 'GAP-FHIR-RELEASE', 'Bundle 4.0.1', 'Bundle 4.0.1, Group 4.0.1', 'none'],
  ['a release more', 'GAP-FHIR-RELEASE', 'Bundle 4.0.1', 'Bundle 4.0.1/5.0.0', 'additive'],
  ['a release less', 'GAP-FHIR-RELEASE', 'Bundle 4.0.1/5.0.0', 'Bundle 5.0.0', 'unclear'],
  ['nothing, since nothing was judged there', 'GAP-LIST-FIELDS', 'id', undefined, 'none'],
];

for (const [what, gap, before, after, effect] of drifts) {
  test(`${gap}: ${what} is ${effect === 'none' ? 'no drift' : effect}`, () => {
    const saved = makeBaseline(record([], { observations: [{ gap, endpoint: projects, answer: before }] }));
    const now = after === undefined ? [] : [{ gap, endpoint: projects, answer: after }];
    const drift = { gap, endpoint: projects, before, after, breaking: effect === 'breaking', effect };
    expect(driftFrom(saved, record([], { observations: now }))).toEqual(effect === 'none' ? [] : [drift]);
  });
}

test('what only the run observed is no drift', () => {
  expect(driftFrom(makeBaseline(record([])), run)).toEqual([]);
});
