import { countVerdicts, type VerdictCounts } from '../contract/judging/verdict.ts';
import type { ReasonCode } from '../contract/reasons.ts';
import { type InstallationState, stateOf } from '../contract/state.ts';
import { countedFindings } from '../engine/record/findings.ts';
import type { RecordedVerdict, RunRecord } from '../engine/record/run-record.ts';
import type { Tally } from './tally.ts';

/** "1 request", "1,204 requests". */
export function pluralize(amount: number, singular: string, plural = `${singular}s`): string {
  // Intl would do the same, but its first use takes longer than all reports of a run.
  const digits = String(amount).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
  return `${digits} ${amount === 1 ? singular : plural}`;
}

/** A share (0..1), such as coverage, as "94.3 %", rounded down: only a complete share reads 100 %. */
export function coveragePercent(ratio: number, decimals = 1): string {
  const unit = 10 ** decimals;
  // The small addend keeps 0.57 * 10000, which is 5699.999…, from reading 56.99 %.
  const units = Math.floor(ratio * 100 * unit + 1e-6);
  return `${(units / unit).toFixed(units % unit === 0 ? 0 : decimals)} %`;
}

/** A share of runs (0..1), such as uptime, as "99.98 %". */
export function uptimePercent(ratio: number): string {
  return coveragePercent(ratio, 2);
}

/** How long a request or a run took, in three digits: "840 ms", "1.26 s", "25.4 s", "2 min 5 s". */
export function duration(ms: number): string {
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${Number((ms / 1000).toPrecision(3))} s`;
  const seconds = Math.round(ms / 1000);
  const minutes = `${Math.floor(seconds / 60)} min`;
  return seconds % 60 === 0 ? minutes : `${minutes} ${seconds % 60} s`;
}

/** A duration or an age in its largest unit: "40 s", "64 min", "2.5 h", "11 h", "2 days". */
export function roughDuration(ms: number): string {
  const minutes = ms / 60_000;
  if (minutes < 1) return `${Math.round(ms / 1000)} s`;
  if (minutes < 90) return `${Math.round(minutes)} min`;
  // To the half hour, while that is a large part of it.
  if (minutes < 10 * 60) return `${Math.round(minutes / 30) / 2} h`;
  if (minutes < 48 * 60) return `${Math.round(minutes / 60)} h`;
  return `${Math.round(minutes / 1440)} days`;
}

/** A data size in two or three digits: "340 MB", "1.9 GB". */
export function dataSize(bytes: number): string {
  if (bytes < 999.5e6) return `${Math.max(1, Math.round(bytes / 1e6))} MB`;
  return `${Number((bytes / 1e9).toPrecision(2))} GB`;
}

/**
 * "both endpoints", "all 14 endpoints".
 * @param amount at least 2
 */
export function allEndpoints(amount: number): string {
  return amount === 2 ? 'both endpoints' : `all ${amount} endpoints`;
}

/** The state of the installation as a sentence, with the number of findings. */
export function stateSentence(record: RunRecord): string {
  const { state, verdicts } = record;
  const { label, meaning } = stateOf(state);
  const isFailed = verdicts.some(({ outcome }) => outcome === 'fail');
  const found = countedFindings(record);
  if (state === 'violating' && found.length > 0) return `${label}: ${countFindings(found)}.`;
  if (state === 'violating' && isFailed)
    return 'Violating, as known: every broken requirement is listed as a known failure.';
  const sentence = `${label}: ${uncapitalized(meaning)}`;
  return isFailed && found.length > 0 ? `${sentence} ${countFindings(found)}.` : sentence;
}

/** "2 findings (15 failed checks)"; without the checks if each is a finding of its own. */
export function countFindings(findings: readonly { readonly failures: readonly unknown[] }[]): string {
  const failures = findings.reduce((sum, one) => sum + one.failures.length, 0);
  const number = pluralize(findings.length, 'finding');
  return failures > findings.length ? `${number} (${pluralize(failures, 'failed check')})` : number;
}

/** The word for a state within a sentence: "not this API". */
export function stateWord(state: InstallationState): string {
  return uncapitalized(stateOf(state).label);
}

export function uncapitalized(text: string): string {
  return `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
}

/** What a skipped verdict needs, in a word or two. */
const notAskedFor: readonly (readonly [code: ReasonCode, what: string])[] = [
  ['imports-not-allowed', 'imports'],
  ['imports-not-in-run', 'imports'],
  ['no-second-key', 'second key'],
  ['no-revoked-key', 'revoked key'],
];

/** "195 of 237 judged, 42 not asked for (imports, second key)": the numbers behind a coverage. */
export function coveragePhrase(verdicts: readonly Pick<RecordedVerdict, 'outcome' | 'reason'>[]): string {
  const skipped = verdicts.filter(({ outcome }) => outcome === 'skip');
  const what = notAskedFor
    .filter(([code]) => skipped.some(({ reason }) => reason?.code === code))
    .map(([, name]) => name);
  return countsPhrase(countVerdicts(verdicts), what);
}

/**
 * The same from numbers alone.
 * @param what why some were not asked for
 */
export function countsPhrase(
  { all, judged, untestable, notAsked }: VerdictCounts,
  what: readonly string[] = [],
): string {
  const names = what.length === 0 ? '' : ` (${what.join(', ')})`;
  return [
    `${judged} of ${all} judged`,
    ...(untestable === 0 ? [] : [`${untestable} could not be judged`]),
    ...(notAsked === 0 ? [] : [`${notAsked} not asked for${names}`]),
  ].join(', ');
}

/** "Project 1, from GET /api/v3/projects, first entry, field id": each choice of a run, as a phrase. */
export function choicePhrases({ choices = [] }: Pick<RunRecord, 'choices'>): readonly string[] {
  return choices.map(({ what, value, from }) => `${what} ${value}, from ${from}`);
}

/**
 * "2 after it was answered with status 503, 1 after the connection failed": the repeated requests and their causes;
 * empty if there are none.
 */
export function resentPhrase({ resent = [] }: Pick<RunRecord, 'resent'>): string {
  const causes = [...new Set(resent.map(({ cause }) => cause))];
  return causes
    .map((cause) => `${resent.filter((one) => one.cause === cause).length} after ${cause}`)
    .join(', ');
}

/** "119 requests (1 sent again, 2 throttled)". */
export function requestSummary({ requests, retried, throttled }: RunRecord): string {
  const notes = [
    retried > 0 ? `${retried} sent again` : '',
    throttled > 0 ? `${throttled} throttled` : '',
  ].filter((note) => note !== '');
  return `${pluralize(requests, 'request')}${notes.length > 0 ? ` (${notes.join(', ')})` : ''}`;
}

/**
 * The totals of a run, as the last line of every report. Findings, known failures and faults appear only if there are
 * any.
 */
export function closingLine(tally: Tally, findings = 0): string {
  const found = findings === 0 ? '' : `${pluralize(findings, 'finding')}: `;
  const line = `${tally.pass} passed, ${tally.fail} failed, ${tally.untestable} untestable, ${tally.skip} skipped`;
  const known = tally.known > 0 ? `, ${pluralize(tally.known, 'known failure')}` : '';
  const errors = tally.error > 0 ? `, ${pluralize(tally.error, 'fault')} of the suite itself` : '';
  return `${found}${line}${known}${errors}`;
}

/**
 * A moment in UTC, followed by the local time of the reporting machine if that differs: "2026-11-22 12:46 UTC (13:46 by
 * the clock of UTC+1)". A static page cannot ask for the reader's clock.
 * @param moment ISO 8601
 * @param offsetMinutes how far that clock is ahead of UTC then
 */
export function momentText(
  moment: string,
  offsetMinutes: number = -new Date(moment).getTimezoneOffset(),
): string {
  const atMs = Date.parse(moment);
  if (Number.isNaN(atMs)) return moment;
  const [day, time] = dayAndTime(atMs);
  if (offsetMinutes === 0) return `${day} ${time} UTC`;
  const [localDay, localTime] = dayAndTime(atMs + offsetMinutes * 60_000);
  const local = localDay === day ? localTime : `${localDay} ${localTime}`;
  return `${day} ${time} UTC (${local} ${zoneName(offsetMinutes)})`;
}

function dayAndTime(atMs: number): readonly [day: string, time: string] {
  const moment = new Date(atMs).toISOString();
  return [moment.slice(0, 10), moment.slice(11, 19)];
}

/** "UTC+1", "UTC-3:30". */
function zoneName(minutes: number): string {
  const rest = Math.abs(minutes) % 60;
  const hours = Math.floor(Math.abs(minutes) / 60);
  return `UTC${minutes < 0 ? '-' : '+'}${hours}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`;
}
