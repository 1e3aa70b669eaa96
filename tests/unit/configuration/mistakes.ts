import { certificates } from '../../support/certificates.ts';

/** A sentinel: no mistake may tell it. */
export const key = 'sentinel-key-7f3a9c';
/** The least that names an installation. */
export const target = { BASE_URL: 'https://host.example', API_KEY: key };

/** Ten times the one before, nine times over. */
const manyAliases = Array.from(
  { length: 9 },
  (_, depth) =>
    `a${depth + 1}: &a${depth + 1} [${Array.from({ length: 10 }, () => `*a${depth}`).join(', ')}]\n`,
).join('');

/** Every mistake that a configuration can have, and what is reported of each, in order. */
export const mistakes: readonly {
  readonly name: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly files?: Readonly<Record<string, string>>;
  readonly only?: string;
  readonly reported: readonly RegExp[];
  /** What no message may repeat, besides the sentinel. */
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
  {
    name: 'an address without a key',
    environment: { BASE_URL: 'https://host.example' },
    reported: [/key is missing/],
  },
  { name: 'an empty key', environment: { ...target, API_KEY: '' }, reported: [/^API_KEY: .*empty/] },
  { name: 'an empty address', environment: { ...target, BASE_URL: ' ' }, reported: [/^BASE_URL: .*empty/] },
  { name: 'an empty setting without an address', environment: { PACE: '' }, reported: [/^PACE: .*empty/] },
  { name: 'an empty report folder', environment: { REPORTS_DIR: '' }, reported: [/^REPORTS_DIR: .*empty/] },
  {
    name: 'a bad address',
    environment: { ...target, BASE_URL: 'host.example' },
    reported: [/^BASE_URL: .*web address/],
  },
  {
    name: 'a tag with characters that no label should have',
    environment: { ...target, INSTALLATION_TAGS: 'a, <b>' },
    reported: [/^INSTALLATION_TAGS: Write at most 63 letters/],
  },
  {
    name: 'too many tags',
    environment: { ...target, INSTALLATION_TAGS: Array.from({ length: 21 }, (_, i) => `t${i}`).join(',') },
    reported: [/^INSTALLATION_TAGS: Give at most 20 tags/],
  },
  {
    name: 'an empty group',
    environment: { ...target, INSTALLATION_GROUP: ' ' },
    reported: [/^INSTALLATION_GROUP: .*empty/],
  },
  {
    name: 'another scheme',
    environment: { ...target, BASE_URL: 'ftp://host.example' },
    reported: [/^BASE_URL: .*web address/],
  },
  {
    name: 'an address with the API path',
    environment: { ...target, BASE_URL: 'https://host.example/api/v3/' },
    reported: [/before \/api/],
  },
  {
    name: 'the address of a list',
    environment: { ...target, BASE_URL: 'https://host.example/app/api/v3/projects/' },
    reported: [/^BASE_URL: This ends in a path of the API\. .*before \/api/],
  },
  {
    name: 'the address of a record',
    environment: { ...target, BASE_URL: 'https://host.example/api/v3/key_questions/12' },
    reported: [/^BASE_URL: This ends in a path of the API/],
  },
  {
    name: 'a proxy of another kind',
    environment: { ...target, https_proxy: 'socks5://proxy.example' },
    reported: [/^https_proxy: Write the proxy like http:/],
  },
  {
    name: 'an address with a user',
    environment: { ...target, BASE_URL: 'https://u:p@host.example' },
    reported: [/user name/],
  },
  {
    name: 'an address with a query',
    environment: { ...target, BASE_URL: 'https://host.example?a=b' },
    reported: [/\? and #/],
  },
  {
    name: 'a key with a line break',
    environment: { ...target, API_KEY: 'abc\ndef' },
    reported: [/^API_KEY: .*line break/],
  },
  ...['Bearer abcdefgh12', 'bearer:abcdefgh12', 'Authorization: Bearer abcdefgh12', 'Token abcdefgh12'].map(
    (value) => ({
      name: `a key with its scheme (${value.slice(0, -10)})`,
      environment: { ...target, API_KEY: value },
      reported: [/^API_KEY: Leave out the scheme, such as Bearer: write the key alone\.$/],
    }),
  ),
  {
    name: 'a key with a space',
    environment: { ...target, API_KEY: 'abc def' },
    reported: [/^API_KEY: .*space/],
  },
  {
    name: 'a key that no header carries',
    environment: { ...target, API_KEY: 'schlüssel' },
    reported: [/^API_KEY: .*characters/],
  },
  {
    name: 'a key twice',
    environment: { ...target, API_KEY_FILE: 'k' },
    files: { k: key },
    reported: [/^API_KEY_FILE: .*twice/],
  },
  {
    name: 'a key file that is not there',
    environment: { BASE_URL: 'https://host.example', API_KEY_FILE: 'none' },
    reported: [/^API_KEY_FILE: The file that it names cannot be read: there is no such file/],
  },
  {
    name: 'an empty key file',
    environment: { BASE_URL: 'https://host.example', API_KEY_FILE: 'k' },
    files: { k: '\n' },
    reported: [/^API_KEY_FILE: .*empty/],
  },
  ...['API_KEY', 'SECOND_API_KEY', 'REVOKED_API_KEY'].map((variable) => ({
    name: `${variable} of seven characters`,
    environment: { ...target, [variable]: 'fail-77' },
    reported: [new RegExp(`^${variable}: The key is shorter than 8 characters`)],
    secret: 'fail-77',
  })),
  {
    name: 'a key that is a word of the API',
    environment: { ...target, API_KEY: 'Unauthorized' },
    reported: [/^API_KEY: This is a word/],
    secret: 'Unauthorized',
  },
  {
    name: 'a key file that is the key itself',
    environment: { BASE_URL: 'https://host.example', API_KEY_FILE: key },
    reported: [/^API_KEY_FILE: The file that it names cannot be read: there is no such file/],
  },
  {
    name: 'a private key in place of its file',
    environment: { ...target, CLIENT_CERT_FILE: 'c', CLIENT_KEY_FILE: `-----BEGIN ${key}` },
    files: { c: 'x' },
    reported: [
      /^CLIENT_CERT_FILE: The file c has no certificate in it/,
      /^CLIENT_KEY_FILE: The file that it names cannot be read/,
    ],
  },
  {
    name: 'one key as two',
    environment: { ...target, SECOND_API_KEY: key },
    reported: [/^SECOND_API_KEY: This is the same key as API_KEY\. Give another user's/],
  },
  {
    name: 'one key as three',
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
    name: 'an address with the key',
    environment: { ...target, BASE_URL: `https://host.example/${key}` },
    reported: [/^BASE_URL: .*holds a key/],
  },
  {
    name: 'a short password of a proxy',
    environment: { ...target, HTTPS_PROXY: 'http://user:pw%20-77@proxy.example' },
    reported: [/^HTTPS_PROXY: The password in the address is shorter than 8/],
    secret: 'pw%20',
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
    name: 'names of headers with a value',
    environment: { ...target, PUBLIC_HEADERS: 'X-Tenant: reviews' },
    reported: [/^PUBLIC_HEADERS: .*commas/],
  },
  {
    name: 'no true or false',
    environment: { ...target, ALLOW_IMPORT: 'yes' },
    reported: [/^ALLOW_IMPORT: .*true or false/],
  },
  { name: 'a bad pace', environment: { ...target, PACE: 'fast' }, reported: [/^PACE: /] },
  {
    name: 'a bad concurrency',
    environment: { ...target, CONCURRENCY: '0' },
    reported: [/^CONCURRENCY: .*1 to 64/],
  },
  { name: 'a bad time limit', environment: { ...target, TIMEOUT_MS: '1.5' }, reported: [/^TIMEOUT_MS: /] },
  { name: 'a bad deadline', environment: { ...target, DEADLINE_S: 'soon' }, reported: [/^DEADLINE_S: /] },
  {
    name: 'a bad coverage',
    environment: { ...target, MIN_COVERAGE: '90' },
    reported: [/^MIN_COVERAGE: .*0 to 1/],
  },
  {
    name: 'a bad release',
    environment: { ...target, FHIR_RELEASE: 'R4' },
    reported: [/^FHIR_RELEASE: .*4\.0\.1/],
  },
  { name: 'an id with a query', environment: { ...target, PROJECT_ID: '1?2' }, reported: [/^PROJECT_ID: /] },
  {
    name: 'a Bundle file that is none',
    environment: { ...target, IMPORT_BUNDLE: 'b' },
    files: { b: '{}' },
    reported: [/^IMPORT_BUNDLE: .*collection/],
  },
  {
    name: 'a client certificate with the key of another',
    environment: { ...target, CLIENT_CERT_FILE: 'c', CLIENT_KEY_FILE: 'k' },
    files: { c: certificates.client.certificate, k: certificates.server.key },
    reported: [/^environment: CLIENT_KEY_FILE is not the key of the certificate in CLIENT_CERT_FILE/],
  },
  {
    name: 'certificates and keys that are none',
    environment: { ...target, CA_FILE: 'no', CLIENT_CERT_FILE: 'no', CLIENT_KEY_FILE: 'no' },
    files: { no: '\0\ufffd' },
    reported: [
      /^CA_FILE: .*no certificate in it that can be read/,
      /^CLIENT_CERT_FILE: .*no certificate in it/,
      /^CLIENT_KEY_FILE: .*no private key/,
    ],
  },
  {
    name: 'a certificate that is cut, and a key for a certificate',
    environment: { ...target, CA_FILE: 'cut', CLIENT_CERT_FILE: 'c', CLIENT_KEY_FILE: 'c' },
    files: {
      cut: certificates.authority + certificates.authority.replace(/^M.*$/m, 'AAAA'),
      c: certificates.client.certificate,
    },
    reported: [/^CA_FILE: .*no certificate in it that can be read/, /^CLIENT_KEY_FILE: .*no private key/],
  },
  {
    name: 'keys that are encrypted',
    environment: { ...target, CLIENT_CERT_FILE: 'c', CLIENT_KEY_FILE: 'k' },
    files: {
      c: certificates.client.certificate,
      k: '-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----\n',
    },
    reported: [/^CLIENT_KEY_FILE: .*no private key without a passphrase/],
  },
  {
    name: 'a key that is encrypted in the older way',
    environment: { ...target, CLIENT_CERT_FILE: 'c', CLIENT_KEY_FILE: 'k' },
    files: {
      c: certificates.client.certificate,
      k: '-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,51D1\n\nAAAA\n',
    },
    reported: [/^CLIENT_KEY_FILE: .*no private key without a passphrase/],
  },
  {
    name: 'a shared setting for the embedded installation',
    environment: { TIMEOUT_MS: '-5', CONCURRENCY: '1e9' },
    reported: [/^TIMEOUT_MS: .*from 1 to/, /^CONCURRENCY: .*from 1 to 64/],
  },
  {
    name: 'half a client certificate',
    environment: { ...target, CLIENT_CERT_FILE: 'c' },
    files: { c: certificates.client.certificate },
    reported: [/both CLIENT_CERT_FILE/],
  },
  {
    name: 'a header that would authenticate',
    environment: { ...target, EXTRA_HEADERS: 'Authorization: x' },
    reported: [/^EXTRA_HEADERS: .*Authorization/],
  },
  {
    name: 'a header without a colon',
    environment: { ...target, EXTRA_HEADERS: 'X-Tenant' },
    reported: [/^EXTRA_HEADERS: /],
  },
  {
    name: 'a misspelt name in .env',
    environment: target,
    files: { '.env': 'API_KYE=x\n' },
    reported: [/API_KYE: .*API_KEY\?/],
  },
  {
    name: 'an installation to pick without a file',
    environment: target,
    only: 'a',
    reported: [/--installation: .*INSTALLATIONS_FILE/],
  },
  {
    name: 'a file that is not there',
    environment: { INSTALLATIONS_FILE: 'none.yaml' },
    reported: [/none\.yaml: .*cannot be read/],
  },
  {
    name: 'a file next to an address',
    environment: target,
    files: {
      'installations.yaml': 'installations: [{name: a, baseUrl: "https://a.example", apiKey: key-0815}]',
    },
    reported: [/^BASE_URL: .*installations\.yaml/],
  },
  {
    name: 'a file that is no YAML',
    environment: {},
    files: { 'installations.yaml': 'installations: [' },
    reported: [/line 1.*not valid YAML/],
  },
  {
    name: 'a file in which everything after a slip is wrong',
    environment: {},
    files: { 'installations.yaml': 'a: "b" c\n'.repeat(20) },
    reported: Array.from({ length: 5 }, () => /not valid YAML/),
  },
  {
    name: 'an alias for nothing',
    environment: {},
    files: { 'installations.yaml': 'installations:\n  - *none\n' },
    reported: [/line 2: The alias \*none has no anchor before it/],
  },
  {
    name: 'an alias inside itself',
    environment: {},
    files: { 'installations.yaml': 'installations: &all\n  - name: a\n    monitor: *all\n' },
    reported: [/line 3: The alias \*all stands inside what it stands for/],
  },
  {
    name: 'aliases for more than any memory holds',
    environment: {},
    files: { 'installations.yaml': `a0: &a0 [x]\n${manyAliases}installations: *a9\n` },
    reported: [/line 1: The aliases stand for too much/],
  },
  {
    name: 'an unknown name in the file',
    environment: {},
    files: {
      'installations.yaml':
        'installations:\n  - name: a\n    baseUrll: https://a.example\n    apiKey: key-0815\n',
    },
    reported: [/baseUrl is missing/, /line 3.*baseUrll is not known.*baseUrl\?/],
  },
  {
    name: 'an unset variable',
    environment: { STAGING_KEY: 'x' },
    files: {
      'installations.yaml':
        'installations:\n  - name: a\n    baseUrl: https://a.example\n    apiKey: ${STAGIN_KEY}\n',
    },
    reported: [/line 4.*STAGIN_KEY is not set.*STAGING_KEY\?/],
  },
  {
    name: 'a key in the place of a variable',
    environment: {},
    files: {
      'installations.yaml': `installations:\n  - name: a\n    baseUrl: https://a.example\n    apiKey: \${${key}}\n`,
    },
    reported: [/line 4.*The variable in \$\{…\} is not set/],
  },
  {
    name: 'an empty variable',
    environment: { STAGING_KEY: '' },
    files: {
      'installations.yaml':
        'installations:\n  - name: a\n    baseUrl: https://a.example\n    apiKey: ${STAGING_KEY}\n',
    },
    reported: [/STAGING_KEY is set but empty/],
  },
  {
    name: 'two of one name',
    environment: {},
    files: {
      'installations.yaml':
        'installations:\n  - {name: a, baseUrl: "https://a.example", apiKey: key-0815}\n  - {name: A, baseUrl: "https://b.example", apiKey: key-0815}\n',
    },
    reported: [/line 3.*Two installations/],
  },
  {
    name: 'a name that is no folder',
    environment: {},
    files: {
      'installations.yaml': 'installations: [{name: "../a", baseUrl: "https://a.example", apiKey: key-0815}]',
    },
    reported: [/letters, digits/],
  },
  {
    name: 'a name that nobody has',
    environment: {},
    files: {
      'installations.yaml':
        'installations: [{name: staging, baseUrl: "https://a.example", apiKey: key-0815}]',
    },
    only: 'stagin',
    reported: [/no installation stagin.*staging\?/],
  },
  {
    name: 'a key twice in the file',
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
    name: 'a bad value in the file',
    environment: {},
    files: {
      'installations.yaml':
        'installations:\n  - name: a\n    baseUrl: https://a.example\n    apiKey: key-0815\n    deadlineS: 0\n',
    },
    reported: [/^installations\.yaml, line 5 \(installations\.0\.deadlineS\): .*1 to 86400/],
  },
  {
    name: 'a bad value that all of a file share, once',
    environment: { CONCURRENCY: '0', PROJECT_ID: 'no shared setting / at all' },
    files: {
      'installations.yaml':
        'installations: [{name: a, baseUrl: "https://a.example", apiKey: key-0815}, {name: b, baseUrl: "https://b.example", apiKey: key-0815}]',
    },
    reported: [/^CONCURRENCY: .*1 to 64/],
  },
  {
    name: 'an empty name of the file, which is no request for the usual one',
    environment: { INSTALLATIONS_FILE: '' },
    files: { 'installations.yaml': 'installations: [' },
    reported: [/^INSTALLATIONS_FILE: .*empty/],
  },
  {
    name: 'wrong monitor blocks in the file, a sentence each',
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
    name: 'a file of another kind',
    environment: {},
    files: { 'installations.yaml': '- name: alpha\n' },
    reported: [/line 1: Write names with values here\.$/],
  },
  {
    name: 'a list that is none',
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
