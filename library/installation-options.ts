import type { FhirRelease } from '../fhir/index.ts';

/**
 * An installation configured from code: the fields of `installations.yaml`, parsed and validated in the same way. An
 * omitted field has the default of its setting.
 */
export interface InstallationOptions {
  /** The name in reports; default `default`. */
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
  /** Query parameter that names the project in a request for a list. */
  readonly projectParameter?: string;
  /** Request every path with a trailing slash. */
  readonly trailingSlash?: boolean;
  /** Judge FHIR by this release alone; default: each resource by the release that fits. */
  readonly fhirRelease?: FhirRelease;
  /** Milliseconds for one whole exchange, body included. */
  readonly timeoutMs?: number;
  /** Seconds for a whole run. */
  readonly deadlineS?: number;
  /** Headers for every request; their values are kept secret. */
  readonly extraHeaders?: Readonly<Record<string, string>>;
  /** Names of extra headers whose values are not secret, separated by commas. */
  readonly publicHeaders?: string;
  /** The project to request; default: the first of its list. */
  readonly projectId?: string | number;
  /** The citation to request; default: the first of its list. */
  readonly citationId?: string | number;
  /** The extraction to request; default: the first of its list. */
  readonly extractionId?: string | number;
  /** The SR360 record to request; default: the first of its list. */
  readonly sdMetaDataId?: string | number;
  /** Requests per second, or `off`; default 10. */
  readonly pace?: number | 'off';
  /** Statuses other than 429 by which the installation throttles, separated by commas. */
  readonly throttleStatuses?: string;
  /** Maximum number of concurrent requests. */
  readonly concurrency?: number;
  /** File of an additional certificate authority to trust, PEM. */
  readonly caFile?: string;
  /** File of a client certificate, PEM. */
  readonly clientCertFile?: string;
  /** File of its private key, PEM. */
  readonly clientKeyFile?: string;
  /** Proxy for the connections. */
  readonly httpsProxy?: string;
  /** Hosts that are reached without the proxy, separated by commas. */
  readonly noProxy?: string;
  /** Largest body to read, decoded, in MB. */
  readonly maxBodyMb?: number;
  /** Maximum number of values in a JSON body. */
  readonly maxJsonValues?: number;
  /** Maximum nesting of a JSON body. */
  readonly maxJsonDepth?: number;
  /** Seconds for parsing and validating one body. */
  readonly readingTimeoutS?: number;
  /** Its group in the monitor; a run does not depend on it. */
  readonly group?: string;
  /** Its owner, for the monitor; a run does not depend on it. */
  readonly owner?: string;
  /** How to reach its owner, for the monitor; a run does not depend on it. */
  readonly contact?: string;
  /** Tags by which the monitor filters; a run does not depend on them. */
  readonly tags?: readonly string[];
}
