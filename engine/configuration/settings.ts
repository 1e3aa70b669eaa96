/** Every setting of one installation: its variable, its name in installations.yaml, what it means. */
export interface Setting {
  readonly variable: string;
  readonly field: string;
  readonly meaning: string;
  /** Given by the environment to all installations of a file that do not say otherwise. */
  readonly shared?: true;
}

export const installationSettings = [
  { variable: 'BASE_URL', field: 'baseUrl', meaning: 'Address of the service, before /api.' },
  { variable: 'API_KEY', field: 'apiKey', meaning: 'The key of a user.' },
  { variable: 'API_KEY_FILE', field: 'apiKeyFile', meaning: 'A file that holds the key.' },
  { variable: 'SECOND_API_KEY', field: 'secondApiKey', meaning: "Another user's key." },
  { variable: 'REVOKED_API_KEY', field: 'revokedApiKey', meaning: 'A key that was regenerated away.' },
  {
    variable: 'ALLOW_IMPORT',
    field: 'allowImport',
    meaning: 'true: import Bundles, which cannot be undone.',
  },
  { variable: 'IMPORT_BUNDLE', field: 'importBundle', meaning: 'A file with the Bundle to import.' },
  { variable: 'PROJECT_ID', field: 'projectId', meaning: 'The project to ask for.' },
  { variable: 'CITATION_ID', field: 'citationId', meaning: 'The citation to ask for.' },
  { variable: 'EXTRACTION_ID', field: 'extractionId', meaning: 'The extraction to ask for.' },
  { variable: 'SD_META_DATA_ID', field: 'sdMetaDataId', meaning: 'The SR360 record to ask for.' },
  {
    variable: 'PROJECT_PARAMETER',
    field: 'projectParameter',
    meaning: 'Query parameter that names a project to lists.',
  },
  { variable: 'FHIR_RELEASE', field: 'fhirRelease', meaning: 'The one FHIR release to judge by.' },
  { variable: 'PACE', field: 'pace', meaning: 'Requests a second, or off.', shared: true },
  { variable: 'CONCURRENCY', field: 'concurrency', meaning: 'Requests under way at once.', shared: true },
  { variable: 'TIMEOUT_MS', field: 'timeoutMs', meaning: 'Time for one whole exchange.', shared: true },
  { variable: 'DEADLINE_S', field: 'deadlineS', meaning: 'Time for a whole run.', shared: true },
  {
    variable: 'EXTRA_HEADERS',
    field: 'extraHeaders',
    meaning: 'Headers for every request, one a line.',
    shared: true,
  },
  { variable: 'CA_FILE', field: 'caFile', meaning: 'An authority to trust (PEM).', shared: true },
  {
    variable: 'CLIENT_CERT_FILE',
    field: 'clientCertFile',
    meaning: 'A client certificate (PEM).',
    shared: true,
  },
  { variable: 'CLIENT_KEY_FILE', field: 'clientKeyFile', meaning: 'Its private key (PEM).', shared: true },
  { variable: 'HTTPS_PROXY', field: 'httpsProxy', meaning: 'A proxy for the connections.', shared: true },
  { variable: 'NO_PROXY', field: 'noProxy', meaning: 'Hosts that are reached without it.', shared: true },
] as const satisfies readonly Setting[];

export type Field = (typeof installationSettings)[number]['field'];

/** Settings of a run, whatever the installation. */
export const runSettings = [
  { variable: 'REPORTS_DIR', meaning: 'Folder for run.json and the reports.' },
  { variable: 'MIN_COVERAGE', meaning: 'Coverage (0 to 1) below which a run fails.' },
  { variable: 'KEEP_EVIDENCE', meaning: 'true: keep whole exchanges.' },
  { variable: 'KNOWN_FAILURES', meaning: 'A file that lists failures to expect.' },
  { variable: 'INSTALLATIONS_FILE', meaning: 'A file that lists installations.' },
] as const;

/** Every variable that may stand in `.env`; the monitor and the reference have some of their own. */
export const knownVariables: readonly string[] = [
  ...installationSettings.map(({ variable }) => variable),
  ...runSettings.map(({ variable }) => variable),
  'PORT',
  'HOST',
  'DATA_DIR',
  'DATABASE_URL',
  'MONITOR_TOKEN',
  'MONITOR_TOKEN_FILE',
  'MONITOR_READ_TOKEN',
  'MONITOR_READ_TOKEN_FILE',
  'MONITOR_BASIC_AUTH',
  'MONITOR_BASIC_AUTH_FILE',
  'MONITOR_URL',
  'MONITOR_REFRESH',
  'DATABASE_URL_FILE',
  'REFERENCE_PORT',
];
