import { countedFindings } from '../engine/record/findings.ts';
import { placesPhrase } from '../engine/record/group-failures.ts';
import type { RecordedExchange, RecordedVerdict, RunRecord } from '../engine/record/run-record.ts';
import { stateRequirements } from './failures.ts';
import { type JunitCase, writeJunit } from './junit-xml.ts';
import { type Deviations, noteSections } from './notes.ts';
import type { ReportName } from './report-files.ts';
import { type RequirementUrl, requirementUrls } from './requirement-links.ts';

/**
 * A run as JUnit XML: a testsuite per endpoint, a testcase per check; each failure names its finding. A cause that kept the
 * whole run from being judged, an outdated known failure and breaking drift are failed testcases too, since JUnit has no
 * other place for them.
 * @param beside the reports in the same folder
 */
export function renderJunit(
  record: RunRecord,
  deviations: Deviations = {},
  beside: readonly ReportName[] = [],
): string {
  const urlOf = requirementUrls(beside);
  const exchangeOf = new Map(record.exchanges.map((exchange) => [exchange.id, exchange]));
  const findings = findingByVerdict(record);
  const cases = [
    ...wholeRunCases(record),
    ...record.verdicts.map((verdict) =>
      caseOf(verdict, exchangeOf.get(verdict.exchange ?? ''), findings.get(verdict), urlOf),
    ),
    ...noteCases(deviations),
  ];
  return writeJunit({
    name: `evidence-contract: ${record.installation.name}`,
    seconds: record.durationMs / 1000,
    timestamp: record.startedAt,
    cases,
  });
}

/** How a failure names its finding. */
interface NamedFinding {
  readonly name: string;
  readonly places: string;
  readonly gravity: string;
  readonly headline: string;
  readonly sentence: string;
}

function findingByVerdict(record: RunRecord): ReadonlyMap<RecordedVerdict, NamedFinding> {
  const findings = countedFindings(record);
  return new Map(
    findings.flatMap(({ places, failures, gravity, headline, sentence }, index) => {
      const where = failures.length > 1 ? `, ${placesPhrase(places)}` : '';
      const name = `Finding ${index + 1} of ${findings.length}`;
      const named = { name, places: where, gravity, headline, sentence };
      return failures.map(({ verdict }) => [verdict, named] as const);
    }),
  );
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

function caseOf(
  verdict: RecordedVerdict,
  exchange: RecordedExchange | undefined,
  finding: NamedFinding | undefined,
  urlOf: RequirementUrl,
): JunitCase {
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
  const lines = evidenceLines(verdict, exchange, urlOf);
  if (finding === undefined) {
    return { ...base, result: { kind: outcome === 'fail' ? 'failure' : 'error', message, lines } };
  }
  const { name, places, gravity, headline, sentence } = finding;
  const about = sentence === message ? [] : [`${name}: ${sentence}`];
  const result = {
    kind: 'failure',
    type: gravity,
    message: `${name}${places}: ${headline}. ${message}`,
  } as const;
  return { ...base, result: { ...result, lines: [...about, ...lines] } };
}

function evidenceLines(
  verdict: RecordedVerdict,
  exchange: RecordedExchange | undefined,
  urlOf: RequirementUrl,
): readonly string[] {
  return [
    verdict.message,
    ...stateRequirements(verdict.requirements).map(({ id, statement = '' }) => {
      const url = urlOf(id);
      return `${id}: ${statement}${url === undefined ? '' : ` (${url})`}`;
    }),
    ...(exchange?.excerpt === undefined ? [] : [`body: ${exchange.excerpt}`]),
    ...(exchange === undefined ? [] : [`repeat: ${exchange.curl}`]),
  ];
}
