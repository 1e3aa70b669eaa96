import { scopeOf, type TierName } from '../../../contract/scope.ts';
import type { Installation } from '../../../engine/configuration/installation.ts';
import type { BodyReader } from '../../../engine/evidence/body-reader.ts';
import type { RunRecord } from '../../../engine/record/run-record.ts';
import { planOf } from '../../../engine/run/plan.ts';
import { runInstallation } from '../../../engine/run/run-installation.ts';
import type { Secret } from '../../../engine/secret.ts';
import type { CheckSettings } from '../../../reference-server/check-settings.ts';
import { type ReferenceOptions, startReference } from '../../../reference-server/index.ts';
import { allKeys, makeTestInstallation } from '../../support/installation.ts';
import { whileOpen } from '../../support/serving.ts';

/** The changes of a case to an installation's usual configuration. */
export type Settings = Partial<
  Pick<
    Installation,
    | 'projectParameter'
    | 'trailingSlash'
    | 'throttleStatuses'
    | 'timeoutMs'
    | 'deadlineMs'
    | 'pinnedIds'
    | 'allowImport'
  >
>;

/** The configuration that the settings of a variant or a fault make. */
export function settingsFor({ settings = {} }: { readonly settings?: CheckSettings }): Settings {
  const { PROJECT_PARAMETER, TRAILING_SLASH, ALLOW_IMPORT, THROTTLE_STATUSES, ...pinnedIds } = settings;
  return {
    ...(PROJECT_PARAMETER === undefined ? {} : { projectParameter: PROJECT_PARAMETER }),
    ...(TRAILING_SLASH === undefined ? {} : { trailingSlash: TRAILING_SLASH === 'true' }),
    ...(ALLOW_IMPORT === undefined ? {} : { allowImport: ALLOW_IMPORT === 'true' }),
    ...(THROTTLE_STATUSES === undefined
      ? {}
      : { throttleStatuses: THROTTLE_STATUSES.split(',').map(Number) }),
    pinnedIds,
  };
}

/** The fault that breaks every third request: its failures have nothing else in common, and it hides others at random. */
export const atRandom = 'one-in-three-crashes';

/** A case does not wait long for installations that never answer. */
export function patienceWith(faults: readonly { readonly name: string }[]): Settings {
  return faults.some(({ name }) => name.includes('hang')) ? { timeoutMs: 700 } : {};
}

/** The same for all cases, so that the cache of the body reader works: a reading depends on the secrets, too. */
export const sampleKeys = {
  first: 'Zx7Qk2Lm9Tp4Vb8Rn3Wd',
  second: 'Hc5Yj1Gf6Sa0Du2Ke7Mo',
  revoked: 'Pq8Bi3Xn4Zt6Lr1Ve9Cw',
} as const;

/** Starts a reference installation of its own, judges all of it in this process, and ends it. */
export async function judgeReference(
  options: ReferenceOptions,
  settings: Settings,
  bodies: BodyReader,
  tier: TierName = 'full',
): Promise<RunRecord> {
  return whileOpen(startReference({ rateLimit: 'off', keys: sampleKeys, ...options }), async (reference) => {
    const keys = allKeys(reference.keys);
    const installation = { ...installationAt(reference.baseUrl, keys.key), ...keys, ...settings };
    return (await runInstallation(installation, { tier, bodies })).record;
  });
}

/** The upper bound that `plan` gives for the same run, without repetitions. */
export function plannedFor(settings: Settings): number {
  const keys = allKeys(sampleKeys);
  const installation = { ...installationAt('http://127.0.0.1', keys.key), ...keys, ...settings };
  return planOf(scopeOf('full'), installation).length;
}

/** An installation to be judged without a pace, imports included. */
export function installationAt(baseUrl: string, key: Secret): Installation {
  return makeTestInstallation({ name: 'proof', baseUrl, key, allowImport: true });
}
