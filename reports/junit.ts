import type { RecordedExchange, RecordedVerdict, RunRecord } from '../engine/record/run-record.ts';
import { stateRequirements } from './failures.ts';
import { type JunitCase, writeJunit } from './junit-xml.ts';
import { type Deviations, noteSections } from './notes.ts';

/**
 * A run as JUnit XML: a testsuite per endpoint, a testcase per check. A cause that kept the whole run from being judged,
 * an outdated known failure and breaking drift are failed testcases too, since JUnit has no other place for them.
 */
export function renderJunit(record: RunRecord, deviations: Deviations = {}): string {
  const exchangeOf = new Map(record.exchanges.map((exchange) => [exchange.id, exchange]));
  const cases = [
    ...wholeRunCases(record),
    ...record.verdicts.map((verdict) => caseOf(verdict, exchangeOf.get(verdict.exchange ?? ''))),
    ...noteCases(deviations),
  ];
  return writeJunit({
    name: `evidence-contract: ${record.installation.name}`,
    seconds: record.durationMs / 1000,
    timestamp: record.startedAt,
    cases,
  });
}

function wholeRunCases({ cause, installation }: RunRecord): readonly JunitCase[] {
  if (cause === undefined) return [];
  const result = { kind: 'failure', message: cause, lines: [] } as const;
  return [{ suite: 'installation', name: `${installation.name} can be checked`, seconds: 0, result }];
}

function noteCases(deviations: Deviations): readonly JunitCase[] {
  return noteSections(deviations)
    .filter(({ isFailure }) => isFailure)
    .map(({ title, sentences }) => ({
      suite: 'expectations',
      name: title,
      seconds: 0,
      result: { kind: 'failure', message: sentences[0] ?? title, lines: sentences },
    }));
}

function caseOf(verdict: RecordedVerdict, exchange: RecordedExchange | undefined): JunitCase {
  const base = {
    suite: verdict.endpoint,
    name: verdict.check,
    seconds: (exchange?.phasesMs.total ?? 0) / 1000,
  };
  const { message, outcome, known } = verdict;
  if (outcome === 'pass') return base;
  if (outcome === 'untestable' || outcome === 'skip') {
    return { ...base, result: { kind: 'skipped', message: `${outcome}: ${message}`, lines: [] } };
  }
  if (known !== undefined) {
    return { ...base, result: { kind: 'skipped', message: `known failure: ${known} ${message}`, lines: [] } };
  }
  const kind = outcome === 'fail' ? 'failure' : 'error';
  return { ...base, result: { kind, message, lines: evidenceLines(verdict, exchange) } };
}

function evidenceLines(verdict: RecordedVerdict, exchange: RecordedExchange | undefined): readonly string[] {
  return [
    verdict.message,
    ...stateRequirements(verdict.requirements).map(({ id, statement = '' }) => `${id}: ${statement}`),
    ...(exchange?.excerpt === undefined ? [] : [`body: ${exchange.excerpt}`]),
    ...(exchange === undefined ? [] : [`repeat: ${exchange.curl}`]),
  ];
}
