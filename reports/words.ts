import { type InstallationState, stateOf } from '../contract/state.ts';
import type { RunRecord } from '../engine/record/run-record.ts';
import type { Tally } from './tally.ts';

/** The state of the installation as a sentence. */
export function stateSentence({ state, verdicts }: RunRecord): string {
  const failures = verdicts.filter(({ outcome }) => outcome === 'fail');
  const allKnown = failures.length > 0 && failures.every(({ known }) => known !== undefined);
  return allKnown && state === 'violating'
    ? 'Violating, as known: every broken requirement is listed as a known failure.'
    : sentenceOf(state);
}

/** "Unreachable: the installation does not answer." */
function sentenceOf(state: InstallationState): string {
  const { label, meaning } = stateOf(state);
  return `${label}: ${meaning.charAt(0).toLowerCase()}${meaning.slice(1)}`;
}

/** A part of one (0..1) in per cent, rounded down: only the whole is told as 100 %. */
export function percent(part: number): string {
  return `${Math.floor(part * 1000 + 1e-9) / 10} %`;
}

/** A duration for people. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 120_000) return `${(ms / 1000).toFixed(1)} s`;
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`;
}

/** "1 request", "2 requests". */
export function counted(number: number, noun: string, plural = `${noun}s`): string {
  return `${number} ${number === 1 ? noun : plural}`;
}

/** "119 requests (1 sent again, 2 throttled)". */
export function requestWords({ requests, retried, throttled }: RunRecord): string {
  const notes = [
    retried > 0 ? `${retried} sent again` : '',
    throttled > 0 ? `${throttled} throttled` : '',
  ].filter((note) => note !== '');
  return `${counted(requests, 'request')}${notes.length > 0 ? ` (${notes.join(', ')})` : ''}`;
}

/** The numbers of a run as the last line of every report. Known failures and faults are told only where there are some. */
export function closingLine(tally: Tally): string {
  const line = `${tally.pass} passed, ${tally.fail} failed, ${tally.untestable} untestable, ${tally.skip} skipped`;
  const known = tally.known > 0 ? `, ${counted(tally.known, 'known failure')}` : '';
  const errors = tally.error > 0 ? `, ${counted(tally.error, 'fault')} of the suite itself` : '';
  return `${line}${known}${errors}`;
}
