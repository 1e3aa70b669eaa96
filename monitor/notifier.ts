import { setTimeout as wait } from 'node:timers/promises';
import type { Installation } from '../engine/configuration/installation.ts';
import { userAgent } from '../engine/version.ts';
import { countFindings } from '../reports/words.ts';
import type { Webhook } from './configuration/monitor-configuration.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { FindingSummary, StateChange } from './model.ts';

/** A change of state, and what is found from then on, the gravest first. */
export interface Notification {
  readonly change: StateChange;
  readonly findings: readonly FindingSummary[];
}

export interface Notifier {
  /** Begins to deliver a change of state to the webhooks that want it. Returns at once and never throws. */
  readonly notify: (
    installation: Installation,
    webhooks: readonly Webhook[],
    notification: Notification,
  ) => void;
  /** Gives up every delivery under way. */
  readonly close: () => Promise<void>;
}

export interface NotifierOptions {
  readonly metrics: Metrics;
  readonly log: Log;
  /** Address of the monitor's own pages, for links, where it is known. */
  readonly pagesUrl?: string;
  /** The pauses before each repetition of a failed delivery. */
  readonly pausesMs?: readonly number[];
}

const timeoutMs = 10_000;
const defaultPausesMs: readonly number[] = [1_000, 10_000, 60_000];

/** Delivers changes of state to webhooks: POST of JSON, with the same id in every repetition. */
export function makeNotifier(options: NotifierOptions): Notifier {
  const { metrics, log, pausesMs = defaultPausesMs } = options;
  const closing = new AbortController();
  const underWay = new Set<Promise<void>>();

  const deliver = async (webhook: Webhook, installation: string, body: string): Promise<void> => {
    for (const pauseMs of [0, ...pausesMs]) {
      try {
        await wait(pauseMs, undefined, { signal: closing.signal });
        if (await post(webhook, body, closing.signal)) return metrics.countNotification(true);
      } catch {
        if (closing.signal.aborted) break;
      }
    }
    metrics.countNotification(false);
    // The address is left out, since it may carry a token.
    log.warn({ installation }, 'A webhook did not accept the notification of a change of state.');
  };

  return {
    notify(installation, webhooks, notification) {
      const { change } = notification;
      const body = JSON.stringify(messageOf(installation, notification, options.pagesUrl));
      for (const webhook of webhooks) {
        const { states } = webhook;
        if (states !== undefined && !states.includes(change.from) && !states.includes(change.to)) continue;
        const delivery = deliver(webhook, installation.name, body).finally(() => underWay.delete(delivery));
        underWay.add(delivery);
      }
    },
    async close() {
      closing.abort();
      await Promise.all(underWay);
    },
  };
}

/** One attempt. True when the webhook accepted it; false, or an error, where a repetition may help. */
async function post({ url, bearer }: Webhook, body: string, signal: AbortSignal): Promise<boolean> {
  const response = await fetch(url.reveal(), {
    method: 'POST',
    redirect: 'error',
    headers: {
      'content-type': 'application/json',
      'user-agent': userAgent,
      ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer.reveal()}` }),
    },
    body,
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
  });
  await response.body?.cancel();
  return response.ok;
}

/** More findings than this are counted, not listed. */
const mostListed = 10;

/** The message as JSON. The texts come from a record, which is free of secrets. */
function messageOf(
  { name, baseUrl }: Installation,
  { change: { atMs, from, to, cause, runId }, findings }: Notification,
  pagesUrl: string | undefined,
): object {
  const count = findings.length === 0 ? '' : ` ${countFindings(findings)}.`;
  return {
    event: 'state-change',
    id: `${name}-${atMs}`,
    installation: { name, baseUrl },
    at: new Date(atMs).toISOString(),
    from,
    to,
    summary: `${name} is ${to.replaceAll('-', ' ')} (it was ${from.replaceAll('-', ' ')}).${count}`,
    ...(cause === undefined ? {} : { cause }),
    ...(findings.length === 0 ? {} : { findingCount: findings.length }),
    ...(findings.length === 0
      ? {}
      : {
          findings: findings
            .slice(0, mostListed)
            .map(({ gravity, sentence, endpoints }) => ({ gravity, message: sentence, endpoints })),
        }),
    ...(runId === undefined ? {} : { run: runId }),
    ...(runId === undefined || pagesUrl === undefined ? {} : { url: `${pagesUrl}/runs/${runId}` }),
  };
}
