import { countedFindings } from '../../engine/record/findings.ts';
import { placesPhrase } from '../../engine/record/group-failures.ts';
import type { RecordedExchange, RecordedVerdict, RunRecord } from '../../engine/record/run-record.ts';
import type { ReportName } from '../formats.ts';
import { type Deviations, failingNotes } from '../notes.ts';
import { stateRequirements } from '../requirements.ts';
import { type JunitCase, writeJunit } from './junit-xml.ts';

/**
 * A run as JUnit XML: a testsuite per endpoint, a testcase per check; each failure names its finding. A cause that
 * obstructed the whole run, an outdated known failure and breaking drift are also failed testcases, since JUnit has no
 * other place for them.
 * @param siblings the reports in the same folder
 */
export function renderJunit(
  record: RunRecord,
  deviations: Deviations = {},
  siblings: readonly ReportName[] = [],
): string {
  const { cause, state, installation, durationMs, startedAt, verdicts, exchanges } = record;
  const exchangeOf = new Map(exchanges.map((exchange) => [exchange.id, exchange]));
  const findings = findingByVerdict(record);
  const cases: readonly JunitCase[] = [
    ...(cause === undefined || state === 'conforming'
      ? []
      : [failedCase('installation', `${installation.name} was judged in full`, { message: cause })]),
    ...verdicts.map((verdict) => {
      const exchange = exchangeOf.get(verdict.exchange ?? '');
      return {
        suite: verdict.endpoint,
        name: verdict.check,
        seconds: (exchange?.phasesMs.total ?? 0) / 1000,
        ...resultOf(verdict, findings.get(verdict), evidenceLines(verdict, exchange, siblings)),
      };
    }),
    ...failingNotes(deviations).map(({ title, items }) => {
      const lines = items.map(({ sentence }) => sentence);
      return failedCase('expectations', title, { message: lines[0] ?? title, lines });
    }),
  ];
  const run = { seconds: durationMs / 1000, timestamp: startedAt };
  return writeJunit(`evidence-contract: ${installation.name}`, cases, run);
}

/** The content of a testcase, apart from its name. */
type Result = Pick<JunitCase, 'outcome' | 'message' | 'type' | 'lines'>;

function failedCase(suite: string, name: string, result: Result): JunitCase {
  return { suite, name, seconds: 0, outcome: 'failure', ...result };
}

/** The finding that each failure names. */
function findingByVerdict(record: RunRecord): ReadonlyMap<RecordedVerdict, Result> {
  const findings = countedFindings(record);
  return new Map(
    findings.flatMap(({ places, failures, severity: type, headline, sentence }, index) => {
      const name = `Finding ${index + 1} of ${findings.length}`;
      const where = failures.length > 1 ? `, ${placesPhrase(places)}` : '';
      return failures.map(({ verdict }) => {
        const message = `${name}${where}: ${headline}. ${verdict.message}`;
        return [
          verdict,
          { type, message, lines: sentence === verdict.message ? [] : [`${name}: ${sentence}`] },
        ];
      });
    }),
  );
}

function resultOf(
  { message, outcome, known }: RecordedVerdict,
  finding: Result | undefined,
  lines: readonly string[],
): Result {
  if (outcome === 'pass') return {};
  if (outcome === 'untestable' || outcome === 'skip')
    return { outcome: 'skipped', message: `${outcome}: ${message}` };
  if (known !== undefined) return { outcome: 'skipped', message: `known failure: ${known} ${message}` };
  if (finding === undefined) return { outcome: outcome === 'fail' ? 'failure' : 'error', message, lines };
  return { outcome: 'failure', ...finding, lines: [...(finding.lines ?? []), ...lines] };
}

function evidenceLines(
  { message, requirements }: RecordedVerdict,
  exchange: RecordedExchange | undefined,
  siblings: readonly ReportName[],
): readonly string[] {
  return [
    message,
    ...stateRequirements(requirements, siblings).map(
      ({ id, statement = '', url }) => `${id}: ${statement}${url === undefined ? '' : ` (${url})`}`,
    ),
    ...(exchange?.excerpt === undefined ? [] : [`body: ${exchange.excerpt}`]),
    ...(exchange === undefined ? [] : [`repeat: ${exchange.curl}`]),
  ];
}
