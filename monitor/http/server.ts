import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { RequestHandler } from 'express';
import { ipKeyGenerator } from 'express-rate-limit';
import { eventStreamType } from './event-stream.ts';

export interface ConnectionLimits {
  readonly total: number;
  readonly perAddress: number;
  /** Addresses without a limit of their own: reverse proxies, which forward many clients. */
  readonly isExempt: (address: string) => boolean;
}

/** A request, and the answer to it. */
interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** IPv6 networks of this size count as one address, as they do when wrong tokens are counted. */
const ipv6Prefix = 56;

/**
 * Limits the open connections of a server. Beyond a limit the oldest connection without work is closed: one without a
 * complete request, an idle one, or one whose answer is not being read. So connections that are held open on purpose
 * never keep others out. A new connection is closed only if all others are working.
 */
function limitConnections(server: Server, { total, perAddress, isExempt }: ConnectionLimits): void {
  /** The open connections of each address, the oldest first. */
  const groups = new Map<string, Set<Socket>>();
  const lastExchanges = new WeakMap<Socket, Exchange>();
  let open = 0;

  const remove = (socket: Socket, key: string): void => {
    const group = groups.get(key);
    if (group?.delete(socket) !== true) return;
    open -= 1;
    if (group.size === 0) groups.delete(key);
  };
  const closeOldestOf = (keys: readonly string[]): boolean => {
    for (const key of keys) {
      for (const socket of groups.get(key) ?? []) {
        if (isWorking(lastExchanges.get(socket))) continue;
        remove(socket, key);
        socket.destroy();
        return true;
      }
    }
    return false;
  };
  const hasRoom = (key: string, address: string): boolean => {
    if ((groups.get(key)?.size ?? 0) >= perAddress && !isExempt(address)) return closeOldestOf([key]);
    if (open < total) return true;
    // The client with the most connections loses one first.
    const sizeOf = (one: string): number => groups.get(one)?.size ?? 0;
    return closeOldestOf([...groups.keys()].toSorted((one, other) => sizeOf(other) - sizeOf(one)));
  };

  server.on('connection', (socket) => {
    const address = socket.remoteAddress?.replace(/^::ffff:/, '') ?? '';
    const key = ipKeyGenerator(address, ipv6Prefix);
    if (!hasRoom(key, address)) return void socket.destroy();
    const group = groups.get(key) ?? new Set();
    groups.set(key, group.add(socket));
    open += 1;
    socket.once('close', () => remove(socket, key));
  });
  server.on('request', (request, response) => lastExchanges.set(request.socket, { request, response }));
}

/** True while a complete request waits for its answer. An event stream has no end, and is reopened. */
function isWorking(exchange: Exchange | undefined): boolean {
  if (exchange === undefined) return false;
  if (String(exchange.response.getHeader('content-type')).startsWith(eventStreamType)) return false;
  return exchange.request.complete && !exchange.response.writableEnded;
}

/** The amount parsed at a time: some 80 of the shortest requests. */
const sliceBytes = 2_048;

/**
 * Makes a server parse its input in slices, until the connection is closed or paused. Node.js would parse everything it
 * has read, up to 64 kB, before the connection can be closed: 2,500 requests, which take 50 ms to drop.
 */
function readInSlices(server: Server): void {
  server.on('connection', (socket) => {
    const parsers = socket.listeners('data') as unknown as readonly ((slice: Buffer) => void)[];
    socket.on('data', (chunk: Buffer) => {
      for (let at = 0; at < chunk.length && !socket.destroyed; at += sliceBytes) {
        if (socket.isPaused()) return void socket.unshift(chunk.subarray(at));
        for (const parse of parsers) parse.call(socket, chunk.subarray(at, at + sliceBytes));
      }
    });
    for (const parse of parsers) socket.off('data', parse);
  });
}

/**
 * Browsers, proxies and Prometheus wait for one answer at a time on a connection; a connection with more pending
 * requests is closed.
 */
const mostUnanswered = 8;

/**
 * Limits the pending answers of a connection: beyond the limit it is closed, and no further request on it is answered.
 */
function boundPipelining(listener: RequestListener): RequestListener {
  const unanswered = new WeakMap<Socket, number>();
  const count = (socket: Socket, difference: 1 | -1): number => {
    const now = (unanswered.get(socket) ?? 0) + difference;
    unanswered.set(socket, now);
    return now;
  };
  return (request, response) => {
    const { socket } = request;
    // Already parsed requests keep arriving after the connection was closed.
    if (socket.destroyed) return;
    if (count(socket, 1) > mostUnanswered) return void socket.destroy();
    response.once('close', () => count(socket, -1));
    return listener(request, response);
  };
}

/**
 * Makes a handler that starts one request per turn of the event loop: handlers registered before it, such as health,
 * run between two requests, however many are waiting.
 */
export function oneRequestATurn(): RequestHandler {
  const waiting: (() => void)[] = [];
  let isTaken = false;
  const begin = (): void => {
    const next = waiting.shift();
    isTaken = next !== undefined;
    if (next === undefined) return;
    setImmediate(begin);
    next();
  };
  return (request, _response, next) => {
    waiting.push(() => {
      if (!request.socket.destroyed) next();
    });
    if (!isTaken) begin();
  };
}

/** A listening server, and its address. */
export interface Listening {
  readonly url: string;
  /** Accepts no new connections, gives pending answers `graceMs` to end, then closes the remaining connections. */
  readonly close: (graceMs: number) => Promise<void>;
}

/** Slow clients are cut off: while sending headers, while sending the request, and while reading the answer. */
const limits = { headersMs: 10_000, requestMs: 20_000, readMs: 30_000, keepAliveMs: 5_000 };
/** More would use up the open files that many systems allow a process. */
const mostConnections = 500;
/** A connection then ends, and its client opens another: no connection is kept forever. */
const mostRequestsPerConnection = 1_000;

export interface ListenOptions extends Omit<ConnectionLimits, 'total'> {
  readonly host: string;
  readonly port: number;
  /** How long a client may stop reading an answer; default 30 s. */
  readonly readMs?: number;
}

/** Starts listening. Rejects with the system's error, such as EADDRINUSE. */
export function listen(
  listener: RequestListener,
  { host, port, readMs = limits.readMs, ...connections }: ListenOptions,
): Promise<Listening> {
  const server = createServer(
    {
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      keepAliveTimeout: limits.keepAliveMs,
      connectionsCheckingInterval: 1_000,
    },
    boundPipelining(listener),
  );
  readInSlices(server);
  server.maxRequestsPerSocket = mostRequestsPerConnection;
  limitConnections(server, { total: mostConnections, ...connections });
  server.on('request', (request, response) => {
    // Applies from the end of the answer until the client has received it; until then the run limits the duration.
    response.once('prefinish', () => request.socket.setTimeout(readMs));
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      const { port: actual } = server.address() as AddressInfo;
      const name = host.includes(':') ? `[${host}]` : host;
      resolve({ url: `http://${name}:${actual}`, close: (graceMs) => closeServer(server, graceMs) });
    });
  });
}

function closeServer(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const forced = setTimeout(() => server.closeAllConnections(), graceMs);
    server.close(() => {
      clearTimeout(forced);
      resolve();
    });
    server.closeIdleConnections();
  });
}
