import { type InstallationState, stateOf } from '../../contract/state.ts';
import { sanitize, sanitizeUpTo } from '../../reports/sanitize.ts';
import { roughDuration, stateWord } from '../../reports/words.ts';
import type { Notification } from '../model.ts';
import type { Message } from './channel.ts';

/** Services refuse longer texts, with different limits. */
const longestText = 1000;
/** The number of overtaken changes that a message names. */
const mostOvertaken = 5;

/**
 * The values for templates. Pure.
 * @param pagesUrl the monitor's own pages, for links
 */
export function messageOf(notification: Notification, pagesUrl: string): Message {
  const { installation, event, to, runId } = notification;
  const cause = sanitizeUpTo(notification.cause, longestText);
  const findings = notification.findings.map((one) => ({
    ...one,
    message: sanitizeUpTo(one.message, longestText),
  }));
  const [mostSevere] = findings;
  const page = `${pagesUrl}/installations/${encodeURIComponent(installation.name)}`;
  const summary = sanitize(`${summaryOf(notification)}${overtakenSentence(notification)}`);
  const detail =
    mostSevere !== undefined && foundPhrase(notification) === cause ? mostSevere.message : `Cause: ${cause}`;
  return {
    ...notification,
    cause,
    findings,
    ...(summary.includes(detail) ? {} : { detail }),
    summary,
    url: event === 'test' || runId === undefined ? page : `${pagesUrl}/runs/${encodeURIComponent(runId)}`,
    isBad: stateOf(to).isIncident,
    severity: event === 'test' ? 'info' : severityOf(to),
  };
}

export function severityOf(state: InstallationState): Message['severity'] {
  const { isIncident, isFault } = stateOf(state);
  return isFault ? 'critical' : isIncident ? 'warning' : 'info';
}

/** The findings as a title: their number, and the headline of the most severe, which contains no foreign text. */
function foundPhrase({ cause, count, findings, findingCount }: Notification): string | undefined {
  const [mostSevere] = findings;
  // The cause describes a problem of the whole installation.
  if (mostSevere?.endpoints.length === 0) return cause;
  if (mostSevere?.headline === undefined) return count && `${count}.`;
  return findingCount === 1
    ? `${mostSevere.headline}.`
    : `${count}. The most severe: ${mostSevere.headline}.`;
}

function summaryOf(notification: Notification): string {
  const { event, installation, atMs, sinceMs, from, to } = notification;
  const phrase = foundPhrase(notification);
  const [before, now] = [stateWord(from), stateWord(to)];
  const found = phrase === undefined ? '' : ` ${phrase}`;
  switch (event) {
    case 'test':
      return `This is a test. ${installation.name}: ${now}. Nothing has changed.`;
    case 'reminder':
      return `${installation.name}: still ${now}, for ${roughDuration(atMs - (sinceMs ?? atMs))}.${found}`;
    case 'state-change':
      return from === to
        ? `${installation.name}: ${now}, as before.${found}`
        : `${installation.name}: ${now} (was ${before}).${found}`;
  }
}

/** " Not reported until now: unreachable at 10:01 UTC, conforming at 10:03 UTC." */
function overtakenSentence({ overtaken = [] }: Notification): string {
  if (overtaken.length === 0) return '';
  const named = overtaken.slice(-mostOvertaken);
  const more = overtaken.length > named.length ? `${overtaken.length - named.length} changes, then ` : '';
  const list = named.map(
    ({ atMs, to }) => `${stateWord(to)} at ${new Date(atMs).toISOString().slice(11, 16)} UTC`,
  );
  return ` Not reported until now: ${more}${list.join(', ')}.`;
}

/** The whole message as lines, for channels without a format of their own. */
export function plainText({ summary, detail, findings, findingCount, runId, url }: Message): string {
  const listed = findings.map(({ severity, headline, message }) => `- ${severity}: ${headline ?? message}`);
  const more = findingCount > findings.length ? [`- and ${findingCount - findings.length} more`] : [];
  return [
    summary,
    ...(detail === undefined ? [] : ['', detail]),
    ...(findings.length > 1 ? ['', 'Findings, the most severe first:', ...listed, ...more] : []),
    '',
    ...(runId === undefined ? [] : [`Run: ${runId}`]),
    url,
  ].join('\n');
}

/** Facts by name, for channels that show them as a table. */
export function factsOf({ installation, from, to, atMs, runId }: Message): readonly [string, string][] {
  const { group, tags } = installation;
  return [
    ['Installation', installation.baseUrl],
    ...(group === undefined ? [] : [['Group', group] as [string, string]]),
    ...(tags === undefined || tags.length === 0 ? [] : [['Tags', tags.join(', ')] as [string, string]]),
    ['State', stateWord(to)],
    ['Before', stateWord(from)],
    ['At', new Date(atMs).toISOString()],
    ...(runId === undefined ? [] : [['Run', runId] as [string, string]]),
  ];
}

/** At most this number of characters. */
export function cut(text: string, characters: number): string {
  return text.length <= characters ? text : `${text.slice(0, characters - 1)}…`;
}
