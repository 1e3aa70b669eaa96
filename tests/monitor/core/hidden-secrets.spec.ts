import { expect, test } from '@playwright/test';
import { Secret } from '../../../engine/secret.ts';
import { makeHiddenSecrets } from '../../../monitor/hidden-secrets.ts';

const [old, kept, fresh] = ['Zx7Qk2Lm9Tp4Vb8R', 'Hc3Wd6Ys1Nf5Gj0K', 'Ua4Er8Bi2Ox6Pl9M'].map(
  (key) => new Secret(key),
);
const all = 'Zx7Qk2Lm9Tp4Vb8R Hc3Wd6Ys1Nf5Gj0K Ua4Er8Bi2Ox6Pl9M';

test('the monitor redacts the secrets of its configuration, and during a reload also those of the new one', () => {
  if (old === undefined || kept === undefined || fresh === undefined)
    throw new Error('There are three keys.');
  const hidden = makeHiddenSecrets([old, kept]);
  expect(hidden.parts(all)).toBe('[key] [key] Ua4Er8Bi2Ox6Pl9M');
  hidden.add([kept, fresh]);
  expect(hidden.parts(all)).toBe('[key] [key] [key]');
  hidden.replaceBy([kept, fresh]);
  expect(hidden.whole(all)).toBe('Zx7Qk2Lm9Tp4Vb8R [key] [key]');
  hidden.replaceBy([fresh, kept, fresh]);
  expect(hidden.whole(all)).toBe('Zx7Qk2Lm9Tp4Vb8R [key] [key]');
  hidden.replaceBy([]);
  expect(hidden.parts(all)).toBe(all);
});
