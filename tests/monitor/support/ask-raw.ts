import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';

interface RawQuestion {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
  readonly text: string;
}

/** Asks by `node:http`, which leaves every header to the test, `Host` too, and adds none. */
export function askRaw(url: URL, { body, ...options }: RawQuestion = {}): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const sent = request(url, options, async (answer) => {
      const got = await buffer(answer);
      const { statusCode: status = 0, headers } = answer;
      resolve({ status, headers, body: got, text: got.toString() });
    });
    sent.once('error', reject);
    sent.end(body);
  });
}
