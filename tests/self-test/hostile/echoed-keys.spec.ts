import { expect, test } from '@playwright/test';
import { json } from '../../../reference-server/answer.ts';
import type { RawExchange, ResponseTransform } from '../../../reference-server/index.ts';
import { sentinels } from './hostile-run.ts';
import { runWith } from './reference-run.ts';

test.describe('an echoed key is redacted', () => {
  const { key } = sentinels;
  /** tests/unit/engine/redaction.spec.ts tests all forms of a key. */
  const echoes: Readonly<Record<string, string>> = {
    whole: key,
    'eight characters of it': key.slice(6, 14),
    'URL-encoded': encodeURIComponent(`a b&${key}`),
    'in base64 after a scheme': Buffer.from(`Bearer ${key}`).toString('base64'),
    'with invisible characters between its letters': [...key].join('\u034f'),
    'as HTML entities with leading zeros': [...key]
      .map((one) => `&#00000000000${one.charCodeAt(0)};`)
      .join(''),
  };
  for (const [name, echo] of Object.entries(echoes)) {
    test(`in bodies, names, headers and messages: ${name}`, async () => {
      const transform: ResponseTransform = {
        transformAnswer: (answer, { path }) => {
          const headers = {
            'content-type': `application/json; echo=${encodeURIComponent(echo)}`,
            'x-echo': encodeURIComponent(echo),
          };
          if (path.endsWith('key_questions')) return json(500, { error: `no ${echo} here`, [echo]: echo });
          if (path.endsWith('sd_meta_data'))
            return { status: 200, headers, body: Buffer.from(`<p>${echo}</p>`) };
          if (answer.status !== 200) return { ...answer, headers: { ...answer.headers, ...headers } };
          if (path.endsWith('citations')) return json(200, [{ id: echo, [echo]: echo }]);
          return {
            ...answer,
            headers: {
              ...answer.headers,
              ...headers,
              'cache-control': `private, ${encodeURIComponent(echo)}`,
            },
          };
        },
      };
      const { record } = await runWith(transform);
      expect(record.state).toBe('violating');
      expect(JSON.stringify(record)).toContain('[key]');
    });
  }

  test('in header names, reason phrases, content types and the body of a 500', async () => {
    const { record } = await runWith({
      raw: ({ response, apiRequest }: RawExchange) => {
        if (!apiRequest.path.endsWith('citations')) return false;
        response.writeHead(500, `Broken ${key}`, { [`x-${key}`]: 'yes', 'content-type': `text/${key}` });
        response.end(`{"error": "${key}"}`);
        return true;
      },
    });
    expect(record.state).toBe('violating');
  });
});
