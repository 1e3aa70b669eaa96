import { expect, test } from '@playwright/test';
import { isAboutBundle } from '../../../contract/judging/answers.ts';
import { hasImportedTheSame, judgeGate } from '../../../contract/judging/let-in.ts';
import { exchangeWith, type Written } from '../engine/exchanges.ts';

const withBundle = { key: 'none', body: 'refusable' } as const;
const refusals: readonly (readonly [written: Written, isAbout: boolean])[] = [
  ...[400, 409, 411, 413, 415, 422].map((status) => [{ status, request: withBundle }, true] as const),
  ...[401, 403, 404, 429, 500, 201].map((status) => [{ status, request: withBundle }, false] as const),
  [{ status: 400, request: withBundle, body: '{"error":"Unauthorized"}' }, false],
  [{ status: 400, request: { key: 'none' } }, false],
  [{ failure: 'timeout', request: withBundle }, false],
];
for (const [written, isAbout] of refusals)
  test(`${written.failure ?? written.status} ${written.body ?? ''} for ${written.request?.body ?? 'no body'} is ${isAbout ? '' : 'not '}about the Bundle`, () => {
    expect(isAboutBundle(exchangeWith(written))).toBe(isAbout);
  });

test('a Bundle counts as imported only if a valid key imported one with the same hash', () => {
  const sent = (status: number, hash?: string) => ({
    ...exchangeWith({ status, request: withBundle }),
    ...(hash === undefined ? {} : { bundleHash: hash }),
  });
  expect(hasImportedTheSame(sent(400, 'a'), sent(201, 'a'))).toBe(true);
  expect(hasImportedTheSame(sent(400, 'a'), sent(201, 'b'))).toBe(false);
  expect(hasImportedTheSame(sent(400, 'a'), sent(201))).toBe(false);
  expect(hasImportedTheSame(sent(400), sent(201))).toBe(false);
  expect(hasImportedTheSame(sent(400, 'a'), sent(422, 'a'))).toBe(false);
  expect(hasImportedTheSame(sent(400, 'a'), undefined)).toBe(false);
});

test('if the Bundle is refused, the message suggests ALLOW_IMPORT, or IMPORT_BUNDLE if a valid key gets the same', () => {
  const refused = exchangeWith({ status: 422, request: withBundle, body: '{"error":"No."}' });
  const users = { sameAtUsers: undefined, validAtUsers: undefined };
  const others = { none: refused, wrongHeader: refused, wrongQuery: refused, ...users };
  const said = (imported: typeof refused | undefined): string | undefined =>
    judgeGate(refused, { ...others, imported })?.message;
  expect(said(undefined)).toMatch(/with ALLOW_IMPORT=true/);
  expect(said(refused)).toMatch(/named by IMPORT_BUNDLE/);
  expect(said(refused)).not.toMatch(/ALLOW_IMPORT/);
});
