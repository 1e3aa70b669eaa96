import { catalogue } from '../contract/catalogue.ts';
import { countedFindings, type RunFinding } from '../engine/record/findings.ts';
import type { RunRecord } from '../engine/record/run-record.ts';
import { isExplainedByCause } from './failures.ts';
import { type Deviations, noteSections } from './notes.ts';
import { renderSarif, type SarifFinding, type SarifNotification } from './sarif.ts';

/** The rule of a finding that no check alone stands for: an outage. */
const outageRule = 'outage';

const rules: Readonly<Record<string, string>> = {
  ...Object.fromEntries(catalogue.map(({ id, title }) => [id, `The endpoint ${title}.`])),
  [outageRule]: 'The installation answers throughout a run.',
};

/**
 * The findings of a run as SARIF, one result each, with the same fingerprint in every run that finds the same. What kept the
 * run from being judged, and what else makes it fail, are notifications. Results have to name a file: the record, which
 * stands beside.
 */
export function renderFindingsSarif(record: RunRecord, deviations: Deviations = {}): string {
  return renderSarif({
    rules,
    findings: countedFindings(record).map(sarifFinding),
    notifications: [...causeOf(record), ...notesOf(deviations)],
    root: '',
  });
}

function sarifFinding({ id, checks, sentence, places }: RunFinding): SarifFinding {
  return {
    rule: checks.find((check) => check in rules) ?? outageRule,
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
