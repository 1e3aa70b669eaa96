import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ipKeyGenerator } from 'express-rate-limit';
import { eventStreamType } from './event-stream.ts';

export interface ConnectionLimits {
  readonly total: number;
  readonly perAddress: number;
  /** Addresses without a limit of their own: reverse proxies, through which many come. */
  readonly isExempt: (address: string) => boolean;
}

/** A request, and the answer to it. */
interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** Networks of this size count as one address in IPv6, as they do where wrong tokens are counted. */
const ipv6Prefix = 56;

/**
 * Bounds the open connections of a server. Beyond a limit the oldest connection that does no work makes room: one on which
 * no complete request has come, which is idle, or whose answer is not being read. So connections that are held open on
 * purpose never keep others out. Only where every connection works is a new one closed.
 */
export function limitConnections(server: Server, { total, perAddress, isExempt }: ConnectionLimits): void {
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
    // Whoever holds most gives first.
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

/** True while a complete request waits for its answer. A stream of events has no end, and is opened again. */
function isWorking(exchange: Exchange | undefined): boolean {
  if (exchange === undefined) return false;
  if (String(exchange.response.getHeader('content-type')).startsWith(eventStreamType)) return false;
  return exchange.request.complete && !exchange.response.writableEnded;
}
