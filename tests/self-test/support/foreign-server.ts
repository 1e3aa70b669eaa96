import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a foreign server answers. */
export interface ForeignAnswer {
  readonly status: number;
  readonly type?: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface ForeignServer {
  readonly origin: string;
  readonly requests: () => number;
  close(): Promise<void>;
}

/** Starts a server that has nothing of the reference installation. */
export async function startForeign(
  answerTo: (request: IncomingMessage) => ForeignAnswer,
): Promise<ForeignServer> {
  let requests = 0;
  const server = createServer((request, response) => {
    requests += 1;
    const { status, type, body, headers } = answerTo(request);
    response.writeHead(status, { ...(type === undefined ? {} : { 'content-type': type }), ...headers });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    requests: () => requests,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
