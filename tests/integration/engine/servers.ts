import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createHttpsServer, type ServerOptions } from 'node:https';
import { connect, type Server as NetServer, type Socket } from 'node:net';

export interface RunningServer {
  readonly port: number;
  /** How many connections were accepted. */
  readonly connections: () => number;
  readonly close: () => Promise<void>;
}

/** Starts a server on a free port of this machine. */
export async function listening(server: NetServer): Promise<RunningServer> {
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on('connection', (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    connections: () => connections,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

export function startHttp(listener: RequestListener): Promise<RunningServer> {
  return listening(createServer({ keepAliveTimeout: 60_000 }, listener));
}

export function startHttps(options: ServerOptions, listener: RequestListener): Promise<RunningServer> {
  return listening(createHttpsServer(options, listener));
}

export interface RunningProxy extends RunningServer {
  /** The targets that were asked for, as `host:port`. */
  readonly targets: readonly string[];
  /** The Proxy-Authorization headers that came. */
  readonly credentials: readonly (string | undefined)[];
}

/**
 * Starts a proxy that makes tunnels (CONNECT) to where it is asked to, or refuses each with a status.
 * @param secured it speaks TLS with its clients
 */
export async function startProxy(refuseWith?: number, secured?: ServerOptions): Promise<RunningProxy> {
  const targets: string[] = [];
  const credentials: (string | undefined)[] = [];
  const refuse: RequestListener = (_request, response) => void response.writeHead(405).end();
  const server: Server = secured === undefined ? createServer(refuse) : createHttpsServer(secured, refuse);
  server.on('connect', (request, socket) => {
    targets.push(request.url ?? '');
    credentials.push(request.headers['proxy-authorization']);
    if (refuseWith !== undefined) {
      socket.end(`HTTP/1.1 ${refuseWith} No\r\ncontent-length: 0\r\n\r\n`);
      return;
    }
    const [host = '', port = ''] = (request.url ?? '').split(':');
    const upstream = connect(Number(port), host === 'localhost' ? '127.0.0.1' : host, () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      upstream.pipe(socket).pipe(upstream);
    });
    upstream.on('error', () => socket.destroy());
    socket.on('error', () => upstream.destroy());
  });
  return { ...(await listening(server)), targets, credentials };
}
