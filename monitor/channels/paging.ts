import { type InstallationState, stateOf } from '../../contract/state.ts';
import { withoutSlashesAtEnd } from '../../engine/configuration/parsers.ts';
import type { Channel, HttpRequest, Message } from './channel.ts';
import { cut, factsOf, plainText, severityOf } from './message.ts';
import { bearerOf } from './webhook.ts';

/** Templates for incident services: one incident per installation, opened by a bad state and closed by a good one. */

const source = 'evidence-contract monitor';

/** The service's key for an installation's incident. A test has its own. */
function incidentOf({ event, id, installation }: Message): string {
  return `evidence-contract/${event === 'test' ? id : installation.name}`;
}

/** Events v2: https://developer.pagerduty.com/docs/events-api-v2-overview */
export function pagerdutyRequest(message: Message, { url, key }: Channel): HttpRequest {
  const { installation, summary, severity, atMs, to, cause, id, isBad, event } = message;
  const isOpen = isBad || event === 'test';
  return {
    kind: 'http',
    url: url.reveal(),
    body: {
      routing_key: key?.reveal(),
      event_action: isOpen ? 'trigger' : 'resolve',
      dedup_key: incidentOf(message),
      client: source,
      client_url: message.url,
      links: [{ href: message.url, text: 'The page of the monitor' }],
      payload: {
        summary: cut(summary, 1000),
        source: installation.baseUrl,
        severity,
        timestamp: new Date(atMs).toISOString(),
        component: installation.name,
        class: to,
        custom_details: { cause, notification: id, ...Object.fromEntries(factsOf(message)) },
      },
    },
  };
}

/** Alert API: https://docs.opsgenie.com/docs/alert-api */
export function opsgenieRequest(message: Message, { url, key }: Channel): HttpRequest {
  const { installation, summary, severity, cause, id, isBad, event } = message;
  const alerts = `${withoutSlashesAtEnd(url.reveal())}/v2/alerts`;
  const alias = incidentOf(message);
  const headers = { authorization: `GenieKey ${key?.reveal()}` };
  if (!isBad && event !== 'test') {
    const address = `${alerts}/${encodeURIComponent(alias)}/close?identifierType=alias`;
    return { kind: 'http', url: address, headers, body: { source, note: cut(plainText(message), 20_000) } };
  }
  return {
    kind: 'http',
    url: alerts,
    headers,
    body: {
      message: cut(summary, 130),
      alias,
      description: cut(plainText(message), 14_000),
      entity: installation.name,
      source,
      priority: { critical: 'P1', warning: 'P3', info: 'P5' }[severity],
      details: { cause, notification: id, url: message.url, ...Object.fromEntries(factsOf(message)) },
    },
  };
}

/** Without reminders only a change ends an alert. */
const withoutReminderMs = 365 * 86_400_000;
const testMs = 300_000;

/**
 * Alerts of API v2: https://prometheus.io/docs/alerting/latest/alerts_api. The state is a label, so a change from one
 * bad state to another ends one alert and starts another. Each alert has an end time from the start: otherwise it would
 * be over after `resolve_timeout`.
 */
export function alertmanagerRequest(message: Message, channel: Channel): HttpRequest {
  const { event, from, overtaken = [], to, atMs, sinceMs, nextReminderMs, isBad } = message;
  // A reminder comes with the first run after it is due. If two are missing, the monitor is gone.
  const lastMs = atMs + (nextReminderMs === undefined ? withoutReminderMs : 2 * (nextReminderMs - atMs));
  // A message that was overtaken may have arrived, although its answer did not.
  const left = new Set(event === 'state-change' ? [from, ...overtaken.map((one) => one.to)] : []);
  left.delete(to);
  const closed = [...left]
    .filter((state) => stateOf(state).isIncident)
    .map((state) => alertOf(message, state, { endsMs: atMs }));
  const opened = isBad ? [alertOf(message, to, { startsMs: sinceMs ?? atMs, endsMs: lastMs })] : [];
  const test = [alertOf(message, to, { startsMs: atMs, endsMs: atMs + testMs })];
  return {
    kind: 'http',
    url: `${withoutSlashesAtEnd(channel.url.reveal())}/api/v2/alerts`,
    headers: bearerOf(channel),
    body: event === 'test' ? test : [...closed, ...opened],
  };
}

function alertOf(
  { event, id, installation, summary, cause, url }: Message,
  state: InstallationState,
  { startsMs, endsMs }: { readonly startsMs?: number; readonly endsMs: number },
): object {
  const isTest = event === 'test';
  return {
    labels: {
      alertname: isTest ? 'EvidenceContractTest' : 'EvidenceContractState',
      installation: installation.name,
      ...(installation.group === undefined ? {} : { group: installation.group }),
      ...(installation.tags === undefined ? {} : { tags: installation.tags.join(',') }),
      state,
      severity: isTest ? 'info' : severityOf(state),
    },
    annotations: { summary, description: cause, link: url, notification: id },
    ...(startsMs === undefined ? {} : { startsAt: new Date(startsMs).toISOString() }),
    endsAt: new Date(endsMs).toISOString(),
    generatorURL: url,
  };
}
