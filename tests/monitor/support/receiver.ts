import { createServer, type IncomingHttpHeaders } from 'node:http';
import { serve } from '../../support/serving.ts';

/** What a receiver was sent. */
export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: ReceivedBody;
}

/** A message to a webhook, as far as tests look at it. */
export interface ReceivedBody {
  readonly id: string;
  readonly event: string;
  readonly at: string;
  readonly from: string;
  readonly to: string;
  readonly cause?: string;
  readonly summary: string;
  readonly findingCount?: number;
  readonly findings?: readonly { readonly severity: string; readonly message: string }[];
  readonly run?: string;
  readonly url?: string;
  readonly since?: string;
  readonly installation: { readonly name: string };
}

export interface Receiver {
  readonly url: string;
  readonly received: Received[];
  readonly close: () => Promise<void>;
}

export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A server that takes messages. @param answer what it answers to the one of this number, from 0 on; default 204 */
export async function startReceiver(
  answer: (number: number, received: Received) => number | Answer | undefined = () => undefined,
): Promise<Receiver> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    request.on('end', () => {
      const { url: path = '', headers } = request;
      const one = { path, headers, body: JSON.parse(text) as ReceivedBody };
      const given = answer(received.length, one) ?? 204;
      const { status, headers: more = {} } = typeof given === 'number' ? { status: given } : given;
      received.push(one);
      response.writeHead(status, more).end();
    });
  });
  const { baseUrl, close } = await serve(server);
  return { url: `${baseUrl}/hook`, received, close };
}
