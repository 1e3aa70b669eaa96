import { execFileSync } from 'node:child_process';
import { expect, test } from '@playwright/test';
import { everyRequest, keys } from '../../support/made-requests.ts';
import { locationOf, needs } from '../../support/needs.ts';

// A key in capitals is written as `${API_KEY^^}`, which other shells do not know.
needs('bash');

/** Lets a shell run a command line with a `curl` that tells the words it was given. */
function wordsOf(curl: string): readonly string[] {
  const script = `curl() { printf '%s\\0' "$@"; }\n${curl}`;
  const output = execFileSync(locationOf('bash'), ['--norc', '-euc', script], {
    env: { PATH: process.env.PATH, ...keys },
  });
  return output.toString().split('\0').slice(0, -1);
}

test('a command line, run by a shell, is the httpRequest that was sent', () => {
  for (const { httpRequest, request } of everyRequest) {
    const words = wordsOf(httpRequest.curl);
    expect(words.slice(0, 2)).toEqual(['-sS', '-i']);
    // The keys of this test have no character that a URL encodes.
    expect(words.at(-1)).toBe(httpRequest.url);
    const headers = words.filter((_, index) => words[index - 1] === '-H').map((line) => line.split(': '));
    const said = new Map(headers.map(([name = '', ...value]) => [name.toLowerCase(), value.join(': ')]));
    expect(said.get('authorization')?.trimEnd()).toBe(httpRequest.headers.authorization?.trimEnd());
    if (httpRequest.body !== undefined)
      expect(said.get('content-type')).toBe(httpRequest.headers['content-type']);
    const data = words[words.indexOf('--data') + 1];
    if (httpRequest.body !== undefined)
      expect(data).toBe(request.body === 'valid' ? '@bundle.json' : httpRequest.body);
    const method = words.includes('-I')
      ? 'HEAD'
      : words.includes('-X')
        ? words[words.indexOf('-X') + 1]
        : 'GET';
    expect(method).toBe(httpRequest.method);
  }
});
