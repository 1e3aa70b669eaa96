import type { RequestHandler, Response } from 'express';

/** The live updates of open pages. */
export interface EventStream {
  readonly handler: RequestHandler;
  /** Ends every stream, so that none prevents the monitor from stopping. */
  readonly close: () => void;
}

export interface EventStreamOptions {
  /** The revision of each installation: a text that changes whenever pages would show it differently. */
  readonly revisions: () => ReadonlyMap<string, string>;
  readonly beatMs?: number;
  readonly lookMs?: number;
}

/** Pages report the monitor as gone after 12 s of silence. */
const usualBeatMs = 4_000;
const usualLookMs = 1_000;
/** Beyond this the oldest stream ends: its page polls instead, as it would without streams. */
const mostStreams = 200;
/** A client that does not read is disconnected before its buffered data take much memory. */
const mostWaitingBytes = 64_000;

/**
 * Server-sent events: `beat` while the monitor lives, `change` with the names of the installations that pages show
 * differently. All streams share one timer, which stops while no client listens. A stream counts as idle for the
 * connection limits: if another connection needs its slot, it ends and is reopened.
 */
export function makeEventStream({
  revisions,
  beatMs = usualBeatMs,
  lookMs = usualLookMs,
}: EventStreamOptions): EventStream {
  const streams = new Set<Response>();
  let timer: NodeJS.Timeout | undefined;
  let known: ReadonlyMap<string, string> = new Map();
  let sinceBeatMs = 0;
  let isClosed = false;

  const send = (response: Response, event: string): void => {
    if (response.writableLength > mostWaitingBytes) response.destroy();
    else response.write(event);
  };
  const sendAll = (event: string): void => {
    for (const response of streams) send(response, event);
  };
  const look = (): void => {
    const now = revisions();
    const changed = [...now].filter(([name, revision]) => known.get(name) !== revision).map(([name]) => name);
    const isGone = [...known.keys()].some((name) => !now.has(name));
    known = now;
    if (changed.length > 0 || isGone) sendAll(`event: change\ndata: ${JSON.stringify(changed)}\n\n`);
    sinceBeatMs += lookMs;
    if (sinceBeatMs < beatMs) return;
    sinceBeatMs = 0;
    sendAll(beat);
  };
  const remove = (response: Response): void => {
    streams.delete(response);
    if (streams.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };

  return {
    handler(request, response) {
      if (isClosed) return void response.status(503).end();
      const [oldest] = streams;
      if (streams.size >= mostStreams && oldest !== undefined) {
        oldest.end();
        remove(oldest);
      }
      response
        .status(200)
        .set({ 'content-type': eventStreamType, 'cache-control': 'no-store', 'x-accel-buffering': 'no' });
      response.flushHeaders();
      response.write(`retry: 2000\n${beat}`);
      if (timer === undefined) {
        known = revisions();
        timer = setInterval(look, lookMs);
        timer.unref();
      }
      streams.add(response);
      request.socket.setNoDelay(true);
      response.once('close', () => remove(response));
    },
    close() {
      isClosed = true;
      clearInterval(timer);
      for (const response of streams) response.end();
      streams.clear();
    },
  };
}

const beat = 'event: beat\ndata: 1\n\n';

export const eventStreamType = 'text/event-stream';
