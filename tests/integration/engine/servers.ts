import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createHttpsServer, type ServerOptions } from 'node:https';
import { connect } from 'node:net';
import { type Serving, serve } from '../../support/serving.ts';

export function startHttp(listener: RequestListener): Promise<Serving> {
  return serve(createServer({ keepAliveTimeout: 60_000 }, listener));
}

export function startHttps(options: ServerOptions, listener: RequestListener): Promise<Serving> {
  return serve(createHttpsServer(options, listener));
}

export interface RunningProxy extends Serving {
  /** The targets that were asked for, as `host:port`. */
  readonly targets: readonly string[];
  /** The Proxy-Authorization headers that came. */
  readonly credentials: readonly (string | undefined)[];
}

/**
 * Starts a proxy that opens the requested tunnels (CONNECT), or refuses each with a status.
 * @param secured the options of TLS, if the proxy uses it with its clients
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
  return { ...(await serve(server)), targets, credentials };
}
