import { failureCodes, failureRow } from '../../contract/reasons.ts';
import { groupBy } from '../../engine/group-by.ts';
import { countedFindings, type RunFinding } from '../../engine/record/findings.ts';
import type { RunRecord } from '../../engine/record/run-record.ts';
import type { ReportName } from '../formats.ts';
import { type Deviations, noteSections } from '../notes.ts';
import { stateRequirements } from '../requirements.ts';
import { isExplainedByCause } from '../tally.ts';
import { renderSarif } from './sarif.ts';

/** The rule id of findings without a reason code. */
const outageRule = 'outage';
const otherRule = 'other';

const rules: Readonly<Record<string, string>> = {
  ...Object.fromEntries(failureCodes.map((code) => [code, `${failureRow(code)?.headline}.`])),
  [outageRule]: 'The installation went away during the run.',
  [otherRule]: 'The installation as a whole, or a check of an earlier version, failed.',
};

/**
 * The findings of a run as SARIF, one result each, with the same fingerprint in every run that finds the same.
 * Obstacles to judging, and other reasons for the run to fail, are notifications. Results must name a file: the record
 * in the same folder.
 * @param siblings the reports in the same folder
 */
export function renderFindingsSarif(
  record: RunRecord,
  deviations: Deviations = {},
  siblings: readonly ReportName[] = [],
): string {
  const findings = countedFindings(record);
  const { cause } = record;
  const level = isExplainedByCause(record) ? 'error' : 'note';
  return renderSarif({
    rules,
    help: helpOf(findings, siblings),
    findings: findings.map((finding) => ({
      rule: ruleOf(finding),
      level: 'error',
      message: finding.sentence,
      file: 'run.json',
      logicalNames: finding.places.endpoints,
      fingerprint: finding.id,
    })),
    notifications: [
      ...(cause === undefined ? [] : [{ level, message: cause } as const]),
      ...noteSections(deviations).flatMap(({ title, tone, items }) =>
        items.map(({ sentence }) => ({
          level: tone === 'bad' ? ('error' as const) : ('note' as const),
          message: `${title}: ${sentence}`,
        })),
      ),
    ],
    root: '',
  });
}

/** The requirements behind each broken rule, if the annotated document is in the same folder. */
function helpOf(
  findings: readonly RunFinding[],
  siblings: readonly ReportName[],
): Readonly<Record<string, string>> {
  const rows = [...groupBy(findings, ruleOf)].map(([rule, own]) => {
    const ids = [...new Set(own.flatMap(({ requirements }) => requirements))];
    const stated = stateRequirements(ids, siblings).filter(({ url }) => url !== undefined);
    return [rule, stated.map(({ id, url }) => `[${id}](${url})`).join(', ')] as const;
  });
  return Object.fromEntries(
    rows.filter(([, links]) => links !== '').map(([rule, links]) => [rule, `Requirements: ${links}.`]),
  );
}

function ruleOf({ reason, since }: RunFinding): string {
  if (since !== undefined) return outageRule;
  return reason !== undefined && Object.hasOwn(rules, reason.code) ? reason.code : otherRule;
}
