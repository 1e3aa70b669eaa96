import { create } from 'xmlbuilder2';
import type { XMLBuilder } from 'xmlbuilder2/lib/interfaces.js';
import { groupBy } from '../engine/group-by.ts';
import { placesPhrase } from '../engine/record/finding-sentence.ts';
import { countedFindings } from '../engine/record/findings.ts';
import type { RecordedExchange, RecordedVerdict, RunRecord } from '../engine/record/run-record.ts';
import { stateRequirements } from './failures.ts';
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
    /** Of a failure: how grave it is. */
    readonly type?: string;
    readonly lines: readonly string[];
  };
}

/**
 * A run as JUnit XML: a testsuite per endpoint, a testcase per check; each failure names its finding. A cause that kept the whole run from being judged,
 * an outdated known failure and breaking drift are failed testcases too, since JUnit has no other place for them.
 */
export function renderJunit(record: RunRecord, deviations: Deviations = {}): string {
  const exchangeOf = new Map(record.exchanges.map((exchange) => [exchange.id, exchange]));
  const findings = findingByVerdict(record);
  const cases = [
    ...wholeRunCases(record),
    ...record.verdicts.map((verdict) =>
      caseOf(verdict, exchangeOf.get(verdict.exchange ?? ''), findings.get(verdict)),
    ),
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

/** How a failure names its finding. */
interface NamedFinding {
  readonly name: string;
  readonly places: string;
  readonly gravity: string;
  readonly sentence: string;
}

function findingByVerdict(record: RunRecord): ReadonlyMap<RecordedVerdict, NamedFinding> {
  const findings = countedFindings(record);
  return new Map(
    findings.flatMap(({ places, failures, gravity, sentence }, index) => {
      const where = failures.length > 1 ? `, ${placesPhrase(places)}` : '';
      const named = { name: `Finding ${index + 1} of ${findings.length}`, places: where, gravity, sentence };
      return failures.map(({ verdict }) => [verdict, named] as const);
    }),
  );
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

function caseOf(
  verdict: RecordedVerdict,
  exchange: RecordedExchange | undefined,
  finding: NamedFinding | undefined,
): Case {
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
  const lines = evidenceLines(verdict, exchange);
  if (finding === undefined) {
    return { ...base, result: { kind: outcome === 'fail' ? 'failure' : 'error', message, lines } };
  }
  const { name, places, gravity, sentence } = finding;
  const about = sentence === message ? [] : [`${name}: ${sentence}`];
  const result = { kind: 'failure', type: gravity, message: `${name}${places}: ${message}` } as const;
  return { ...base, result: { ...result, lines: [...about, ...lines] } };
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
    const { kind, message, type, lines } = one.result;
    const attributes = { message: sanitize(message), ...(type === undefined ? {} : { type }) };
    const result = element.ele(kind, attributes);
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
