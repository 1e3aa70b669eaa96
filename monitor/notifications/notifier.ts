import { groupBy } from '../../engine/group-by.ts';
import type { Channel } from '../channels/channel.ts';
import { channelTypeOf } from '../channels/channel-types.ts';
import { messageOf } from '../channels/message.ts';
import type { Claimed, Outbox, OutboxItemId, Settlement } from '../history/outbox.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Notification, OutboxEntry } from '../model.ts';
import type { Cancel, Clock } from '../schedule/clock.ts';
import type { Send, SendResult } from './send.ts';
import { makeUnsavedNotifications, type Unsaved } from './unsaved.ts';

/** Delivers the notifications in the outbox of the history. */
export interface Notifier {
  /** Starts delivering notifications. */
  readonly start: () => void;
  /** Looks for due notifications at once. */
  readonly wake: () => void;
  /** Tries each undelivered notification at once: its channel may have been repaired. */
  readonly retry: () => Promise<void>;
  /**
   * Accepts notifications that the history could not: they are delivered from memory, and stored as soon as possible.
   */
  readonly keep: (entries: readonly OutboxEntry[]) => void;
  /** Undelivered notifications, as of the last look at the outbox. */
  readonly waiting: () => WaitingNotifications;
  /** Makes one attempt for a notification outside the history. */
  readonly test: (channel: Channel, notification: Notification) => Promise<SendResult>;
  /** Starts no more deliveries; current ones have a short time to end. */
  readonly close: () => Promise<void>;
}

/** Undelivered notifications. */
export interface WaitingNotifications {
  readonly count: number;
  /** When the oldest was created; undefined if there is none. */
  readonly oldestMs?: number;
}

export interface NotifierOptions {
  readonly outbox: Outbox;
  readonly send: Send;
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly log: Log;
  /** The current configuration of an installation's channel. */
  readonly channelOf: (installation: string, channel: string) => Channel | undefined;
  /** Address of the monitor's own pages, for links. */
  readonly pagesUrl: () => string;
}

/** Longer than any attempt takes. The rest allows for different clocks of monitors that share a history. */
const leaseMs = 60_000;
const mostUnderWay = 20;
/** A receiver that does not answer must leave room for the others. */
const mostOfChannel = 5;
/** Another monitor that shares the history may leave notifications behind. */
const idlePollMs = 60_000;
const awayPollMs = 5_000;
const shortestPollMs = 1_000;
const closeGraceMs = 2_000;

/** Retried for an hour, like a refused one: the installation or its channel may have been removed by mistake. */
const notConfigured: SendResult = {
  ok: false,
  reason: 'No channel of this name is configured.',
  isRefused: true,
};

export function makeNotifier(options: NotifierOptions): Notifier {
  const { outbox, clock, metrics, log } = options;
  const closing = new AbortController();
  const underWay = new Set<Promise<void>>();
  /** Claimed deliveries in progress, by id. */
  const inProgress = new Map<string, Claimed>();
  const unsaved = makeUnsavedNotifications();
  let unsettled: {
    readonly claimed: Claimed;
    readonly settlement: Settlement;
    readonly merged: readonly OutboxItemId[];
  }[] = [];
  let stored: WaitingNotifications = { count: 0 };
  let phase: 'new' | 'running' | 'closed' = 'new';
  let pass: Promise<void> | undefined;
  let isWoken = false;
  let cancelTimer: Cancel = () => undefined;

  const attempt = ({ channel: name, notification }: OutboxEntry): Promise<SendResult> => {
    const channel = options.channelOf(notification.installation.name, name);
    return channel === undefined ? Promise.resolve(notConfigured) : deliver(channel, notification);
  };
  const deliver = (channel: Channel, notification: Notification): Promise<SendResult> => {
    const message = messageOf(notification, options.pagesUrl());
    return options.send(channelTypeOf(channel.type).outgoing(message, channel), closing.signal);
  };

  /** The log has the first failure and the end of each. */
  const failing = new Set<string>();
  const report = (
    { channel, notification, attempts }: OutboxEntry & { attempts: number },
    settlement: Settlement,
  ): void => {
    const { id } = notification;
    const fields = { installation: notification.installation.name, channel, notification: id, attempts };
    const key = `${id}/${channel}`;
    if (settlement.status === 'waiting') {
      if (!failing.has(key))
        log.warn(
          { ...fields, reason: settlement.reason },
          'a notification was not taken; it is repeated for a day, for an hour if it was refused',
        );
      failing.add(key);
      return;
    }
    failing.delete(key);
    if (settlement.status === 'delivered') {
      metrics.countNotification(true);
      if (attempts > 1) log.info(fields, 'a notification was delivered after all');
    } else if (settlement.status === 'given-up') {
      metrics.countNotification(false);
      log.error({ ...fields, reason: settlement.reason }, 'a notification was given up');
    }
  };

  /** A result that cannot be stored now is stored before the next claim. */
  const settle = async (
    claimed: Claimed,
    settlement: Settlement,
    merged: readonly OutboxItemId[],
  ): Promise<void> => {
    try {
      if (await outbox.settle(claimed, settlement, merged)) report(claimed, settlement);
    } catch {
      unsettled.push({ claimed, settlement, merged });
    }
  };
  /** After a receiver was unavailable, later notifications are merged with the undelivered ones. */
  const queuedBehind = async (claimed: Claimed): ReturnType<Outbox['behind']> =>
    claimed.attempts < 2 ? [] : outbox.behind(claimed).catch(() => []);
  const settleAll = async (): Promise<void> => {
    const all = unsettled;
    unsettled = [];
    for (const [index, { claimed, settlement, merged }] of all.entries()) {
      try {
        if (await outbox.settle(claimed, settlement, merged)) report(claimed, settlement);
      } catch (thrown) {
        unsettled.push(...all.slice(index));
        throw thrown;
      }
    }
  };

  const deliverClaimed = async (first: Claimed): Promise<void> => {
    const behind = await queuedBehind(first);
    const notification = mergeOvertaken(
      first.notification,
      behind.map((one) => one.notification),
    );
    const result = await attempt({ ...first, notification });
    // It may have been leased again if the clock was set forward meanwhile.
    const claimed = inProgress.get(first.id) ?? first;
    inProgress.delete(first.id);
    const isCut = closing.signal.aborted && !result.ok;
    await settle(
      claimed,
      isCut
        ? { status: 'released', attempts: claimed.attempts - 1 }
        : settlementOf(claimed, result, clock.nowMs()),
      behind,
    );
  };
  const deliverUnsaved = async (one: Unsaved): Promise<void> => {
    one.isUnderWay = true;
    const result = await attempt(one.entry);
    one.isUnderWay = false;
    one.attempts += 1;
    const { atMs: createdMs } = one.entry.notification;
    const settlement = settlementOf({ attempts: one.attempts, createdMs }, result, clock.nowMs());
    if (settlement.status === 'waiting') one.nextMs = settlement.nextMs;
    if (settlement.status === 'delivered') one.delivered = { attempts: one.attempts, atMs: settlement.atMs };
    if (settlement.status === 'given-up') unsaved.remove(one);
    report({ ...one.entry, attempts: one.attempts }, settlement);
  };

  const begin = (work: Promise<void>): void => {
    const done = work.finally(() => {
      underWay.delete(done);
      wake();
    });
    underWay.add(done);
  };

  /** @returns whether there may be more to claim */
  const claimSome = async (nowMs: number): Promise<boolean> => {
    const limit = Math.min(mostOfChannel, mostUnderWay - underWay.size);
    if (limit <= 0) return false;
    const byChannel = groupBy([...inProgress.values()], ({ channel }) => channel);
    const except = [...byChannel].filter(([, all]) => all.length >= mostOfChannel).map(([name]) => name);
    const claimed = await outbox.claim({ nowMs, leaseMs, longestDelayMs, limit, except });
    for (const one of claimed) {
      const isNew = !inProgress.has(one.id);
      inProgress.set(one.id, one);
      if (isNew) begin(deliverClaimed(one));
    }
    return claimed.length === limit;
  };

  const lookOnce = async (): Promise<void> => {
    const nowMs = clock.nowMs();
    try {
      await settleAll();
      await unsaved.save(outbox);
      while (await claimSome(nowMs));
      const { nextMs = Number.POSITIVE_INFINITY, ...waiting } = await outbox.waiting();
      stored = waiting;
      metrics.setOldestNotification(waiting.oldestMs);
      setTimer(Math.min(nowMs + idlePollMs, Math.max(nowMs + shortestPollMs, nextMs)));
    } catch {
      // Later notifications are delivered from memory.
      for (const one of unsaved.due(nowMs)) begin(deliverUnsaved(one));
      setTimer(nowMs + awayPollMs);
    }
  };
  const look = async (): Promise<void> => {
    do {
      isWoken = false;
      await lookOnce();
    } while (isWoken && phase === 'running');
  };
  const wake = (): void => {
    isWoken = true;
    if (phase !== 'running' || pass !== undefined) return;
    pass = look().finally(() => {
      pass = undefined;
    });
  };
  const setTimer = (atMs: number): void => {
    cancelTimer();
    if (phase === 'running') cancelTimer = clock.at(atMs, wake);
  };

  const retry = async (): Promise<void> => {
    await outbox.endPauses().catch(() => undefined);
    wake();
  };

  return {
    start() {
      phase = 'running';
      void retry();
    },
    wake,
    retry,
    keep(entries) {
      for (const { channel, notification } of unsaved.add(entries, clock.nowMs())) {
        metrics.countNotification(false);
        log.error(
          { installation: notification.installation.name, channel },
          'a notification was given up: too many wait',
        );
      }
      wake();
    },
    waiting: () => ({ ...stored, count: stored.count + unsaved.count() }),
    test: deliver,
    async close() {
      phase = 'closed';
      cancelTimer();
      await pass;
      const cut = setTimeout(() => closing.abort(), closeGraceMs);
      await Promise.all(underWay);
      clearTimeout(cut);
      await settleAll()
        .then(() => unsaved.save(outbox))
        .catch(() => log.error('notifications that the history could not take are lost with this stop'));
    },
  };
}

/**
 * Merges several notifications that wait for the same channel, the oldest first: the result reports the newest,
 * compared with the last one reported, and names those in between. "Down, up, down" within a second would not tell the
 * current state. Pure.
 */
function mergeOvertaken(first: Notification, later: readonly Notification[]): Notification {
  const newest = later.at(-1);
  if (newest === undefined) return first;
  const before = [first, ...later.slice(0, -1)].filter(({ event }) => event === 'state-change');
  return {
    ...newest,
    event: before.length === 0 ? newest.event : 'state-change',
    from: first.from,
    overtaken: before.map(({ atMs, to }) => ({ atMs, to })),
  };
}

/** Pauses after the first failed attempts; the last one is repeated. */
const retryDelaysMs: readonly number[] = [1, 10, 60, 60, 60, 60, 60, 300, 900, 1_800].map(
  (seconds) => seconds * 1_000,
);
/** The longest pause, including one that a receiver asks for. */
const longestDelayMs = 3_600_000;
const giveUpAfterMs = 86_400_000;
/** A notification that a receiver refuses for its content blocks those after it. */
const giveUpRefusedAfterMs = 3_600_000;

/** The consequence of an attempt: delivered, retried later, or given up. Pure. */
function settlementOf(
  { attempts, createdMs }: Pick<Claimed, 'attempts' | 'createdMs'>,
  result: SendResult,
  nowMs: number,
): Exclude<Settlement, { status: 'released' }> {
  if (result.ok) return { status: 'delivered', atMs: nowMs };
  const { reason, isRefused, waitMs = 0 } = result;
  const pauseMs = retryDelaysMs[Math.min(attempts, retryDelaysMs.length) - 1] ?? longestDelayMs;
  const nextMs = nowMs + Math.max(pauseMs, waitMs);
  const lastMs = createdMs + (isRefused ? giveUpRefusedAfterMs : giveUpAfterMs);
  if (nextMs > lastMs) return { status: 'given-up', atMs: nowMs, reason };
  return { status: 'waiting', nextMs, reason };
}
