import { countedFindings } from '../../engine/record/findings.ts';
import { placesPhrase } from '../../engine/record/group-failures.ts';
import type { RecordedExchange, RecordedVerdict, RunRecord } from '../../engine/record/run-record.ts';
import type { ReportName } from '../formats.ts';
import { type Deviations, failingNotes } from '../notes.ts';
import { type RequirementUrl, requirementUrls, stateRequirements } from '../requirements.ts';
import { type JunitCase, type JunitResult, writeJunit } from './junit-xml.ts';

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
  const { cause, installation, durationMs, startedAt, verdicts, exchanges } = record;
  const urlOf = requirementUrls(beside);
  const exchangeOf = new Map(exchanges.map((exchange) => [exchange.id, exchange]));
  const findings = findingByVerdict(record);
  const whole = { suite: 'installation', name: `${installation.name} can be checked`, seconds: 0 };
  const cases: readonly JunitCase[] = [
    ...(cause === undefined
      ? []
      : [{ ...whole, result: { kind: 'failure', message: cause, lines: [] } } as const]),
    ...verdicts.map((verdict) => {
      const exchange = exchangeOf.get(verdict.exchange ?? '');
      return {
        suite: verdict.endpoint,
        name: verdict.check,
        seconds: (exchange?.phasesMs.total ?? 0) / 1000,
        result: resultOf(verdict, findings.get(verdict), evidenceLines(verdict, exchange, urlOf)),
      };
    }),
    ...noteCases(deviations),
  ];
  const name = `evidence-contract: ${installation.name}`;
  return writeJunit({ name, seconds: durationMs / 1000, timestamp: startedAt, cases });
}

/** How a failure names its finding. */
interface NamedFinding {
  readonly name: string;
  readonly severity: string;
  readonly headline: string;
  readonly sentence: string;
}

function findingByVerdict(record: RunRecord): ReadonlyMap<RecordedVerdict, NamedFinding> {
  const findings = countedFindings(record);
  return new Map(
    findings.flatMap(({ places, failures, severity, headline, sentence }, index) => {
      const name = `Finding ${index + 1} of ${findings.length}`;
      const where = failures.length > 1 ? `, ${placesPhrase(places)}` : '';
      const named = {
        name,
        severity: severity,
        headline: `${name}${where}: ${headline}.`,
        sentence,
      };
      return failures.map(({ verdict }) => [verdict, named] as const);
    }),
  );
}

function noteCases(deviations: Deviations): readonly JunitCase[] {
  return failingNotes(deviations).map(({ title, items }) => {
    const lines = items.map(({ sentence }) => sentence);
    const result = { kind: 'failure', message: lines[0] ?? title, lines } as const;
    return { suite: 'expectations', name: title, seconds: 0, result };
  });
}

function resultOf(
  { message, outcome, known }: RecordedVerdict,
  finding: NamedFinding | undefined,
  lines: readonly string[],
): JunitResult | undefined {
  if (outcome === 'pass') return undefined;
  if (outcome === 'untestable' || outcome === 'skip')
    return { kind: 'skipped', message: `${outcome}: ${message}`, lines: [] };
  if (known !== undefined)
    return { kind: 'skipped', message: `known failure: ${known} ${message}`, lines: [] };
  if (finding === undefined) return { kind: outcome === 'fail' ? 'failure' : 'error', message, lines };
  const { name, severity, headline, sentence } = finding;
  const about = sentence === message ? [] : [`${name}: ${sentence}`];
  return {
    kind: 'failure',
    type: severity,
    message: `${headline} ${message}`,
    lines: [...about, ...lines],
  };
}

function evidenceLines(
  { message, requirements }: RecordedVerdict,
  exchange: RecordedExchange | undefined,
  urlOf: RequirementUrl,
): readonly string[] {
  return [
    message,
    ...stateRequirements(requirements, urlOf).map(
      ({ id, statement = '', url }) => `${id}: ${statement}${url === undefined ? '' : ` (${url})`}`,
    ),
    ...(exchange?.excerpt === undefined ? [] : [`body: ${exchange.excerpt}`]),
    ...(exchange === undefined ? [] : [`repeat: ${exchange.curl}`]),
  ];
}
