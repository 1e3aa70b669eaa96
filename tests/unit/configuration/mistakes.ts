/** A sentinel: no mistake may tell it. */
export const key = 'sentinel-key-7f3a9c';
/** The least that names an installation. */
export const target = { BASE_URL: 'https://host.example', API_KEY: key };

/** Every mistake that a configuration can have, and what is told of each, in order. */
export const mistakes: readonly {
  readonly name: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly files?: Readonly<Record<string, string>>;
  readonly only?: string;
  readonly told: readonly RegExp[];
}[] = [
  { name: 'a key without an address', environment: { API_KEY: key }, told: [/address.*missing/] },
  {
    name: 'a key file without an address',
    environment: { API_KEY_FILE: 'k' },
    files: { k: key },
    told: [/address.*missing/],
  },
  {
    name: 'a second key alone',
    environment: { SECOND_API_KEY: key },
    told: [/address.*missing/, /key is missing/],
  },
  {
    name: 'an address without a key',
    environment: { BASE_URL: 'https://host.example' },
    told: [/key is missing/],
  },
  { name: 'an empty key', environment: { ...target, API_KEY: '' }, told: [/^API_KEY: .*empty/] },
  { name: 'an empty address', environment: { ...target, BASE_URL: ' ' }, told: [/^BASE_URL: .*empty/] },
  { name: 'an empty setting without an address', environment: { PACE: '' }, told: [/^PACE: .*empty/] },
  { name: 'an empty report folder', environment: { REPORTS_DIR: '' }, told: [/^REPORTS_DIR: .*empty/] },
  {
    name: 'a bad address',
    environment: { ...target, BASE_URL: 'host.example' },
    told: [/^BASE_URL: .*web address/],
  },
  {
    name: 'another scheme',
    environment: { ...target, BASE_URL: 'ftp://host.example' },
    told: [/^BASE_URL: .*web address/],
  },
  {
    name: 'an address with the API path',
    environment: { ...target, BASE_URL: 'https://host.example/api/v3/' },
    told: [/before \/api/],
  },
  {
    name: 'an address with a user',
    environment: { ...target, BASE_URL: 'https://u:p@host.example' },
    told: [/user name/],
  },
  {
    name: 'an address with a query',
    environment: { ...target, BASE_URL: 'https://host.example?a=b' },
    told: [/\? and #/],
  },
  {
    name: 'a key with a line break',
    environment: { ...target, API_KEY: 'abc\ndef' },
    told: [/^API_KEY: .*line break/],
  },
  { name: 'a key with a space', environment: { ...target, API_KEY: 'abc def' }, told: [/^API_KEY: .*space/] },
  {
    name: 'a key that no header carries',
    environment: { ...target, API_KEY: 'schlüssel' },
    told: [/^API_KEY: .*characters/],
  },
  {
    name: 'a key twice',
    environment: { ...target, API_KEY_FILE: 'k' },
    files: { k: key },
    told: [/^API_KEY_FILE: .*twice/],
  },
  {
    name: 'a key file that is not there',
    environment: { BASE_URL: 'https://host.example', API_KEY_FILE: 'none' },
    told: [/^API_KEY_FILE: .*none cannot be read/],
  },
  {
    name: 'an empty key file',
    environment: { BASE_URL: 'https://host.example', API_KEY_FILE: 'k' },
    files: { k: '\n' },
    told: [/^API_KEY_FILE: .*empty/],
  },
  {
    name: 'no true or false',
    environment: { ...target, ALLOW_IMPORT: 'yes' },
    told: [/^ALLOW_IMPORT: .*true or false/],
  },
  { name: 'a bad pace', environment: { ...target, PACE: 'fast' }, told: [/^PACE: /] },
  {
    name: 'a bad concurrency',
    environment: { ...target, CONCURRENCY: '0' },
    told: [/^CONCURRENCY: .*1 to 64/],
  },
  { name: 'a bad time limit', environment: { ...target, TIMEOUT_MS: '1.5' }, told: [/^TIMEOUT_MS: /] },
  { name: 'a bad deadline', environment: { ...target, DEADLINE_S: 'soon' }, told: [/^DEADLINE_S: /] },
  {
    name: 'a bad coverage',
    environment: { ...target, MIN_COVERAGE: '90' },
    told: [/^MIN_COVERAGE: .*0 to 1/],
  },
  {
    name: 'a bad release',
    environment: { ...target, FHIR_RELEASE: 'R4' },
    told: [/^FHIR_RELEASE: .*4\.0\.1/],
  },
  { name: 'an id with a query', environment: { ...target, PROJECT_ID: '1?2' }, told: [/^PROJECT_ID: /] },
  {
    name: 'a Bundle file that is none',
    environment: { ...target, IMPORT_BUNDLE: 'b' },
    files: { b: '{}' },
    told: [/^IMPORT_BUNDLE: .*collection/],
  },
  {
    name: 'half a client certificate',
    environment: { ...target, CLIENT_CERT_FILE: 'c' },
    files: { c: 'x' },
    told: [/both CLIENT_CERT_FILE/],
  },
  {
    name: 'a header that would authenticate',
    environment: { ...target, EXTRA_HEADERS: 'Authorization: x' },
    told: [/^EXTRA_HEADERS: .*Authorization/],
  },
  {
    name: 'a header without a colon',
    environment: { ...target, EXTRA_HEADERS: 'X-Tenant' },
    told: [/^EXTRA_HEADERS: /],
  },
  {
    name: 'a misspelt name in .env',
    environment: target,
    files: { '.env': 'API_KYE=x\n' },
    told: [/API_KYE: .*API_KEY\?/],
  },
  {
    name: 'an installation to pick without a file',
    environment: target,
    only: 'a',
    told: [/--installation: .*INSTALLATIONS_FILE/],
  },
  {
    name: 'a file that is not there',
    environment: { INSTALLATIONS_FILE: 'none.yaml' },
    told: [/none\.yaml: .*cannot be read/],
  },
  {
    name: 'a file beside an address',
    environment: target,
    files: { 'installations.yaml': 'installations: [{name: a, baseUrl: "https://a.example", apiKey: k}]' },
    told: [/^BASE_URL: .*installations\.yaml/],
  },
  {
    name: 'a file that is no YAML',
    environment: {},
    files: { 'installations.yaml': 'installations: [' },
    told: [/line 1.*not valid YAML/],
  },
  {
    name: 'an unknown name in the file',
    environment: {},
    files: {
      'installations.yaml': 'installations:\n  - name: a\n    baseUrll: https://a.example\n    apiKey: abc\n',
    },
    told: [/baseUrl is missing/, /line 3.*baseUrll is not known.*baseUrl\?/],
  },
  {
    name: 'an unset variable',
    environment: { STAGING_KEY: 'x' },
    files: {
      'installations.yaml':
        'installations:\n  - name: a\n    baseUrl: https://a.example\n    apiKey: ${STAGIN_KEY}\n',
    },
    told: [/line 4.*STAGIN_KEY is not set.*STAGING_KEY\?/],
  },
  {
    name: 'an empty variable',
    environment: { STAGING_KEY: '' },
    files: {
      'installations.yaml':
        'installations:\n  - name: a\n    baseUrl: https://a.example\n    apiKey: ${STAGING_KEY}\n',
    },
    told: [/STAGING_KEY is set but empty/],
  },
  {
    name: 'two of one name',
    environment: {},
    files: {
      'installations.yaml':
        'installations:\n  - {name: a, baseUrl: "https://a.example", apiKey: k}\n  - {name: A, baseUrl: "https://b.example", apiKey: k}\n',
    },
    told: [/line 3.*Two installations/],
  },
  {
    name: 'a name that is no folder',
    environment: {},
    files: {
      'installations.yaml': 'installations: [{name: "../a", baseUrl: "https://a.example", apiKey: k}]',
    },
    told: [/letters, digits/],
  },
  {
    name: 'a name that nobody has',
    environment: {},
    files: {
      'installations.yaml': 'installations: [{name: staging, baseUrl: "https://a.example", apiKey: k}]',
    },
    only: 'stagin',
    told: [/no installation stagin.*staging\?/],
  },
  {
    name: 'a key twice in the file',
    environment: {},
    files: {
      'installations.yaml':
        'installations:\n  - name: a\n    baseUrl: https://a.example\n    apiKey: k\n    apiKeyFile: k\n',
    },
    told: [/line 5 \(installations\.0\.apiKeyFile\): The value is given twice: installations\.yaml, line 4/],
  },
  {
    name: 'a bad value in the file',
    environment: {},
    files: {
      'installations.yaml':
        'installations:\n  - name: a\n    baseUrl: https://a.example\n    apiKey: k\n    deadlineS: 0\n',
    },
    told: [/^installations\.yaml, line 5 \(installations\.0\.deadlineS\): .*1 to 86400/],
  },
  {
    name: 'a bad value that all of a file share, once',
    environment: { CONCURRENCY: '0', PROJECT_ID: 'no shared setting / at all' },
    files: {
      'installations.yaml':
        'installations: [{name: a, baseUrl: "https://a.example", apiKey: k}, {name: b, baseUrl: "https://b.example", apiKey: k}]',
    },
    told: [/^CONCURRENCY: .*1 to 64/],
  },
  {
    name: 'an empty name of the file, which is no wish for the usual one',
    environment: { INSTALLATIONS_FILE: '' },
    files: { 'installations.yaml': 'installations: [' },
    told: [/^INSTALLATIONS_FILE: .*empty/],
  },
  {
    name: 'wrong monitor blocks in the file, a sentence each',
    environment: {},
    files: {
      'installations.yaml': [
        'installations:',
        '  - name: a',
        '    baseUrl: https://a.example',
        '    apiKey: k',
        '    monitor:',
        '      maintenance: [{ cron: "0 3 * * *", duration: 1h, from: x }]',
        '      notify: [{ url: "https://b.example", states: [down] }]',
        'monitor:',
        '  location: "no word"',
        '  retention: { passing: 0d }',
        '  failAfter: 0',
      ].join('\n'),
    },
    told: [
      /line 6 \(installations\.0\.monitor\.maintenance\.0\): Write either cron and duration, or from and to\.$/,
      /line 7 \(installations\.0\.monitor\.notify\.0\.states\.0\): Write one of conforming, /,
      /line 9 \(monitor\.location\): A name has letters/,
      /line 10 \(monitor\.retention\.passing\): Write a duration as a number and a unit/,
      /line 11 \(monitor\.failAfter\): This must be >= 1\.$/,
    ],
  },
];
