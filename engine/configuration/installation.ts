import type { Need } from '../../contract/checks/check.ts';
import { isPublicWord, Secret, secretsIn, shortestSecret } from '../secret.ts';
import { secretsInAddress } from './addresses.ts';
import {
  type connectionSettings,
  limitSettings,
  paceSettings,
  type pinnedIdSettings,
  targetSettings,
} from './installation-settings.ts';
import { defaultsOf, type ValuesOf } from './setting.ts';

/** How fast requests may be sent to an installation. */
export type PaceSettings = ValuesOf<typeof paceSettings>;

/** How connections to an installation are made. */
export interface ConnectionSettings
  extends Omit<ValuesOf<typeof connectionSettings>, 'clientCertificate' | 'clientKey'> {
  readonly clientCertificate?: { readonly certificate: string; readonly key: Secret };
}

/** One running service under test, as configured: the values of its settings, and values derived from them. */
export interface Installation extends ValuesOf<typeof targetSettings>, ValuesOf<typeof limitSettings> {
  readonly name: string;
  /** The names under which its settings were given, by variable, if they differ from the variables. */
  readonly settingNames?: Readonly<Record<string, string>>;
  /** The Bundle to import, as JSON text. */
  readonly importBundle: string;
  readonly extraHeaders: Readonly<Record<string, Secret>>;
  readonly pinnedIds: ValuesOf<typeof pinnedIdSettings>;
  readonly pace: PaceSettings;
  readonly connection: ConnectionSettings;
}

/** The values for an installation configured by an address and a key alone. */
export const defaults = {
  ...defaultsOf(targetSettings),
  ...defaultsOf(limitSettings),
  pace: defaultsOf(paceSettings),
};

/** A text about an installation, with its settings named as the user wrote them: `baseUrl` in a file. */
export function withSettingNames(
  text: string,
  { settingNames = {} }: Pick<Installation, 'settingNames'>,
): string {
  return text.replaceAll(
    /(?<![$\w])[A-Z][A-Z\d]*(?:_[A-Z\d]+)+\b|\bPACE\b/g,
    (name) => settingNames[name] ?? name,
  );
}

/** The needs of checks that an installation's configuration meets. */
export function needsMetBy({ secondKey, revokedKey, allowImport }: Installation): readonly Need[] {
  return [
    ...(secondKey === undefined ? [] : (['second-key'] as const)),
    ...(revokedKey === undefined ? [] : (['revoked-key'] as const)),
    ...(allowImport ? (['imports'] as const) : []),
  ];
}

/**
 * Whether a key mixes upper and lower case. In a key of one case, such as a UUID or a hash, the case may not matter.
 */
export function mixesCase({ key }: Pick<Installation, 'key'>): boolean {
  return /[a-z]/.test(key.reveal()) && /[A-Z]/.test(key.reveal());
}

/** Headers whose values describe the client or the wanted answer. Any other may carry a secret. */
const publicHeaders: readonly string[] = [
  'accept',
  'accept-charset',
  'accept-encoding',
  'accept-language',
  'cache-control',
  'content-type',
  'host',
  'origin',
  'pragma',
  'user-agent',
  'x-requested-with',
];

/** Whether the value of an extra header must be kept secret: a word that any answer may contain reveals nothing. */
export function isSecretHeader(name: string, value: Secret, declaredPublic: readonly string[] = []): boolean {
  const isPublic = [...publicHeaders, ...declaredPublic].some(
    (one) => one.toLowerCase() === name.toLowerCase(),
  );
  return !isPublic && value.reveal() !== '' && !isPublicWord(value.reveal());
}

/** All secrets of an installation. */
export function secretsOf(installation: Installation): readonly Secret[] {
  const { extraHeaders, publicHeaders: declaredPublic, connection, ...settings } = installation;
  const { proxy, clientCertificate, ...others } = connection;
  const headers = Object.entries(extraHeaders).filter(
    ([name, value]) => isSecretHeader(name, value, declaredPublic) && value.reveal().length >= shortestSecret,
  );
  const keyLines = (clientCertificate?.key.reveal() ?? '').split('\n').map((line) => line.trim());
  return [
    ...secretsIn([settings, others]),
    ...(proxy === undefined ? [] : secretsInAddress(proxy)),
    // The first and last lines are the same in every private key.
    ...keyLines.filter((line) => line !== '' && !line.startsWith('-----')).map((line) => new Secret(line)),
    ...headers.map(([, value]) => value),
  ];
}
