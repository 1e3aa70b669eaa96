import type { Failure, FailureKind } from '../../contract/judging/exchange.ts';

/** Thrown when an exchange exceeds one of our limits. */
export class ExchangeLimit extends Error {
  readonly kind: FailureKind;

  constructor(kind: FailureKind, reason: string) {
    super(reason);
    this.kind = kind;
  }
}

const byCode: Readonly<Record<string, readonly [FailureKind, string]>> = {
  ENOTFOUND: ['dns', 'its host name is not known (DNS)'],
  EAI_AGAIN: ['dns', 'its host name could not be looked up (DNS)'],
  ECONNREFUSED: ['refused', 'the connection was refused'],
  EHOSTUNREACH: ['refused', 'the host cannot be reached'],
  ENETUNREACH: ['refused', 'the network cannot be reached'],
  EADDRNOTAVAIL: ['refused', 'the address cannot be reached'],
  ETIMEDOUT: ['refused', 'the connection could not be made in time'],
  ECONNRESET: ['reset', 'the connection was cut'],
  EPIPE: ['reset', 'the connection was cut'],
  UND_ERR_SOCKET: ['reset', 'the connection was cut before the answer was complete'],
  UND_ERR_INVALID_ARG: ['protocol', 'the request cannot be sent as it is'],
  UND_ERR_HEADERS_OVERFLOW: ['too-large', 'the headers of the answer are larger than 64 kB'],
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: [
    'protocol',
    'the body is not as long as its Content-Length says, or that is not one number',
  ],
};

/**
 * Describes why an exchange failed.
 * @param proxy address of the proxy, if there is one
 */
export function failureOf(thrown: unknown, proxy?: URL): Failure {
  if (thrown instanceof ExchangeLimit) return { kind: thrown.kind, reason: thrown.message };
  for (const cause of causesOf(thrown)) {
    const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
    const known = byCode[code];
    if (known !== undefined && proxy !== undefined && isAbout(proxy, cause))
      return { kind: 'proxy', reason: 'the proxy cannot be reached' };
    if (known !== undefined) return { kind: known[0], reason: known[1] };
    if (tlsCodes.test(code))
      return { kind: 'tls', reason: `the TLS connection could not be made (${tlsReason(code, cause)})` };
    if (cause.name === 'HTTPParserError')
      return { kind: 'protocol', reason: `the answer is not HTTP (${parserReason(cause)})` };
    // Node names the errors of Brotli with and without its name.
    if (/^(?:Z_|ERR_BROTLI|ERR__ERROR_)/.test(code)) {
      return { kind: 'encoding', reason: 'its body cannot be decoded as it declares' };
    }
    // undici ends this way if it cannot send a request.
    if (cause.name === 'AssertionError')
      return { kind: 'protocol', reason: 'the answer is not HTTP (it breaks the protocol)' };
    if (/proxy/i.test(cause.message)) return { kind: 'proxy', reason: proxyReason(cause) };
  }
  const name = thrown instanceof Error ? thrown.name : 'unknown';
  return { kind: 'protocol', reason: `the answer could not be read (${name})` };
}

/** True for a failure to resolve or connect to this host: only such errors have a host name or a port. */
function isAbout({ protocol, hostname, port }: URL, error: Error): boolean {
  if ('hostname' in error) return error.hostname === hostname;
  const usual = protocol === 'https:' ? 443 : 80;
  return 'port' in error && error.port === (port === '' ? usual : Number(port));
}

/** An error, its causes, and the errors of an AggregateError (one for each address that was tried). */
function causesOf(thrown: unknown): readonly Error[] {
  const found: Error[] = [];
  let level: unknown[] = [thrown];
  while (level.length > 0 && found.length < 20) {
    const errors = level.filter((one) => one instanceof Error);
    found.push(...errors);
    level = errors.flatMap((one) => [one.cause, ...(one instanceof AggregateError ? one.errors : [])]);
  }
  return found;
}

/** The parser's reason, such as "Invalid header token": never text from the answer. */
function parserReason({ message }: Error): string {
  return /\(([\w /-]+)\)/.exec(message)?.[1] ?? 'it breaks the protocol';
}

const tlsCodes =
  /^(?:ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|EPROTO|INVALID_CA$|HOSTNAME_MISMATCH$)/;

/** The status with which a proxy refuses a tunnel appears only in the message. */
function proxyReason({ message }: Error): string {
  const status = Number(/\((\d{3})\)/.exec(message)?.[1] ?? 0);
  if (status === 407)
    return 'the proxy requires a valid user name and password (407); check them in HTTPS_PROXY, as in http://user:password@proxy.example:3128';
  if (status >= 500)
    return `the proxy cannot reach the host (${status}); if it needs no proxy, name it in NO_PROXY`;
  if (status >= 400)
    return `the proxy refuses this host (${status}); ask its administrator, or name the host in NO_PROXY`;
  return 'the proxy did not make the connection';
}

const wantsClientCertificate =
  'the server demands a client certificate that it knows; set CLIENT_CERT_FILE and CLIENT_KEY_FILE';

function tlsReason(code: string, cause: Error): string {
  const reasons: Readonly<Record<string, string>> = {
    ERR_SSL_WRONG_VERSION_NUMBER: 'the port does not speak TLS; write http:// in BASE_URL, or another port',
    CERT_HAS_EXPIRED: 'its certificate has expired',
    CERT_NOT_YET_VALID: 'its certificate is not valid yet',
    DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed; name its authority in CA_FILE',
    SELF_SIGNED_CERT_IN_CHAIN: 'its authority is not known; name it in CA_FILE',
    UNABLE_TO_VERIFY_LEAF_SIGNATURE:
      'its authority is not known; name it in CA_FILE, or let the server send the certificates between',
    UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its authority is not known; name it in CA_FILE',
    ERR_SSL_UNSUPPORTED_PROTOCOL: 'the server has no TLS 1.2 or later; it has to offer that',
    ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host name',
  };
  // The codes of alerts differ between releases of Node.js.
  const alerts: Readonly<Record<string, string>> = {
    'certificate required': wantsClientCertificate,
    'bad certificate': wantsClientCertificate,
    'unknown ca': wantsClientCertificate,
    'unrecognized name': 'the server does not know this host name; check it',
    'protocol version': 'the server has no TLS 1.2 or later; it has to offer that',
    'no application protocol': 'the server offers no HTTP/1.1; it has to offer that, or a proxy before it',
    'handshake failure':
      'the server broke off the handshake; it may demand a client certificate (CLIENT_CERT_FILE, CLIENT_KEY_FILE)',
  };
  const alert = /:(?:sslv3|tlsv1\d*|ssl\/tls)(?: alert)? ([a-z ]+):/.exec(cause.message)?.[1];
  return reasons[code] ?? (alert === undefined ? code : (alerts[alert] ?? `the server said "${alert}"`));
}
