import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ConnectionLimits, limitConnections } from './connections.ts';
import { boundPipelining, readInSlices } from './pipelining.ts';

/** A listening server, and its address. */
export interface Listening {
  readonly url: string;
  /** Takes no new connections, gives answers under way `graceMs` to end, then closes what is left. */
  readonly close: (graceMs: number) => Promise<void>;
}

/** Slow clients are cut off: until their headers, until their request is complete, and while they read the answer. */
const limits = { headersMs: 10_000, requestMs: 20_000, readMs: 30_000, keepAliveMs: 5_000 };
/** More would use up the open files that many systems allow a process. */
const mostConnections = 500;
/** A connection ends then, and its client opens another: nobody keeps one forever. */
const mostRequestsPerConnection = 1_000;

export interface ListenOptions extends Omit<ConnectionLimits, 'total'> {
  readonly host: string;
  readonly port: number;
  /** How long a client may take none of an answer; default 30 s. */
  readonly readMs?: number;
}

/** Starts to listen. Rejects with the system's error, such as EADDRINUSE. */
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
    // From the end of the answer on until the client has it all; while it is made, the run decides how long that takes.
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
