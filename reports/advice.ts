import type { Reader } from '../contract/reasons.ts';
import { stateOf } from '../contract/state.ts';
import type { RunRecord } from '../engine/record/run-record.ts';
import { countVerdicts, faultsOf, isExplainedByCause, type ShownFinding } from './failures.ts';
import { type Deviations, noteSections } from './notes.ts';
import { reasonsOf } from './reasons.ts';
import { pluralize } from './words.ts';

/** One thing to do, with the place in the report that says more. */
export interface Advice {
  /** A word or two before the sentence. */
  readonly label: string;
  /** What was found. It may hold what an installation said. */
  readonly sentence: string;
  readonly what: string;
  /** The id of the element in the page. */
  readonly target?: string;
  readonly isProblem: boolean;
}

const whenThrottled = 'Check again later, or more slowly (PACE).';

/** The ends of a certificate that are worth a sentence. */
const soonDays = 30;

/** What one reader can do after a run, the most severe first: problems, then what is worth a look. Pure. */
export function adviceFor(
  record: RunRecord,
  findings: readonly ShownFinding[],
  deviations: Deviations,
  reader: Reader = 'administrator',
): readonly Advice[] {
  // Its cause already says what to do.
  if (isExplainedByCause(record))
    return [{ label: 'Cause', sentence: record.cause ?? '', what: '', isProblem: true }];
  return [
    ...findings.map((finding, index) => findingAdvice(finding, index, reader)),
    ...faultAdvice(record),
    ...noteSections(deviations).map(({ title, sentences, isFailure }, index) => ({
      label: title,
      sentence:
        sentences.length === 1 ? (sentences[0] ?? '') : `${pluralize(sentences.length, 'entry', 'entries')}.`,
      what: '',
      target: `note-${index + 1}`,
      isProblem: isFailure,
    })),
    ...unjudgedAdvice(record),
    ...certificateAdvice(record),
  ];
}

/** What helps if no code says it: of an outage, and of records of earlier versions. */
const lookIntoIt = 'Find out why, and check again.';

function findingAdvice({ gravity, sentence, advice }: ShownFinding, index: number, reader: Reader): Advice {
  return {
    label: gravity,
    sentence,
    what: advice?.[reader] ?? lookIntoIt,
    target: `finding-${index + 1}`,
    isProblem: true,
  };
}

function faultAdvice(record: RunRecord): readonly Advice[] {
  const faults = faultsOf(record);
  if (faults.length === 0) return [];
  const sentence = `${pluralize(countVerdicts(faults), 'check')} broke: a fault of the suite, not of the installation.`;
  return [
    {
      label: 'Fault of the suite',
      sentence,
      what: 'Report it, with run.json.',
      target: 'faults',
      isProblem: true,
    },
  ];
}

function unjudgedAdvice(record: RunRecord): readonly Advice[] {
  // What only follows from a finding is done with it.
  const verdicts = record.verdicts.filter(({ reason }) => reason?.code !== 'explained');
  const reasons = reasonsOf({ ...record, verdicts }, 'untestable');
  if (reasons.length === 0) return [];
  const sentence = `${pluralize(countVerdicts(reasons), 'check')} could not be judged, for ${pluralize(reasons.length, 'reason')}.`;
  const what =
    record.state === 'throttled' ? whenThrottled : 'Read the reasons: each says what stood in the way.';
  return [{ label: 'Not judged', sentence, what, target: 'untestable', isProblem: false }];
}

function certificateAdvice({ tls, finishedAt }: RunRecord): readonly Advice[] {
  const days = Math.floor((Date.parse(tls?.expiresAt ?? '') - Date.parse(finishedAt)) / 86_400_000);
  if (Number.isNaN(days) || days > soonDays) return [];
  const sentence =
    days < 0 ? 'The certificate has expired.' : `The certificate expires in ${pluralize(days, 'day')}.`;
  return [{ label: 'Certificate', sentence, what: 'Renew it.', isProblem: false }];
}

/** How a report looks at its first words. */
export function toneOf({ state }: RunRecord, advice: readonly Advice[]): 'bad' | 'good' | 'open' {
  if (advice.some(({ isProblem }) => isProblem)) return 'bad';
  return state === 'conforming' ? 'good' : 'open';
}

/** The first words of a report: "2 problems", "No problems found", "Unreachable". */
export function verdictOf(record: RunRecord, advice: readonly Advice[]): string {
  if (isExplainedByCause(record)) return stateOf(record.state).label;
  const problems = advice.filter(({ isProblem }) => isProblem).length;
  if (problems > 0) return pluralize(problems, 'problem');
  return record.state === 'conforming' || record.state === 'violating'
    ? 'No problems found'
    : stateOf(record.state).label;
}
