import { createServer, type Socket } from 'node:net';
import { type Serving, serve } from '../../support/serving.ts';

/** A request as far as a hostile server cares: its head, and where to write. */
export interface RawRequest {
  readonly head: string;
  readonly method: string;
  /** Path and query as they were sent. */
  readonly target: string;
  readonly socket: Socket;
  /** True once the other side or the test has ended the connection. */
  readonly gone: () => boolean;
}

export interface RawServer extends Serving {
  readonly origin: string;
  /** Every head that arrived, in order. */
  readonly heads: readonly string[];
}

export interface RawServerOptions {
  /** Called for each request head. */
  readonly onRequest: (request: RawRequest) => void;
  /** Called for each connection, before anything arrived. */
  readonly onConnection?: (socket: Socket) => void;
}

/** Starts a server that speaks no protocol of its own: what is written on the socket is what the client gets. */
export async function startRawServer({ onRequest, onConnection }: RawServerOptions): Promise<RawServer> {
  const heads: string[] = [];
  const server = createServer((socket) => {
    // A client that gives up resets the connection: that is what these tests want.
    socket.on('error', () => socket.destroy());
    onConnection?.(socket);
    let received = '';
    socket.on('data', (data) => {
      received += data.toString('latin1');
      const end = received.indexOf('\r\n\r\n');
      if (end === -1) return;
      const head = received.slice(0, end);
      received = '';
      heads.push(head);
      const [method = '', target = ''] = head.split(' ', 2);
      onRequest({ head, method, target, socket, gone: () => socket.destroyed });
    });
  });
  const serving = await serve(server);
  return { ...serving, origin: serving.baseUrl, heads };
}

/** A whole HTTP/1.1 answer as bytes. */
export function answer(
  status: number,
  body: string | Buffer,
  headers: Readonly<Record<string, string>> = {},
): Buffer {
  const bytes = Buffer.from(body);
  const all = { 'content-type': 'application/json', 'content-length': String(bytes.length), ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([
    Buffer.from(`HTTP/1.1 ${status} Whatever\r\n${lines.join('')}\r\n`, 'latin1'),
    bytes,
  ]);
}

/** Writes the same bytes again and again, as fast as the client reads, until it gives up. */
export function flood({ socket, gone }: RawRequest, bytes: Buffer): void {
  const write = (): void => {
    while (!gone()) if (!socket.write(bytes)) return void socket.once('drain', write);
  };
  write();
}
