import type { Need } from '../../contract/check.ts';
import { Secret, secretsIn } from '../secret.ts';
import {
  type connectionSettings,
  paceSettings,
  type pinnedIdSettings,
  targetSettings,
} from './installation-settings.ts';
import { defaultsOf } from './read-settings.ts';
import type { ValuesOf } from './setting.ts';

/** How fast an installation may be asked. */
export type PaceSettings = ValuesOf<typeof paceSettings>;

type GivenConnection = ValuesOf<typeof connectionSettings>;

/** How connections to an installation are made. */
export interface ConnectionSettings extends Omit<GivenConnection, 'clientCertificate' | 'clientKey'> {
  readonly clientCertificate?: { readonly certificate: string; readonly key: Secret };
}

/** One running service under test, as configured: the values of its settings, and what is made from them. */
export interface Installation extends ValuesOf<typeof targetSettings> {
  readonly name: string;
  /** The Bundle to import, as JSON text. */
  readonly importBundle: string;
  readonly extraHeaders: Readonly<Record<string, Secret>>;
  readonly pinnedIds: ValuesOf<typeof pinnedIdSettings>;
  readonly pace: PaceSettings;
  readonly connection: ConnectionSettings;
  /** The largest body, decoded. */
  readonly maximumBodyBytes: number;
}

/** What holds for an installation whose configuration names only an address and a key. */
export const defaults = {
  ...defaultsOf(targetSettings),
  pace: defaultsOf(paceSettings),
  maximumBodyBytes: 100_000_000,
};

/** The needs of checks that the configuration of an installation fulfils. */
export function hasNeed(installation: Installation, need: Need): boolean {
  const given: Readonly<Record<Need, boolean>> = {
    'second-key': installation.secondKey !== undefined,
    'revoked-key': installation.revokedKey !== undefined,
    imports: installation.allowImport,
    'mixed-case-key': mixesCase(installation.key.reveal()),
  };
  return given[need];
}

/** Of a key in small letters or in capitals alone, such as a UUID or a hash, the case may have no meaning. */
function mixesCase(key: string): boolean {
  return /[a-z]/.test(key) && /[A-Z]/.test(key);
}

/** Headers whose values are no secret, and which often repeat what answers say. */
const publicHeaders =
  /^(accept(-.*)?|user-agent|content-type|cache-control|pragma|host|origin|referer|x-requested-with|x-forwarded-.*)$/i;

/** A header value shorter than this is a switch or a name rather than a secret. */
const shortestSecretHeader = 8;

/** Everything about an installation that nobody may see. */
export function secretsOf({ extraHeaders, connection, ...settings }: Installation): readonly Secret[] {
  const { proxy, ...others } = connection;
  const headers = Object.entries(extraHeaders)
    .filter(([name, value]) => !publicHeaders.test(name) && value.reveal().length >= shortestSecretHeader)
    .map(([, value]) => value);
  return [...secretsIn([settings, others]), ...(proxy === undefined ? [] : passwordIn(proxy)), ...headers];
}

/** Of a proxy's address only the password is secret: its host may be in the domain of the installation. */
function passwordIn(proxy: Secret): readonly Secret[] {
  if (!URL.canParse(proxy.reveal())) return [proxy];
  const { password } = new URL(proxy.reveal());
  return password === '' ? [] : [new Secret(decoded(password))];
}

/** Undoes percent-encoding where it is one. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
