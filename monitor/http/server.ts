import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A listening server, and its address. */
export interface Listening {
  readonly url: string;
  /** Takes no new connections, gives answers under way `graceMs` to end, then closes what is left. */
  readonly close: (graceMs: number) => Promise<void>;
}

/** Slow clients are cut off, and connections above the limit refused. */
const limits = { headersMs: 10_000, requestMs: 20_000, keepAliveMs: 5_000, connections: 500 };

/** Starts to listen. Rejects with the system's error, such as EADDRINUSE. */
export function listen(listener: RequestListener, host: string, port: number): Promise<Listening> {
  const server = createServer(
    {
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      keepAliveTimeout: limits.keepAliveMs,
      connectionsCheckingInterval: 1_000,
    },
    listener,
  );
  server.maxConnections = limits.connections;
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
