import { create } from 'xmlbuilder2';
import type { XMLBuilder } from 'xmlbuilder2/lib/interfaces.js';
import type { RecordedExchange, RecordedVerdict, RunRecord } from '../engine/record/run-record.ts';
import { stateRequirements } from './failures.ts';
import { groupBy } from './group-by.ts';
import { type Deviations, noteSections } from './notes.ts';
import { sanitize } from './sanitize.ts';

/** A testcase. */
interface Case {
  readonly name: string;
  readonly suite: string;
  readonly seconds: number;
  readonly result?: {
    readonly kind: 'failure' | 'error' | 'skipped';
    readonly message: string;
    readonly lines: readonly string[];
  };
}

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
  const root = create({ version: '1.0', encoding: 'UTF-8' }).ele('testsuites', {
    name: sanitize(`evidence-contract: ${record.installation.name}`),
    ...countsOf(cases),
    time: seconds(record.durationMs),
  });
  for (const [suite, own] of groupBy(cases, (one) => one.suite)) addSuite(root, suite, own, record);
  return `${root.end({ prettyPrint: true })}\n`;
}

function wholeRunCases({ cause, installation }: RunRecord): readonly Case[] {
  if (cause === undefined) return [];
  const result = { kind: 'failure', message: cause, lines: [] } as const;
  return [{ suite: 'installation', name: `${installation.name} can be checked`, seconds: 0, result }];
}

function noteCases(deviations: Deviations): readonly Case[] {
  return noteSections(deviations)
    .filter(({ isFailure }) => isFailure)
    .map(({ title, sentences }) => ({
      suite: 'expectations',
      name: title,
      seconds: 0,
      result: { kind: 'failure', message: sentences[0] ?? title, lines: sentences },
    }));
}

function caseOf(verdict: RecordedVerdict, exchange: RecordedExchange | undefined): Case {
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

function addSuite(root: XMLBuilder, name: string, cases: readonly Case[], record: RunRecord): void {
  const suite = root.ele('testsuite', {
    name: sanitize(name),
    ...countsOf(cases),
    timestamp: sanitize(record.startedAt),
    time: cases.reduce((sum, one) => sum + one.seconds, 0).toFixed(3),
  });
  for (const one of cases) {
    const element = suite.ele('testcase', {
      name: sanitize(one.name),
      classname: sanitize(name),
      time: one.seconds.toFixed(3),
    });
    if (one.result === undefined) continue;
    const { kind, message, lines } = one.result;
    const result = element.ele(kind, { message: sanitize(message) });
    if (lines.length > 0) result.txt(lines.map(sanitize).join('\n'));
  }
}

function countsOf(cases: readonly Case[]): Readonly<Record<string, number>> {
  const number = (kind: string): number => cases.filter(({ result }) => result?.kind === kind).length;
  return {
    tests: cases.length,
    failures: number('failure'),
    errors: number('error'),
    skipped: number('skipped'),
  };
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3);
}
