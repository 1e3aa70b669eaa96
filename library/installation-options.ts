import type { FhirRelease } from '../fhir/index.ts';

/**
 * An installation as code gives it: the fields of `installations.yaml`, read and refused as there. An omitted field has the
 * default of its setting.
 */
export interface InstallationOptions {
  /** What reports call it; default `default`. */
  readonly name?: string;
  /** Address of the service, before `/api`. */
  readonly baseUrl: string;
  /** Key of a user, from the Storage tab of the profile page. This, or `apiKeyFile`. */
  readonly apiKey?: string;
  /** File that holds the key. */
  readonly apiKeyFile?: string;
  /** Another user's key: more checks become possible. */
  readonly secondApiKey?: string;
  /** A key that was regenerated away: more checks become possible. */
  readonly revokedApiKey?: string;
  /** Try imports, which cannot be undone. */
  readonly allowImport?: boolean;
  /** File with the Bundle to import; default: a small one of our own. */
  readonly importBundle?: string;
  /** Query parameter that names the project to a list. */
  readonly projectParameter?: string;
  /** Ask for every path with a slash at its end. */
  readonly trailingSlash?: boolean;
  /** Judge FHIR by this release alone; default: each resource by the release that fits. */
  readonly fhirRelease?: FhirRelease;
  /** Milliseconds for one whole exchange, body included. */
  readonly timeoutMs?: number;
  /** Seconds for a whole run. */
  readonly deadlineS?: number;
  /** Headers for every request; their values are kept secret. */
  readonly extraHeaders?: Readonly<Record<string, string>>;
  /** Names of extra headers whose values are not secret, with commas between them. */
  readonly publicHeaders?: string;
  /** The project to ask for; default: the first of its list. */
  readonly projectId?: string | number;
  /** The citation to ask for; default: the first of its list. */
  readonly citationId?: string | number;
  /** The extraction to ask for; default: the first of its list. */
  readonly extractionId?: string | number;
  /** The SR360 record to ask for; default: the first of its list. */
  readonly sdMetaDataId?: string | number;
  /** Requests a second, or `off`; default 10. */
  readonly pace?: number | 'off';
  /** Statuses other than 429 by which the installation throttles, with commas between them. */
  readonly throttleStatuses?: string;
  /** Requests under way at once. */
  readonly concurrency?: number;
  /** File of an authority to trust in addition to the public ones, PEM. */
  readonly caFile?: string;
  /** File of a client certificate, PEM. */
  readonly clientCertFile?: string;
  /** File of its private key, PEM. */
  readonly clientKeyFile?: string;
  /** Proxy for the connections. */
  readonly httpsProxy?: string;
  /** Hosts that are reached without the proxy, with commas between them. */
  readonly noProxy?: string;
  /** Largest body to read, decoded, in MB. */
  readonly maxBodyMb?: number;
  /** Most values of a JSON body to parse. */
  readonly maxJsonValues?: number;
  /** Deepest nesting of a JSON body to parse. */
  readonly maxJsonDepth?: number;
  /** Seconds for parsing and validating one body. */
  readonly readingTimeoutS?: number;
  /** To which group it belongs, for the monitor; a run does not depend on it. */
  readonly group?: string;
  /** Who runs it, for the monitor; a run does not depend on it. */
  readonly owner?: string;
  /** Where its owner is reached, for the monitor; a run does not depend on it. */
  readonly contact?: string;
  /** Words by which the monitor finds it; a run does not depend on them. */
  readonly tags?: readonly string[];
}
