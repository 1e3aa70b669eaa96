import { failureCodes, failureRow } from '../contract/reasons.ts';
import { groupBy } from '../engine/group-by.ts';
import { countedFindings, type RunFinding } from '../engine/record/findings.ts';
import type { RunRecord } from '../engine/record/run-record.ts';
import { isExplainedByCause } from './failures.ts';
import { type Deviations, noteSections } from './notes.ts';
import type { ReportName } from './report-files.ts';
import { type RequirementUrl, requirementUrls } from './requirement-links.ts';
import { renderSarif, type SarifFinding, type SarifNotification } from './sarif.ts';

/** The rules of findings that no code stands for. */
const outageRule = 'outage';
const otherRule = 'other';

const rules: Readonly<Record<string, string>> = {
  ...Object.fromEntries(failureCodes.map((code) => [code, `${failureRow(code)?.headline}.`])),
  [outageRule]: 'The installation went away during the run.',
  [otherRule]: 'The installation as a whole, or a check of an earlier version, failed.',
};

/**
 * The findings of a run as SARIF, one result each, with the same fingerprint in every run that finds the same. What kept the
 * run from being judged, and what else makes it fail, are notifications. Results have to name a file: the record, which
 * stands beside.
 * @param beside the reports in the same folder
 */
export function renderFindingsSarif(
  record: RunRecord,
  deviations: Deviations = {},
  beside: readonly ReportName[] = [],
): string {
  const findings = countedFindings(record);
  return renderSarif({
    rules,
    help: helpOf(findings, requirementUrls(beside)),
    findings: findings.map(sarifFinding),
    notifications: [...causeOf(record), ...notesOf(deviations)],
    root: '',
  });
}

/** What each broken rule rests on, where the annotated document lies beside. */
function helpOf(findings: readonly RunFinding[], urlOf: RequirementUrl): Readonly<Record<string, string>> {
  const byRule = groupBy(findings, ruleOf);
  const help = [...byRule].map(([rule, own]) => {
    const ids = [...new Set(own.flatMap(({ requirements }) => requirements))];
    const links = ids.flatMap((id) => {
      const url = urlOf(id);
      return url === undefined ? [] : [`[${id}](${url})`];
    });
    return [rule, links] as const;
  });
  return Object.fromEntries(
    help
      .filter(([, links]) => links.length > 0)
      .map(([rule, links]) => [rule, `Requirements: ${links.join(', ')}.`]),
  );
}

function ruleOf({ reason, since }: RunFinding): string {
  if (since !== undefined) return outageRule;
  return reason !== undefined && Object.hasOwn(rules, reason.code) ? reason.code : otherRule;
}

function sarifFinding(finding: RunFinding): SarifFinding {
  const { id, sentence, places } = finding;
  return {
    rule: ruleOf(finding),
    level: 'error',
    message: sentence,
    file: 'run.json',
    logicalNames: places.endpoints,
    fingerprint: id,
  };
}

function causeOf(record: RunRecord): readonly SarifNotification[] {
  const { cause } = record;
  if (cause === undefined) return [];
  return [{ level: isExplainedByCause(record) ? 'error' : 'note', message: cause }];
}

function notesOf(deviations: Deviations): readonly SarifNotification[] {
  return noteSections(deviations).flatMap(({ title, sentences, isFailure }) =>
    sentences.map((sentence) => ({
      level: isFailure ? ('error' as const) : ('note' as const),
      message: `${title}: ${sentence}`,
    })),
  );
}
