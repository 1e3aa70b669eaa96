import { failureRow } from '../../contract/reasons.ts';
import { severityLabel } from '../../contract/severity.ts';
import { stateOf } from '../../contract/state.ts';
import { countedFindings } from '../../engine/record/findings.ts';
import type { RunRecord } from '../../engine/record/run-record.ts';
import { type Deviations, noteSections } from '../notes.ts';
import type { Tone } from '../sections.ts';
import { isExplainedByCause, reasonsOf, tallyOf } from '../tally.ts';
import { pluralize } from '../words.ts';

/** A recommendation, with a link to the part of the report that says more. */
export interface Advice {
  /** A word or two before the sentence. */
  readonly label: string;
  /** The finding. It may contain text from an installation. */
  readonly sentence: string;
  readonly what: string;
  /** The id of the target element in the page. */
  readonly target?: string;
  readonly isProblem: boolean;
}

/** Certificates that expire sooner are mentioned. */
const soonDays = 30;

/** The remedy if no code names one: for an outage, and for records of earlier versions. */
const findOutWhy = 'Find out why, and check again.';

/**
 * Recommendations for an administrator after a run, the most severe first: problems, then things worth a look. Pure.
 */
export function adviceFor(record: RunRecord, deviations: Deviations): readonly Advice[] {
  // Its cause already says what to do.
  if (isExplainedByCause(record))
    return [{ label: 'Cause', sentence: record.cause ?? '', what: '', isProblem: true }];
  const findings = countedFindings(record).map(({ severity, sentence, reason }, index) => ({
    label: severityLabel(severity),
    sentence,
    what: failureRow(reason?.code ?? '')?.advice.administrator ?? findOutWhy,
    target: `finding-${index + 1}`,
    isProblem: true,
  }));
  const notes = noteSections(deviations).map(({ id = '', title, tone, items }) => {
    const [only, ...others] = items.map(({ sentence }) => sentence);
    const sentence = others.length === 0 ? (only ?? '') : `${pluralize(items.length, 'entry', 'entries')}.`;
    return { label: title, sentence, what: '', target: id, isProblem: tone === 'bad' };
  });
  return [
    ...findings,
    ...faultAdvice(record),
    ...notes,
    ...unjudgedAdvice(record),
    ...certificateAdvice(record),
  ];
}

function faultAdvice({ verdicts }: RunRecord): readonly Advice[] {
  const { error } = tallyOf(verdicts);
  if (error === 0) return [];
  const sentence = `${pluralize(error, 'check')} broke: a fault of the suite, not of the installation.`;
  const what = 'Report it, with run.json.';
  return [{ label: 'Fault of the suite', sentence, what, target: 'faults', isProblem: true }];
}

function unjudgedAdvice({ verdicts, state, abortReason }: RunRecord): readonly Advice[] {
  // Problems that only follow from a finding are solved with it.
  const own = verdicts.filter(({ reason }) => reason?.code !== 'explained');
  const reasons = reasonsOf(own, 'untestable');
  if (reasons.length === 0) return [];
  const explained = verdicts.length - own.length;
  const besides = explained === 0 ? '' : `Besides ${explained} that a finding explains, `;
  const sentence = `${besides}${pluralize(tallyOf(own).untestable, 'check')} could not be judged, for ${pluralize(reasons.length, 'reason')}.`;
  const usual =
    abortReason === 'deadline'
      ? 'Give the run more time: DEADLINE_S.'
      : 'Read the reasons: each says what stood in the way.';
  const what =
    state === 'throttled'
      ? 'Check again more slowly (PACE), with more time for its waits (DEADLINE_S), or later.'
      : usual;
  return [{ label: 'Not judged', sentence, what, target: 'untestable', isProblem: false }];
}

function certificateAdvice({ tls, finishedAt }: RunRecord): readonly Advice[] {
  const days = Math.floor((Date.parse(tls?.expiresAt ?? '') - Date.parse(finishedAt)) / 86_400_000);
  if (Number.isNaN(days) || days > soonDays) return [];
  const sentence =
    days < 0 ? 'The certificate has expired.' : `The certificate expires in ${pluralize(days, 'day')}.`;
  return [{ label: 'Certificate', sentence, what: 'Renew it.', isProblem: false }];
}

/** The tone of a report's headline. */
export function toneOf({ state }: RunRecord, advice: readonly Advice[]): Tone {
  if (advice.some(({ isProblem }) => isProblem)) return 'bad';
  return state === 'conforming' ? 'good' : 'open';
}

/** The headline of a report: "2 problems", "No problems found", "No new problems, 1 known failure", "Unreachable". */
export function verdictOf(record: RunRecord, advice: readonly Advice[]): string {
  if (isExplainedByCause(record)) return stateOf(record.state).label;
  const problems = advice.filter(({ isProblem }) => isProblem).length;
  if (problems > 0) return pluralize(problems, 'problem');
  if (record.state !== 'conforming' && record.state !== 'violating') return stateOf(record.state).label;
  const { known } = tallyOf(record.verdicts);
  return known === 0 ? 'No problems found' : `No new problems, ${pluralize(known, 'known failure')}`;
}

/** The text of a report without advice. */
export function noAdviceText({ verdicts }: RunRecord): string {
  return tallyOf(verdicts).known === 0 ? 'Nothing has to be done.' : 'Nothing else has to be done.';
}
