import { expect } from '@playwright/test';
import { hasValidKey } from '../../../contract/judging/request.ts';
import type { RunRecord } from '../../../engine/record/run-record.ts';

const resentBy = ({ resent = [] }: RunRecord, cause: RegExp): number =>
  resent.filter((one) => cause.test(one.cause)).length;
const keysAt = ({ exchanges }: RunRecord): readonly string[] => exchanges.map(({ key }) => key);
const failures = ({ verdicts }: RunRecord): RunRecord['verdicts'] =>
  verdicts.filter(({ outcome }) => outcome === 'fail');

/**
 * What examples of `docs/how-a-verdict-is-made.md` show of their rules, by their names. Each test also asserts that the
 * fault is caught or that the variant ends in its state.
 */
export const ruleExamples: Readonly<Record<string, (record: RunRecord) => void>> = {
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
  // A key in the header is sent and refused once at an endpoint; all other requests use the query.
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
    // No refusal passes in the header, which accepts no key, and nothing passes at a missing endpoint.
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
