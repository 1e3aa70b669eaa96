import { createServer, type IncomingMessage } from 'node:http';
import { serve } from '../../support/serving.ts';

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
  const { baseUrl: origin, close } = await serve(server);
  return { origin, requests: () => requests, close };
}
