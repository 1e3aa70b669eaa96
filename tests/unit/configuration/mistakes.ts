import { certificates } from '../../support/certificates.ts';

/** A sentinel that no message may contain. */
export const key = 'sentinel-key-7f3a9c';
/** The minimal settings of an installation. */
export const target = { BASE_URL: 'https://host.example', API_KEY: key };

/** Nine lists, each ten times as large as the previous one. */
const manyAliases = Array.from(
  { length: 9 },
  (_, depth) =>
    `a${depth + 1}: &a${depth + 1} [${Array.from({ length: 10 }, () => `*a${depth}`).join(', ')}]\n`,
).join('');

/** Mistakes in a configuration, and the messages for each, in order. */
export const mistakes: readonly {
  readonly name: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly files?: Readonly<Record<string, string>>;
  readonly only?: string;
  readonly reported: readonly RegExp[];
  /** Another text that no message may contain. */
  readonly secret?: string;
}[] = [
  { name: 'a key without an address', environment: { API_KEY: key }, reported: [/address.*missing/] },
  {
    name: 'a key file without an address',
    environment: { API_KEY_FILE: 'k' },
    files: { k: key },
    reported: [/address.*missing/],
  },
  {
    name: 'a second key alone',
    environment: { SECOND_API_KEY: key },
    reported: [/address.*missing/, /key is missing/],
  },
  { name: 'an empty key', environment: { ...target, API_KEY: '' }, reported: [/^API_KEY: .*empty/] },
  {
    name: 'a key in an extra header',
    environment: { ...target, EXTRA_HEADERS: `X-Tenant: sentinel-tenant\napi-key: Key ${key}` },
    reported: [/^EXTRA_HEADERS: The value of api-key holds a key, which would authenticate/],
  },
  { name: 'an empty address', environment: { ...target, BASE_URL: ' ' }, reported: [/^BASE_URL: .*empty/] },
  { name: 'an empty setting without an address', environment: { PACE: '' }, reported: [/^PACE: .*empty/] },
  { name: 'an empty report folder', environment: { REPORTS_DIR: '' }, reported: [/^REPORTS_DIR: .*empty/] },
  {
    name: 'a proxy with an unsupported scheme',
    environment: { ...target, https_proxy: 'socks5://proxy.example' },
    reported: [/^https_proxy: Write the proxy like http:/],
  },
  {
    name: 'an empty key file',
    environment: { BASE_URL: 'https://host.example', API_KEY_FILE: 'k' },
    files: { k: '\n' },
    reported: [/^API_KEY_FILE: .*empty/],
  },
  {
    name: 'a key in place of the path of its file',
    environment: { BASE_URL: 'https://host.example', API_KEY_FILE: key },
    reported: [/^API_KEY_FILE: The file that it names cannot be read: there is no such file/],
  },
  {
    name: 'a private key in place of the path of its file',
    environment: { ...target, CLIENT_CERT_FILE: 'c', CLIENT_KEY_FILE: `-----BEGIN ${key}` },
    files: { c: 'x' },
    reported: [
      /^CLIENT_CERT_FILE: The file c has no certificate in it/,
      /^CLIENT_KEY_FILE: The file that it names cannot be read/,
    ],
  },
  {
    name: 'the same key as API_KEY, SECOND_API_KEY and REVOKED_API_KEY',
    environment: { ...target, SECOND_API_KEY: key, REVOKED_API_KEY: ` ${key} ` },
    reported: [/^SECOND_API_KEY: .*as API_KEY/, /^REVOKED_API_KEY: .*as API_KEY.*regenerated/],
  },
  {
    name: 'a second key that is the revoked one',
    environment: { ...target, SECOND_API_KEY: `${key}2`, REVOKED_API_KEY: `${key}2` },
    reported: [/^REVOKED_API_KEY: .*as SECOND_API_KEY/],
  },
  {
    name: 'the same key twice in the file',
    environment: {},
    files: {
      'installations.yaml':
        'installations:\n  - name: a\n    baseUrl: https://a.example\n    apiKey: key-0815\n    revokedApiKey: key-0815\n',
    },
    reported: [/^installations\.yaml, line 5 \(installations\.0\.revokedApiKey\): .*as apiKey\./],
  },
  {
    name: 'an address that contains the key',
    environment: { ...target, BASE_URL: `https://host.example/${key}` },
    reported: [/^BASE_URL: .*holds a key/],
  },
  {
    name: 'short header values that may be secret',
    environment: {
      ...target,
      EXTRA_HEADERS: 'X-Forwarded-Proto: https\nAccept-Language: de\nX-Key: s3cr3t7\nX-Empty:',
    },
    reported: [
      /^EXTRA_HEADERS: The value of X-Forwarded-Proto is.*PUBLIC_HEADERS/,
      /^EXTRA_HEADERS: .*X-Key/,
    ],
    secret: 's3cr3t7',
  },
  {
    name: 'a client certificate with the key of another',
    environment: { ...target, CLIENT_CERT_FILE: 'c', CLIENT_KEY_FILE: 'k' },
    files: { c: certificates.client.certificate, k: certificates.server.key },
    reported: [/^environment: CLIENT_KEY_FILE is not the key of the certificate in CLIENT_CERT_FILE/],
  },
  {
    name: 'certificate and key files with other content',
    environment: { ...target, CA_FILE: 'no', CLIENT_CERT_FILE: 'no', CLIENT_KEY_FILE: 'no' },
    files: { no: '\0\ufffd' },
    reported: [
      /^CA_FILE: .*no certificate in it that can be read/,
      /^CLIENT_CERT_FILE: .*no certificate in it/,
      /^CLIENT_KEY_FILE: .*no private key/,
    ],
  },
  {
    name: 'a damaged certificate, and a certificate in place of a private key',
    environment: { ...target, CA_FILE: 'cut', CLIENT_CERT_FILE: 'c', CLIENT_KEY_FILE: 'c' },
    files: {
      cut: certificates.authority + certificates.authority.replace(/^M.*$/m, 'AAAA'),
      c: certificates.client.certificate,
    },
    reported: [/^CA_FILE: .*no certificate in it that can be read/, /^CLIENT_KEY_FILE: .*no private key/],
  },
  {
    name: 'an encrypted private key',
    environment: { ...target, CLIENT_CERT_FILE: 'c', CLIENT_KEY_FILE: 'k' },
    files: {
      c: certificates.client.certificate,
      k: '-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----\n',
    },
    reported: [/^CLIENT_KEY_FILE: .*no private key without a passphrase/],
  },
  {
    name: 'a private key encrypted in the traditional PEM format',
    environment: { ...target, CLIENT_CERT_FILE: 'c', CLIENT_KEY_FILE: 'k' },
    files: {
      c: certificates.client.certificate,
      k: '-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,51D1\n\nAAAA\n',
    },
    reported: [/^CLIENT_KEY_FILE: .*no private key without a passphrase/],
  },
  {
    name: 'invalid shared settings for the embedded installation',
    environment: { TIMEOUT_MS: '-5', CONCURRENCY: '1e9' },
    reported: [/^TIMEOUT_MS: .*from 1 to/, /^CONCURRENCY: .*from 1 to 64/],
  },
  {
    name: 'a misspelt name in .env',
    environment: target,
    files: { '.env': 'API_KYE=x\n' },
    reported: [/API_KYE: .*API_KEY\?/],
  },
  {
    name: '--installation without an installations file',
    environment: target,
    only: 'a',
    reported: [/--installation: .*INSTALLATIONS_FILE/],
  },
  {
    name: 'an installations file that does not exist',
    environment: { INSTALLATIONS_FILE: 'none.yaml' },
    reported: [/none\.yaml: .*cannot be read/],
  },
  {
    name: 'an installations file together with BASE_URL',
    environment: target,
    files: {
      'installations.yaml': 'installations: [{name: a, baseUrl: "https://a.example", apiKey: key-0815}]',
    },
    reported: [/^BASE_URL: .*installations\.yaml/],
  },
  {
    name: 'an installations file that is not valid YAML',
    environment: {},
    files: { 'installations.yaml': 'installations: [' },
    reported: [/line 1.*not valid YAML/],
  },
  {
    name: 'YAML errors of a file, the first five only',
    environment: {},
    files: { 'installations.yaml': 'a: "b" c\n'.repeat(20) },
    reported: Array.from({ length: 5 }, () => /not valid YAML/),
  },
  {
    name: 'a YAML alias without an anchor',
    environment: {},
    files: { 'installations.yaml': 'installations:\n  - *none\n' },
    reported: [/line 2: The alias \*none has no anchor before it/],
  },
  {
    name: 'a YAML alias that contains itself',
    environment: {},
    files: { 'installations.yaml': 'installations: &all\n  - name: a\n    monitor: *all\n' },
    reported: [/line 3: The alias \*all contains itself/],
  },
  {
    name: 'YAML aliases that expand to too much data',
    environment: {},
    files: { 'installations.yaml': `a0: &a0 [x]\n${manyAliases}installations: *a9\n` },
    reported: [/line 1: The aliases expand to too much data/],
  },
  {
    name: 'an unknown field in the file',
    environment: {},
    files: {
      'installations.yaml':
        'installations:\n  - name: a\n    baseUrll: https://a.example\n    apiKey: key-0815\n',
    },
    reported: [/baseUrl is missing/, /line 3.*baseUrll is not known.*baseUrl\?/],
  },
  {
    name: 'an installation name that is not a valid folder name',
    environment: {},
    files: {
      'installations.yaml': 'installations: [{name: "../a", baseUrl: "https://a.example", apiKey: key-0815}]',
    },
    reported: [/letters, digits/],
  },
  {
    name: 'both apiKey and apiKeyFile in the file',
    environment: {},
    files: {
      'installations.yaml':
        'installations:\n  - name: a\n    baseUrl: https://a.example\n    apiKey: key-0815\n    apiKeyFile: k\n',
    },
    reported: [
      /line 5 \(installations\.0\.apiKeyFile\): The value is given twice: installations\.yaml, line 4/,
    ],
  },
  {
    name: 'an invalid value in the file',
    environment: {},
    files: {
      'installations.yaml':
        'installations:\n  - name: a\n    baseUrl: https://a.example\n    apiKey: key-0815\n    deadlineS: 0\n',
    },
    reported: [/^installations\.yaml, line 5 \(installations\.0\.deadlineS\): .*1 to 86400/],
  },
  {
    name: 'an invalid shared value, once for all installations of a file',
    environment: { CONCURRENCY: '0', PROJECT_ID: 'no shared setting / at all' },
    files: {
      'installations.yaml':
        'installations: [{name: a, baseUrl: "https://a.example", apiKey: key-0815}, {name: b, baseUrl: "https://b.example", apiKey: key-0815}]',
    },
    reported: [/^CONCURRENCY: .*1 to 64/],
  },
  {
    name: 'an empty INSTALLATIONS_FILE, which does not mean the default file',
    environment: { INSTALLATIONS_FILE: '' },
    files: { 'installations.yaml': 'installations: [' },
    reported: [/^INSTALLATIONS_FILE: .*empty/],
  },
  {
    name: 'each mistake in the monitor blocks of the file',
    environment: {},
    files: {
      'installations.yaml': [
        'installations:',
        '  - name: a',
        '    baseUrl: https://a.example',
        '    apiKey: key-0815',
        '    monitor:',
        '      maintenance: [{ cron: "0 3 * * *", duration: 1h, from: x }]',
        '      notify: [{ url: "https://b.example", states: [down] }]',
        'monitor:',
        '  location: "no word"',
        '  retention: { passing: 0d }',
        '  failAfter: 0',
      ].join('\n'),
    },
    reported: [
      /line 6 \(installations\.0\.monitor\.maintenance\.0\): Write either cron and duration, or from and to\.$/,
      /line 7 \(installations\.0\.monitor\.notify\.0\.states\.0\): Write one of conforming, /,
      /line 9 \(monitor\.location\): A name has letters/,
      /line 10 \(monitor\.retention\.passing\): Write a duration as a number and a unit/,
      /line 11 \(monitor\.failAfter\): This must be >= 1\.$/,
    ],
  },
  {
    name: 'an installations file that is a list',
    environment: {},
    files: { 'installations.yaml': '- name: alpha\n' },
    reported: [/line 1: Write names with values here\.$/],
  },
  {
    name: 'a number in place of the list of installations',
    environment: {},
    files: { 'installations.yaml': 'installations: 3\n' },
    reported: [/line 1 \(installations\): Write a list here\.$/],
  },
  {
    name: 'an empty list of installations',
    environment: {},
    files: { 'installations.yaml': 'installations: []\n' },
    reported: [/line 1 \(installations\): Write at least one entry here\.$/],
  },
];
