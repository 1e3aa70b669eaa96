import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server that listens. */
export interface Listening {
  readonly server: Server;
  /** Where it is reached, without a path. */
  readonly origin: string;
}

/** Starts a server on `host` and `port` (0: a free one). Rejects with the system's error, such as EADDRINUSE. */
export function listen(listener: RequestListener, host: string, port: number): Promise<Listening> {
  const server = createServer(listener);
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      const address = server.address() as AddressInfo;
      const name = host.includes(':') ? `[${host}]` : host;
      resolve({ server, origin: `http://${name}:${address.port}` });
    });
  });
}

/** Accepts no new connections, gives active requests `graceMs`, then closes every connection. */
export function closeGracefully(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const forced = setTimeout(() => server.closeAllConnections(), graceMs);
    server.close(() => {
      clearTimeout(forced);
      resolve();
    });
    server.closeIdleConnections();
  });
}
