import type { Installation } from '../engine/configuration/installation.ts';
import { Secret } from '../engine/secret.ts';
import { startReference } from '../reference-server/index.ts';

export interface Embedded {
  readonly installation: Installation;
  readonly close: () => Promise<void>;
}

/** Starts the reference installation on a free port, with every key and imports allowed, so that every check can run. */
export async function startEmbedded(template: Installation): Promise<Embedded> {
  const reference = await startReference({ rateLimit: 'off' });
  const { first, second, revoked } = reference.keys;
  return {
    installation: {
      ...template,
      baseUrl: reference.baseUrl,
      key: new Secret(first),
      secondKey: new Secret(second),
      revokedKey: new Secret(revoked),
      allowImport: true,
    },
    close: () => reference.close(),
  };
}
