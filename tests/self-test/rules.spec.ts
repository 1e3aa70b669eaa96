import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasValidKey } from '../../contract/judging/request.ts';
import type { RunRecord } from '../../engine/record/run-record.ts';
import { faults } from '../../reference-server/faults/index.ts';
import { variants } from '../../reference-server/variants/index.ts';
import { faultProblems, variantProblems } from './support/expectations.ts';
import { judgeReference, settingsFor } from './support/judge-reference.ts';
import { expect, test } from './support/self-test.ts';

const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'how-a-verdict-is-made.md'), 'utf8');

interface Rule {
  readonly number: number;
  readonly examples: readonly string[];
}

const names = new Set([...faults, ...variants].map(({ name }) => name));

/** The numbered rules of the page, with the faults and variants that they name. */
const rules: readonly Rule[] = page
  .split(/^(?=\d+\. )/m)
  .slice(1)
  .map((text) => ({
    number: Number.parseInt(text, 10),
    examples: [...text.matchAll(/`([a-z0-9-]+)`/g)]
      .map(([, name = '']) => name)
      .filter((name) => names.has(name)),
  }));

const resentBy = ({ resent = [] }: RunRecord, cause: RegExp): number =>
  resent.filter((one) => cause.test(one.cause)).length;
const keysAt = ({ exchanges }: RunRecord): readonly string[] => exchanges.map(({ key }) => key);
const failures = ({ verdicts }: RunRecord): RunRecord['verdicts'] =>
  verdicts.filter(({ outcome }) => outcome === 'fail');

/** What an example shows of its rule, besides that the fault is caught or that the variant ends as it says. */
const shows: Readonly<Record<string, (record: RunRecord) => void>> = {
  'short-keep-alive': (record) => expect(resentBy(record, /connection/)).toBeGreaterThan(0),
  'throttles-once-429': (record) => expect(resentBy(record, /429/)).toBe(1),
  'throttles-once-420': (record) => expect(resentBy(record, /420/)).toBe(1),
  'throttles-by-a-burst-of-503': (record) => expect(resentBy(record, /503/)).toBeGreaterThan(0),
  // The first request waits three times, and no other waits at that endpoint.
  'extractions-unavailable': (record) => expect(resentBy(record, /503/)).toBeLessThanOrEqual(6),
  'gateway-closed-to-imports': (record) => expect(resentBy(record, /503/)).toBe(0),
  'users-crash-and-ask-to-wait': (record) => {
    expect(record.resent).toEqual([]);
    expect(record.state).toBe('violating');
  },
  'list-wrapped-twice': (record) => expect(record.cause).toMatch(/PROJECT_ID is not set/),
  'first-citation-not-found': ({ choices = [] }) =>
    expect(choices.find(({ what }) => what === 'Citation')?.from).toBe(
      'GET /api/v3/citations, entry 2, field id',
    ),
  'ids-as-uuid-field': ({ choices = [] }) =>
    expect(choices.find(({ what }) => what === 'Citation')?.from).toMatch(/field uuid$/),
  'list-as-searchset': ({ choices = [] }) =>
    expect(choices.find(({ what }) => what === 'Citation')?.from).toMatch(/field fullUrl$/),
  'list-of-links': ({ choices = [] }) =>
    expect(choices.find(({ what }) => what === 'Citation')?.from).toBe('CITATION_ID'),
  'project-needed-on-lists': ({ choices = [] }) =>
    expect(choices.filter(({ value }) => value.startsWith('project_id=')).length).toBeGreaterThan(1),
  // A key in the header is sent once at an endpoint, and shown to be refused; all else goes by the query.
  'header-ignored': (record) => {
    const header = record.exchanges.filter(({ key }) => key === 'header');
    expect(header.length).toBeLessThan(record.exchanges.length / 4);
    expect(
      record.verdicts.filter(({ check, outcome }) => /wrong-header/.test(check) && outcome === 'pass'),
    ).toEqual([]);
  },
  'import-wrong-header-key-reaches-bundle': (record) =>
    expect(keysAt(record).filter((key) => hasValidKey({ key: key as 'header' })).length).toBeGreaterThan(0),
  'query-key-forbidden-without-a-body': (record) =>
    expect(failures(record).some(({ message }) => message.includes('was accepted in the header'))).toBe(true),
  'key-questions-missing-behind-key': (record) => {
    const here = record.verdicts.filter(({ endpoint }) => endpoint === 'GET /api/v3/key_questions');
    expect(here.filter(({ outcome }) => outcome === 'pass')).toEqual([]);
    expect(here.filter(({ outcome }) => outcome === 'fail').map(({ check }) => check)).toEqual([
      'availability.endpoint-answers',
    ]);
  },
  'projects-listed-but-forbidden': (record) =>
    expect(failures(record).map(({ requirements }) => requirements)).toEqual([['ENDPOINT-2']]),
  'project-named-unknown': (record) => expect(record.cause).toMatch(/^Not shown: .*PROJECT_PARAMETER/),
  'citations-not-found-by-listed-ids': (record) => expect(record.cause).toMatch(/^Not shown: .*CITATION_ID/),
  'key-case-ignored': ({ observations }) =>
    expect(observations.filter(({ gap }) => gap === 'GAP-KEY-CASE').map(({ answer }) => answer)).toContain(
      'other case: accepted',
    ),
  'key-blanks-ignored': ({ observations }) =>
    expect(observations.filter(({ gap }) => gap === 'GAP-KEY-BLANKS').map(({ answer }) => answer)).toContain(
      'in the query: accepted',
    ),
  'throttles-as-text': (record) => expect(failures(record)).toHaveLength(1),
  'as-the-public-application': (record) => {
    expect(record.state).toBe('violating');
    const missing = failures(record).filter(({ reason }) => reason?.code === 'missing');
    expect(missing.length).toBeGreaterThan(5);
    const passed = record.verdicts.filter(({ outcome }) => outcome === 'pass');
    // No refusal passes in the header, in which no key is accepted, and nothing passes at what is missing.
    expect(passed.filter(({ check }) => /-header-key-/.test(check))).toEqual([]);
    const places = new Set(missing.map(({ endpoint }) => endpoint));
    expect(passed.filter(({ endpoint }) => places.has(endpoint))).toEqual([]);
    expect(
      record.observations.filter(
        ({ endpoint, gap }) => places.has(endpoint) && gap !== 'GAP-THROTTLE-ANSWER',
      ),
    ).toEqual([]);
  },
};

test('every rule has an example, and every example that is looked at is on the page', () => {
  expect(rules.filter(({ examples }) => examples.length === 0).map(({ number }) => number)).toEqual([]);
  expect(rules.map(({ number }) => number)).toEqual(rules.map((_, index) => index + 1));
  const examples = new Set(rules.flatMap((rule) => rule.examples));
  expect(Object.keys(shows).filter((name) => !examples.has(name))).toEqual([]);
});

test.describe('the example of a rule shows it', () => {
  for (const name of new Set(rules.flatMap(({ examples }) => examples))) {
    test(name, async ({ bodies }) => {
      const fault = faults.find((one) => one.name === name);
      const variant = variants.find((one) => one.name === name);
      const row = fault ?? variant;
      if (row === undefined) throw new Error(`There is no ${name}.`);
      const transform = fault === undefined ? variant?.transform?.() : fault.transform(fault.at);
      const record = await judgeReference(
        { ...variant?.options, transforms: transform === undefined ? [] : [transform] },
        settingsFor(row),
        bodies,
      );
      expect(fault === undefined ? variantProblems(record, variant) : faultProblems(fault, record)).toEqual(
        record.state === 'violating' && fault === undefined ? expect.anything() : [],
      );
      shows[name]?.(record);
    });
  }
});
