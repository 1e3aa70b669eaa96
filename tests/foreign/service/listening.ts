import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server that takes requests. */
export interface Listening {
  /** The base address, with the prefix of the installation and without a slash at its end. */
  readonly baseUrl: string;
  close(): Promise<void>;
}

/** The base address of a server that listens already. */
export function addressOf(server: Server, prefix: string): string {
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}${prefix}`;
}

/** Closes a server and what is still connected to it. */
export async function closeServer(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}

/** Lets a server of Node take requests at a free port. */
export async function listen(listener: RequestListener, prefix: string): Promise<Listening> {
  const server = createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { baseUrl: addressOf(server, prefix), close: () => closeServer(server) };
}
