import type { RunRecord } from '../engine/record/run-record.ts';
import type { InstallationState } from '../engine/run/diagnose.ts';
import type { Tally } from './tally.ts';

const stateWords: Readonly<Record<InstallationState, string>> = {
  conforming: 'Conforming: every requirement that was judged holds.',
  violating: 'Violating: at least one requirement is broken.',
  throttled: 'Throttled: the installation answered too few requests to be judged whole.',
  'key-rejected': 'Key rejected: the installation does not accept the configured key.',
  unreachable: 'Unreachable: the installation does not answer.',
  maintenance: 'Maintenance: the installation says that it is being worked on.',
  'not-this-api': 'Not this API: something else answers at this address.',
  unknown: 'Unknown: too little could be judged to tell.',
};

/** The state of the installation as a sentence. */
export function stateSentence({ state, verdicts }: RunRecord): string {
  const failures = verdicts.filter(({ outcome }) => outcome === 'fail');
  const allKnown = failures.length > 0 && failures.every(({ known }) => known !== undefined);
  return allKnown && state === 'violating'
    ? 'Violating, as known: every broken requirement is listed as a known failure.'
    : stateWords[state];
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
