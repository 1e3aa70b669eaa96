import assert from 'node:assert/strict';
import { test } from '@playwright/test';
import fc from 'fast-check';
import { allCheckCases } from '../../../contract/checks/catalogue.ts';
import type { Facts } from '../../../contract/facts.ts';
import { credentials } from '../../../contract/judging/describe.ts';
import { verdictKey } from '../../../contract/judging/verdict.ts';
import { failureCodes } from '../../../contract/reasons.ts';
import { compareSeverity } from '../../../contract/severity.ts';
import { findingsOf, withFindings } from '../../../engine/record/findings.ts';
import { readRecord } from '../../../engine/record/read-stored.ts';
import type { RecordedExchange, RecordedVerdict, RunRecord } from '../../../engine/record/run-record.ts';
import { renderJson } from '../../../reports/json.ts';
import { holds } from '../../support/property.ts';
import { exchange, record, verdict } from '../../support/records.ts';

const said = fc.oneof(
  fc.constantFrom('Oops.', 'Unauthorized', "Couldn't find Citation 5", '{"id":17,', '<html>'),
  fc.string({ maxLength: 30 }),
);
const sentence = fc.oneof(
  said.map((text) => ` without a key was answered with status 200 and the message "${text}"`),
  said.map((text) => ` has a body that is not JSON (it begins with "${text}"); the document promises JSON.`),
  fc.string({ maxLength: 40 }),
);

/** An arbitrary verdict of one check at one endpoint, with its exchange. */
const judged = fc
  .record({
    checkCase: fc.constantFrom(...allCheckCases),
    outcome: fc.constantFrom('fail', 'fail', 'fail', 'pass', 'untestable', 'error'),
    says: sentence,
    status: fc.option(fc.constantFrom(200, 201, 302, 401, 422, 500, 503)),
    kind: fc.constantFrom('refused', 'reset', 'timeout', 'protocol'),
    startMs: fc.nat(60_000),
    known: fc.option(fc.constantFrom('Ticket 7.', 'Ticket 8.')),
    hasExchange: fc.boolean(),
    code: fc.option(fc.constantFrom(...failureCodes)),
    key: fc.constantFrom(...credentials),
  })
  .map(({ checkCase, outcome, says, status, kind, startMs, known, hasExchange, code, key }) => {
    const { check, endpoint } = checkCase;
    const id = verdictKey({ check: check.id, endpoint: endpoint.id });
    const startedAt = new Date(1_800_000_000_000 + startMs).toISOString();
    const { status: _, ...unanswered } = exchange(id, endpoint.id, { startedAt });
    const shown: RecordedExchange =
      status === null
        ? { ...unanswered, failure: { kind, reason: `of ${kind}` } }
        : { ...unanswered, status };
    const { reason: _usual, ...own } = verdict(check.id, endpoint.id, outcome, {
      message: `${endpoint.id}${says}`,
      exchange: id,
      ...(outcome === 'fail' && known !== null ? { known } : {}),
    });
    // Earlier versions wrote no reason.
    const facts: Facts = { key, received: says, ...(status === null ? {} : { status }) };
    const reasoned = outcome === 'fail' && code !== null ? { ...own, reason: { code, facts } } : own;
    return { verdict: reasoned, exchanges: hasExchange ? [shown] : [] };
  });
const runs = fc
  .uniqueArray(judged, { maxLength: 40, selector: (one) => verdictKey(one.verdict) })
  .map((all) =>
    record(
      all.map((one) => one.verdict),
      { exchanges: all.flatMap(({ exchanges }) => exchanges) },
    ),
  );

function failuresOf({ verdicts }: RunRecord): readonly RecordedVerdict[] {
  return verdicts.filter(({ outcome }) => outcome === 'fail');
}

test('every failed verdict is in exactly one finding, and no other verdict in any', () => {
  holds(
    fc.property(runs, (run) => {
      const grouped = findingsOf(run).flatMap(({ failures }) => failures.map((one) => one.verdict));
      assert.deepEqual(new Set(grouped), new Set(failuresOf(run)));
      assert.equal(grouped.length, failuresOf(run).length);
    }),
  );
});

test('findings are sorted by severity, and all failures of a finding have the same known-failure entry', () => {
  holds(
    fc.property(runs, (run) => {
      const findings = findingsOf(run);
      const grades = findings.map(({ severity }) => severity);
      assert.deepEqual(grades.toSorted(compareSeverity), grades);
      for (const { known, failures, sentence: text } of findings) {
        assert.deepEqual(new Set(failures.map((one) => one.verdict.known)), new Set([known]));
        assert.notEqual(text, '');
      }
    }),
  );
});

test('findings and their ids do not depend on the order of the verdicts', () => {
  const partition = (run: RunRecord): unknown =>
    Object.fromEntries(
      findingsOf(run).map(({ id, failures }) => [
        id,
        failures.map((one) => verdictKey(one.verdict)).toSorted(),
      ]),
    );
  holds(
    fc.property(runs, (run) => {
      assert.deepEqual(partition({ ...run, verdicts: run.verdicts.toReversed() }), partition(run));
    }),
  );
});

test('a record with findings is unchanged after writing and reading it', () => {
  holds(
    fc.property(runs, (run) => {
      const written = withFindings(run);
      assert.deepEqual(readRecord(renderJson(written)), written);
    }),
    { runs: 50 },
  );
});
