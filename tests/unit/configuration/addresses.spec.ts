import { expect, test } from '@playwright/test';
import { clearTextWarning } from '../../../engine/configuration/addresses.ts';

const addresses: readonly (readonly [baseUrl: string, isWarnedOf: boolean])[] = [
  ['http://research.example', true],
  ['http://10.0.0.1:8080/app', true],
  ['http://[2001:db8::1]', true],
  ['https://research.example', false],
  ['http://localhost:4010', false],
  ['http://api.localhost', false],
  ['http://127.1.2.3', false],
  ['http://[::1]:4010', false],
  ['http://[::ffff:127.0.0.1]', false],
];
for (const [baseUrl, isWarnedOf] of addresses) {
  test(`${baseUrl} ${isWarnedOf ? 'gets' : 'does not get'} the warning about clear text`, () => {
    const warning =
      'The key of staging travels in clear text: its address begins with http://. Everybody on the way can read it; use https://.';
    expect(clearTextWarning({ name: 'staging', baseUrl })).toBe(isWarnedOf ? warning : undefined);
  });
}
