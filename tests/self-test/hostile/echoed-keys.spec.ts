import { expect, test } from '@playwright/test';
import { json } from '../../../reference-server/answer.ts';
import type { RawExchange, ResponseTransform } from '../../../reference-server/index.ts';
import { long } from '../../support/long.ts';
import { sentinels } from './hostile-run.ts';
import { runWith } from './reference-run.ts';

test.describe('an echoed key appears nowhere', () => {
  const { key } = sentinels;
  const base64 = (text: string): string => Buffer.from(text).toString('base64');
  const echoes: Readonly<Record<string, string>> = {
    whole: key,
    'without its beginning': key.slice(3),
    'without its end': key.slice(0, -3),
    'eight characters of it': key.slice(6, 14),
    'in capital letters': key.toUpperCase(),
    'in small letters': key.toLowerCase(),
    'URL-encoded': encodeURIComponent(`a b&${key}`),
    'in base64': base64(key),
    'in base64 behind one character': base64(`:${key}`),
    'in base64 behind a scheme': base64(`Bearer ${key}`),
    'in base64 for URLs': Buffer.from(`Bearer ${key}`).toString('base64url'),
    'in hexadecimal': Buffer.from(key).toString('hex'),
    'in hexadecimal capitals': Buffer.from(key).toString('hex').toUpperCase(),
    'behind a letter that grows when made small': `\u0130${key}`,
    'twice in a row': key + key,
    'with invisible characters between its letters': [...key].join('\u034f'),
    'with blanks of Braille and variation selectors between them': [...key].join('\u2800\u{e0100}'),
    'as entities with leading zeros': [...key].map((one) => `&#00000000000${one.charCodeAt(0)};`).join(''),
  };
  /** The others go through the same code of the run; the unit tests of the redaction hold them all. */
  const daily: readonly string[] = [
    'whole',
    'eight characters of it',
    'URL-encoded',
    'in base64 behind a scheme',
  ];
  for (const [name, echo] of Object.entries(echoes)) {
    const details = daily.includes(name) ? {} : long;
    test(`in bodies, names, headers and messages: ${name}`, details, async () => {
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

  test('in the headers that the record keeps of an answer', async () => {
    const percent = [...key].map((one) => `%${one.charCodeAt(0).toString(16)}`).join('');
    const { record } = await runWith({
      raw: ({ response, apiRequest }: RawExchange) => {
        if (!apiRequest.path.endsWith('citations')) return false;
        response.writeHead(500, {
          'content-type': 'application/json',
          'x-plain': `for ${key}`,
          'x-part': key.slice(4, 13),
          'x-percent': percent,
          'x-basic': base64(`user:${key}`),
          'x-request-id': 'r-17',
          'set-cookie': `session=${key}; a=b`,
          'x-auth-token': 'abcdef',
        });
        response.end('{"error": "broken"}');
        return true;
      },
    });
    expect(record.state).toBe('violating');
    const [headers = {}] = record.exchanges.flatMap((one) =>
      one.headers === undefined ? [] : [one.headers],
    );
    expect(Object.keys(headers)[0]).toBe('x-request-id');
    expect(headers).toMatchObject({
      'x-request-id': 'r-17',
      'x-plain': 'for [key]',
      'x-part': '[key]',
      'x-percent': '[key]',
      'x-basic': expect.stringMatching(/\[key\]/),
    });
    expect(headers).not.toHaveProperty('set-cookie');
    expect(headers).not.toHaveProperty('x-auth-token');
  });

  test('in header names, reason phrases and the answer to a wrong request', async () => {
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
