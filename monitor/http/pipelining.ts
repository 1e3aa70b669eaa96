import type { RequestListener, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { RequestHandler } from 'express';

/** So much is parsed at a time: some 80 of the shortest requests. */
const sliceBytes = 2_048;

/**
 * Has a server parse what it reads in slices, until the connection is closed or wants a pause. Node.js parses all that it has
 * read, up to 64 kB, before anybody can close the connection: 2,500 requests, which take 50 ms to drop.
 */
export function readInSlices(server: Server): void {
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

/** Browsers, proxies and Prometheus wait for one answer at a time on a connection; whoever sends more is closed. */
const mostUnanswered = 8;

/** Bounds the answers that one connection waits for: beyond it the connection is closed, and nothing more of it is answered. */
export function boundPipelining(listener: RequestListener): RequestListener {
  const unanswered = new WeakMap<Socket, number>();
  const count = (socket: Socket, difference: 1 | -1): number => {
    const now = (unanswered.get(socket) ?? 0) + difference;
    unanswered.set(socket, now);
    return now;
  };
  return (request, response) => {
    const { socket } = request;
    // What the parser has read already goes on to come after the connection was closed.
    if (socket.destroyed) return;
    if (count(socket, 1) > mostUnanswered) return void socket.destroy();
    response.once('close', () => count(socket, -1));
    return listener(request, response);
  };
}

/**
 * Makes a handler that lets one request begin in each turn of the event loop: however many wait, those that come before it
 * in an application, such as health, are answered between two of them.
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
