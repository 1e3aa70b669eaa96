import { readFileSync } from 'node:fs';

/** A certificate with its key, both as PEM. */
export interface Identity {
  readonly certificate: string;
  readonly key: string;
}

const read = (file: string): string => readFileSync(new URL(`certificates/${file}`, import.meta.url), 'utf8');

function identityOf(name: string): Identity {
  return { certificate: read(`${name}.pem`), key: read(`${name}.key`) };
}

/** What the tests of connections need; `certificates/make` made it. */
export const certificates = {
  /** PEM of the private authority that signed all of them. */
  authority: read('authority.pem'),
  /** For localhost and 127.0.0.1. */
  server: identityOf('server'),
  expired: identityOf('expired'),
  otherHost: identityOf('other-host'),
  client: identityOf('client'),
  /** When the certificates expire, all but the expired one. */
  expiresAt: '2100-01-01T00:00:00.000Z',
} as const;
