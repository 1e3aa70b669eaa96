import net from 'node:net';
import tls from 'node:tls';
import { buildConnector, Client, DecoratorHandler, type Dispatcher, EnvHttpProxyAgent, Pool } from 'undici';
import type { ConnectionFacts } from '../../contract/judging/exchange.ts';
import { limits } from '../../contract/limits.ts';
import type { ConnectionSettings } from '../configuration/installation.ts';
import { ExchangeLimit } from './failures.ts';

/**
 * The duration of each step of connecting, the server's certificate, and the connection's properties. Steps that did
 * not happen are left out.
 */
export interface ConnectionTimings {
  dnsMs?: number;
  connectMs?: number;
  tlsMs?: number;
  certificateExpiresAt?: string;
  connection?: ConnectionFacts;
}

/** One connection to an installation. It carries one request at a time, so its timings belong to that request. */
export type Connection = ReturnType<typeof makeConnection>;

/**
 * Used if the server does not say how long it keeps an idle connection: nginx does so for 75 s, most others for less.
 */
const defaultKeepAliveMs = 75_000;

/**
 * Makes a connection that opens with its first request.
 * @param isKept stays open between runs, for as long as the server keeps it
 */
export function makeConnection(baseUrl: string, settings: ConnectionSettings, isKept = false) {
  let timings: ConnectionTimings = {};
  let lasting: ConnectionTimings = {};
  const report = ({ connection, ...measured }: ConnectionTimings): void => {
    const known = connection && { connection: { ...timings.connection, ...connection } };
    timings = { ...timings, ...measured, ...known };
    const { certificateExpiresAt = lasting.certificateExpiresAt } = measured;
    lasting = {
      connection: { ...lasting.connection, ...connection },
      ...(certificateExpiresAt === undefined ? {} : { certificateExpiresAt }),
    };
  };
  let socket: net.Socket | undefined;
  let expectAnswer = (): void => undefined;
  const watch = (opened: net.Socket): void => {
    report({ connection: factsOf(opened) });
    expectAnswer = watchFirstBytes(opened, (httpVersion) => report({ connection: { httpVersion } }));
  };
  const tlsOptions = tlsOptionsOf(settings, (certificateExpiresAt) => report({ certificateExpiresAt }));
  const secure = buildConnector(tlsOptions);
  // Times the steps of connecting separately: DNS, TCP, TLS.
  const connect: buildConnector.connector = (options, callback) => {
    const startedAt = performance.now();
    let resolvedAt = startedAt;
    const { protocol, hostname, port } = options;
    const opening = net.connect({
      host: hostname.replace(/^\[|\]$/g, ''),
      port: Number(port) || (protocol === 'https:' ? 443 : 80),
      noDelay: true,
      keepAlive: true,
    });
    socket = opening;
    const onError = (error: Error): void => callback(error, null);
    opening.once('error', onError);
    opening.once('lookup', () => {
      resolvedAt = performance.now();
      report({ dnsMs: resolvedAt - startedAt });
    });
    opening.once('connect', () => {
      const connectedAt = performance.now();
      opening.off('error', onError);
      report({ connectMs: connectedAt - resolvedAt });
      if (protocol !== 'https:') {
        watch(opening);
        return callback(null, opening);
      }
      secure({ ...options, httpSocket: opening }, (...result) => {
        report({ tlsMs: performance.now() - connectedAt });
        // A failure has no socket, although the types say so.
        const [, secured] = result;
        if (secured instanceof net.Socket) watch(secured);
        callback(...result);
      });
    });
  };
  // sendOnce has its own time limit; undici's would cut off answers that are slow but allowed.
  const bounds = {
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize: limits.headerBytes.value,
    ...(isKept ? { keepAliveTimeout: defaultKeepAliveMs } : {}),
  };
  const proxy = settings.proxy?.reveal();
  const dispatcher: Dispatcher =
    proxy === undefined
      ? new Client(new URL(baseUrl).origin, { ...bounds, connect })
      : new EnvHttpProxyAgent({
          ...bounds,
          connections: 1,
          httpProxy: proxy,
          httpsProxy: proxy,
          noProxy: settings.noProxy ?? '',
          connect: tlsOptions,
          requestTls: tlsOptions,
          // Client certificates are for the installation alone.
          proxyTls: authoritiesOf(settings),
          clientFactory: (origin, options) => new Pool(origin, options).compose(distinguishProxyError),
        });
  return {
    dispatcher,
    /** Call it before each request. */
    expectAnswer: (): void => expectAnswer(),
    /** Returns the timings of the current request and resets them for the next one. */
    takeTimings(): ConnectionTimings {
      const taken = timings;
      timings = {};
      return taken;
    },
    /** Whether it is established. */
    isOpen: (): boolean => socket !== undefined && !socket.destroyed,
    /** Continues it in another run: its next request reports the connection's properties again. */
    resume(): void {
      timings = lasting;
    },
    /**
     * Calls back when an established connection ends, closed by the server or idle for too long.
     * @returns a function that stops watching
     */
    whenEnded(callback: () => void) {
      dispatcher.once('disconnect', callback);
      return (): void => {
        dispatcher.off('disconnect', callback);
      };
    },
    close: (): Promise<void> => {
      // undici knows only established connections; one that is never established would keep the process alive.
      socket?.destroy();
      return dispatcher.destroy();
    },
  };
}

/**
 * A connection to an installation that stays open between its runs, for as long as the server keeps it. One takes 18
 * kB: with thousands of installations, keeping all connections would take more memory than everything else.
 */
export type KeptConnections = ReturnType<typeof makeKeptConnections>;

/** Makes an empty store. */
export function makeKeptConnections() {
  let idle: Connection | undefined;
  let endWatch = (): void => undefined;
  let isClosed = false;
  const release = (): Connection | undefined => {
    const released = idle;
    endWatch();
    idle = undefined;
    return released;
  };
  return {
    /** Takes the connection, if it is open. */
    take(): Connection | undefined {
      const taken = release();
      taken?.resume();
      return taken;
    },
    /** Keeps an idle connection, or closes it if another one is kept. */
    keep(connection: Connection): void {
      if (isClosed || idle !== undefined || !connection.isOpen()) void connection.close();
      else {
        idle = connection;
        endWatch = connection.whenEnded(() => void release()?.close());
      }
    },
    /** Closes the connection, and keeps none from then on. */
    async close(): Promise<void> {
      isClosed = true;
      await release()?.close();
    },
  };
}

/**
 * undici reopens a connection that a proxy has closed at once, and forever: such an error must look like another one.
 */
const distinguishProxyError: Dispatcher.DispatcherComposeInterceptor = (dispatch) => (options, handler) =>
  dispatch(options, new EndingWithTheProxy(handler));

/** The types of undici omit its methods. */
const ForwardingHandler = DecoratorHandler as unknown as new (
  handler: Dispatcher.DispatchHandler,
) => { onResponseError(controller: Dispatcher.DispatchController, error: Error): void };

class EndingWithTheProxy extends ForwardingHandler {
  override onResponseError(controller: Dispatcher.DispatchController, error: Error): void {
    const isRepeated = 'code' in error && error.code === 'UND_ERR_SOCKET';
    super.onResponseError(controller, isRepeated ? new Error('The proxy closed the connection.') : error);
  }
}

/** The public certificate authorities and the configured one. */
function authoritiesOf({ authority }: ConnectionSettings): buildConnector.BuildOptions {
  return authority === undefined ? {} : { ca: [...tls.rootCertificates, authority] };
}

function tlsOptionsOf(
  settings: ConnectionSettings,
  showExpiry: (isoDate: string) => void,
): buildConnector.BuildOptions {
  const { clientCertificate } = settings;
  return {
    // Without session resumption every connection shows its certificate.
    maxCachedSessions: 0,
    // sendOnce's time limit includes connecting.
    timeout: 0,
    ...authoritiesOf(settings),
    ...(clientCertificate && { cert: clientCertificate.certificate, key: clientCertificate.key.reveal() }),
    checkServerIdentity: (host, certificate) => {
      const expiry = new Date(certificate.valid_to);
      if (!Number.isNaN(expiry.getTime())) showExpiry(expiry.toISOString());
      return tls.checkServerIdentity(host, certificate);
    },
  };
}

/** The properties of an established connection. */
function factsOf(socket: net.Socket): ConnectionFacts {
  const ipProtocol = ({ IPv4: 4, IPv6: 6 } as const)[socket.remoteFamily ?? ''];
  const tlsVersion = socket instanceof tls.TLSSocket ? socket.getProtocol() : null;
  return {
    ...(ipProtocol === undefined ? {} : { ipProtocol }),
    ...(tlsVersion === null ? {} : { tlsVersion: tlsVersion.replace(/^TLSv/, 'TLS ') }),
  };
}

/** The longest prefix that shows whether an answer is an interim one; 101 is not, since it ends HTTP. */
const beginning = 'HTTP/1.1 1';
const interim = /^HTTP\/1\.1 1(?!01)\d\d/;

/**
 * Skips interim answers, which a server or proxy may send unasked (RFC 9110, 15.2): undici takes status 100 for the end
 * of the connection. Reports the HTTP version of the connection's first answer, which undici does not: it treats every
 * 1.x alike. undici reads each chunk by `read`.
 * @returns a function to call when a request is sent: the next data begin an answer
 */
function watchFirstBytes(socket: net.Socket, report: (version: string) => void): () => void {
  const read = socket.read;
  let isAtStart = true;
  let isReported = false;
  let held: Buffer = Buffer.alloc(0);
  let skippedBytes = 0;
  socket.read = function readFirst(this: net.Socket, size?: number): unknown {
    const chunk: unknown = read.call(socket, size);
    if (!isAtStart || !Buffer.isBuffer(chunk)) return chunk;
    const received = Buffer.concat([held, chunk]);
    held = withoutInterim(received);
    skippedBytes += received.length - held.length;
    // It may be the beginning of an interim answer whose rest has not arrived yet.
    if (mayBeInterim(held)) {
      if (skippedBytes + held.length > limits.headerBytes.value)
        this.destroy(
          new ExchangeLimit('too-large', 'the interim answers (1xx) before the answer are larger than 64 kB'),
        );
      return null;
    }
    isAtStart = false;
    const [, version] = /^HTTP\/(\d\.\d) /.exec(held.toString('latin1', 0, 9)) ?? [];
    if (version !== undefined && !isReported) report(version);
    isReported = true;
    const whole = held;
    held = Buffer.alloc(0);
    return whole;
  };
  return () => {
    isAtStart = true;
    skippedBytes = 0;
  };
}

/** The bytes after all complete interim answers. */
function withoutInterim(bytes: Buffer): Buffer {
  let rest = bytes;
  while (interim.test(startOf(rest))) {
    const end = rest.indexOf('\r\n\r\n');
    if (end === -1) return rest;
    rest = rest.subarray(end + 4);
  }
  return rest;
}

function mayBeInterim(bytes: Buffer): boolean {
  const start = startOf(bytes);
  return start.length < 12 ? start.startsWith(beginning) || beginning.startsWith(start) : interim.test(start);
}

function startOf(bytes: Buffer): string {
  return bytes.toString('latin1', 0, 12);
}
