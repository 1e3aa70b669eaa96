import { setTimeout as wait } from 'node:timers/promises';
import type { Installation } from '../engine/configuration/installation.ts';
import { userAgent } from '../engine/version.ts';
import type { Webhook } from './configuration/monitor-configuration.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { StateChange } from './model.ts';

export interface Notifier {
  /** Begins to deliver a change of state to the webhooks that want it. Returns at once and never throws. */
  readonly notify: (installation: Installation, webhooks: readonly Webhook[], change: StateChange) => void;
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
    notify(installation, webhooks, change) {
      const body = JSON.stringify(messageOf(installation, change, options.pagesUrl));
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

/** The message as JSON. `change.cause` comes from a record, which is free of secrets. */
function messageOf(
  { name, baseUrl }: Installation,
  { atMs, from, to, cause, runId }: StateChange,
  pagesUrl: string | undefined,
): object {
  return {
    event: 'state-change',
    id: `${name}-${atMs}`,
    installation: { name, baseUrl },
    at: new Date(atMs).toISOString(),
    from,
    to,
    summary: `${name} is ${to.replaceAll('-', ' ')} (it was ${from.replaceAll('-', ' ')}).`,
    ...(cause === undefined ? {} : { cause }),
    ...(runId === undefined ? {} : { run: runId }),
    ...(runId === undefined || pagesUrl === undefined ? {} : { url: `${pagesUrl}/runs/${runId}` }),
  };
}
