import type { Installation } from '../../../engine/configuration/installation.ts';
import type { BodyReader } from '../../../engine/evidence/body-reader.ts';
import type { RunRecord } from '../../../engine/record/run-record.ts';
import { runInstallation } from '../../../engine/run/run-installation.ts';
import type { Secret } from '../../../engine/secret.ts';
import { type ReferenceOptions, startReference } from '../../../reference-server/index.ts';
import { allKeys, makeTestInstallation } from '../../support/installation.ts';

/** What a case changes of an installation's usual configuration. */
export type Settings = Partial<
  Pick<Installation, 'projectParameter' | 'timeoutMs' | 'deadlineMs' | 'pinnedIds' | 'allowImport'>
>;

/** Starts a reference installation of its own, judges all of it in this process, and ends it. */
export async function judgeReference(
  options: ReferenceOptions,
  settings: Settings,
  bodies: BodyReader,
): Promise<RunRecord> {
  const reference = await startReference({ rateLimit: 'off', ...options });
  try {
    const keys = allKeys(reference.keys);
    const installation = { ...installationAt(reference.baseUrl, keys.key), ...keys, ...settings };
    return (await runInstallation(installation, { tier: 'full', bodies })).record;
  } finally {
    await reference.close();
  }
}

/** An installation to be judged without a pace, imports included. */
export function installationAt(baseUrl: string, key: Secret): Installation {
  return makeTestInstallation({ name: 'proof', baseUrl, key, allowImport: true });
}
