import { defaultImportBundle } from '../../engine/configuration/import-bodies.ts';
import { defaults, type Installation } from '../../engine/configuration/installation.ts';
import { Secret } from '../../engine/secret.ts';

/** The three keys of a reference installation. */
export function allKeys({
  first,
  second,
  revoked,
}: Readonly<Record<'first' | 'second' | 'revoked', string>>) {
  return { key: new Secret(first), secondKey: new Secret(second), revokedKey: new Secret(revoked) };
}

/** The variables that configure a reference installation with its three keys, paced by nothing. */
export function environmentFor(
  baseUrl: string,
  { first, second, revoked }: Readonly<Record<'first' | 'second' | 'revoked', string>>,
) {
  return {
    BASE_URL: baseUrl,
    API_KEY: first,
    SECOND_API_KEY: second,
    REVOKED_API_KEY: revoked,
    PACE: 'off',
  };
}

/** An installation as tests configure it: with one key, paced by nothing, without imports, unless they say otherwise. */
export function makeTestInstallation(overrides: Partial<Installation> = {}): Installation {
  return {
    ...defaults,
    name: 'test',
    baseUrl: 'https://reviews.example.org',
    key: new Secret('Zx7Qk2Lm9Tp4Vb8Rn3Wd'),
    allowImport: false,
    importBundle: defaultImportBundle,
    pinnedIds: {},
    pace: { perSecond: 'off', concurrency: 8 },
    extraHeaders: {},
    connection: {},
    ...overrides,
  };
}
