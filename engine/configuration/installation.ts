import type { Need } from '../../contract/check.ts';
import type { PinnedId } from '../../contract/endpoints.ts';
import type { FhirRelease } from '../../fhir/index.ts';
import { Secret } from '../secret.ts';

/** How fast an installation may be asked. */
export interface PaceSettings {
  /** Requests a second, or `off`. */
  readonly perSecond: number | 'off';
  /** Requests under way at once. */
  readonly concurrency: number;
}

/** How connections to an installation are made. */
export interface ConnectionSettings {
  /** PEM of an authority to trust beside the public ones. */
  readonly authority?: string;
  readonly clientCertificate?: { readonly certificate: string; readonly key: Secret };
  readonly proxy?: Secret;
  /** Hosts that are reached without the proxy, as in NO_PROXY. */
  readonly noProxy?: string;
}

/** One running service under test, as configured. */
export interface Installation {
  readonly name: string;
  /** Without a slash at its end; the API's paths follow it. */
  readonly baseUrl: string;
  readonly key: Secret;
  readonly secondKey?: Secret;
  readonly revokedKey?: Secret;
  readonly allowImport: boolean;
  /** The Bundle to import, as JSON text. */
  readonly importBundle: string;
  readonly pinnedIds: Readonly<Partial<Record<PinnedId, string>>>;
  /** The query parameter by which lists are told their project, where they ask for one. */
  readonly projectParameter: string;
  readonly fhirRelease?: FhirRelease;
  readonly pace: PaceSettings;
  /** One whole exchange, body included. */
  readonly timeoutMs: number;
  /** A whole run. */
  readonly deadlineMs: number;
  /** The largest body, decoded. */
  readonly maximumBodyBytes: number;
  readonly extraHeaders: Readonly<Record<string, Secret>>;
  readonly connection: ConnectionSettings;
}

export const defaults = {
  projectParameter: 'project_id',
  pace: { perSecond: 10, concurrency: 4 },
  timeoutMs: 15_000,
  deadlineMs: 120_000,
  maximumBodyBytes: 100_000_000,
} as const;

/** The needs of checks that the configuration of an installation fulfils. */
export function hasNeed(installation: Installation, need: Need): boolean {
  const given: Readonly<Record<Need, boolean>> = {
    'second-key': installation.secondKey !== undefined,
    'revoked-key': installation.revokedKey !== undefined,
    imports: installation.allowImport,
  };
  return given[need];
}

/** Headers whose values are no secret, and which often repeat what answers say. */
const publicHeaders =
  /^(accept(-.*)?|user-agent|content-type|cache-control|pragma|host|origin|referer|x-requested-with|x-forwarded-.*)$/i;

/** A header value shorter than this is a switch or a name rather than a secret. */
const shortestSecretHeader = 8;

/** Everything about an installation that nobody may see. */
export function secretsOf(installation: Installation): readonly Secret[] {
  const { key, secondKey, revokedKey, extraHeaders, connection } = installation;
  const headers = Object.entries(extraHeaders)
    .filter(([name, value]) => !publicHeaders.test(name) && value.reveal().length >= shortestSecretHeader)
    .map(([, value]) => value);
  const { proxy, clientCertificate } = connection;
  return [
    key,
    secondKey,
    revokedKey,
    clientCertificate?.key,
    ...(proxy === undefined ? [] : passwordIn(proxy)),
    ...headers,
  ].filter((secret) => secret !== undefined);
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
