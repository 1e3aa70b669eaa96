import { expect, test } from '@playwright/test';
import { ExchangeLimit, failureOf } from '../../../engine/http/failures.ts';

function coded(code: string, message = 'words of a library', more: object = {}): Error {
  return Object.assign(new Error(message), { code, ...more });
}

const cases: readonly (readonly [unknown, string])[] = [
  [coded('ENOTFOUND'), 'dns: its host name is not known (DNS)'],
  [coded('EAI_AGAIN'), 'dns: its host name could not be looked up (DNS)'],
  [coded('ECONNREFUSED'), 'refused: the connection was refused'],
  [new AggregateError([coded('ECONNREFUSED'), coded('ENETUNREACH')]), 'refused: the connection was refused'],
  [new Error('outer', { cause: coded('ECONNRESET') }), 'reset: the connection was cut'],
  [coded('CERT_HAS_EXPIRED'), 'tls: the TLS connection could not be made (its certificate has expired)'],
  [
    coded(
      'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED',
      'error:0A:SSL:tlsv13 alert certificate required:file.c:1:',
    ),
    'tls: the TLS connection could not be made (the server demands a client certificate that it knows; set CLIENT_CERT_FILE and CLIENT_KEY_FILE)',
  ],
  [
    coded('ERR_SSL_TLSV1_ALERT_ACCESS_DENIED', 'error:0A:SSL:tlsv1 alert access denied:file.c:1:'),
    'tls: the TLS connection could not be made (the server said "access denied")',
  ],
  [
    coded(
      'ERR_SSL_TLSV1_UNRECOGNIZED_NAME',
      'error:0A:SSL:tlsv1 unrecognized name:file.c:1:SSL alert number 112',
    ),
    'tls: the TLS connection could not be made (the server does not know this host name; check it)',
  ],
  [
    coded('ERR_SSL_UNSUPPORTED_PROTOCOL', 'error:0A:SSL:unsupported protocol:file.c:1:'),
    'tls: the TLS connection could not be made (the server has no TLS 1.2 or later; it has to offer that)',
  ],
  // Node.js 20 and 24 have different codes for the same alert.
  ...['SSLV3', 'SSL/TLS'].map(
    (layer) =>
      [
        coded(
          `ERR_SSL_${layer}_ALERT_HANDSHAKE_FAILURE`,
          `error:0A:SSL:${layer.toLowerCase()} alert handshake failure:file.c:1:`,
        ),
        'tls: the TLS connection could not be made (the server broke off the handshake; it may demand a client certificate (CLIENT_CERT_FILE, CLIENT_KEY_FILE))',
      ] as const,
  ),
  [coded('UND_ERR_INVALID_ARG', 'invalid x header'), 'protocol: the request cannot be sent as it is'],
  [coded('Z_DATA_ERROR'), 'encoding: its body cannot be decoded as it declares'],
  [coded('ERR__ERROR_FORMAT_SIMPLE_HUFFMAN_SAME'), 'encoding: its body cannot be decoded as it declares'],
  [coded('ERR_BROTLI_DECODER_ERROR'), 'encoding: its body cannot be decoded as it declares'],
  [new ExchangeLimit('too-large', 'the body is larger than 1 MB'), 'too-large: the body is larger than 1 MB'],
  [new TypeError('secret words'), 'protocol: the answer could not be read (TypeError)'],
  ['a string', 'protocol: the answer could not be read (unknown)'],
  [undefined, 'protocol: the answer could not be read (unknown)'],
];

for (const [index, [thrown, expected]] of cases.entries()) {
  test(`failure ${index + 1} is reported as "${expected}"`, () => {
    const { kind, reason } = failureOf(thrown);
    expect(`${kind}: ${reason}`).toBe(expected);
  });
}

test('a failure to reach the proxy is distinguished from a failure to reach the installation', () => {
  const proxy = new URL('http://proxy.example:3128');
  expect(failureOf(coded('ECONNREFUSED', '', { port: 3128 }), proxy).kind).toBe('proxy');
  expect(failureOf(coded('ECONNREFUSED', '', { port: 443 }), proxy).kind).toBe('refused');
  expect(failureOf(coded('ENOTFOUND', '', { hostname: 'proxy.example' }), proxy).kind).toBe('proxy');
  expect(failureOf(coded('ENOTFOUND', '', { hostname: 'service.example' }), proxy).kind).toBe('dns');
});

test('an error that is its own cause does not cause an endless loop', () => {
  const circular: Error & { cause?: unknown } = new Error('round and round');
  circular.cause = circular;
  expect(failureOf(circular).kind).toBe('protocol');
});
