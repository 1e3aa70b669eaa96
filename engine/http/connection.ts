import net from 'node:net';
import tls from 'node:tls';
import { buildConnector, Client, type Dispatcher, EnvHttpProxyAgent } from 'undici';
import type { ConnectionSettings } from '../configuration/installation.ts';

/** How long the parts of making a connection took, and what the server showed. Left out where it did not happen. */
export interface ConnectionTimings {
  dnsMs?: number;
  connectMs?: number;
  tlsMs?: number;
  certificateExpiresAt?: string;
}

/** One connection to an installation: requests follow each other on it, so its timings belong to the one under way. */
export interface Connection {
  readonly dispatcher: Dispatcher;
  /** True once an answer came over it: a request that follows may meet a connection that the server just closed. */
  used: boolean;
  /** What the request under way had to wait for, and forgets it for the next one. */
  takeTimings(): ConnectionTimings;
  close(): Promise<void>;
}

/** An API answers with few headers; a flood of them is cut off. */
const maximumHeaderBytes = 64 * 1024;

/** Opens nothing yet: the first request connects. */
export function makeConnection(baseUrl: string, settings: ConnectionSettings): Connection {
  let timings: ConnectionTimings = {};
  let opening: net.Socket | undefined;
  const tlsOptions = tlsOptionsOf(settings, (expiresAt) => {
    timings.certificateExpiresAt = expiresAt;
  });
  // Time limits are the exchange's own: the library's would cut off an answer that takes long but is allowed to.
  const limits = { headersTimeout: 0, bodyTimeout: 0, maxHeaderSize: maximumHeaderBytes };
  const dispatcher =
    settings.proxy === undefined
      ? new Client(new URL(baseUrl).origin, {
          ...limits,
          connect: timedConnector(tlsOptions, {
            report: (measured) => {
              timings = { ...timings, ...measured };
            },
            onSocket: (socket) => {
              opening = socket;
            },
          }),
        })
      : new EnvHttpProxyAgent({
          ...limits,
          connections: 1,
          httpProxy: settings.proxy.reveal(),
          httpsProxy: settings.proxy.reveal(),
          noProxy: settings.noProxy ?? '',
          connect: tlsOptions,
          requestTls: tlsOptions,
        });
  return {
    dispatcher,
    used: false,
    takeTimings() {
      const taken = timings;
      timings = {};
      return taken;
    },
    close: () => {
      // The library knows a connection only once it is made; one that is never made would keep the process alive.
      opening?.destroy();
      return dispatcher.destroy();
    },
  };
}

function tlsOptionsOf(
  settings: ConnectionSettings,
  showExpiry: (isoDate: string) => void,
): buildConnector.BuildOptions {
  const { authority, clientCertificate } = settings;
  return {
    // Without resumption every connection shows its certificate.
    maxCachedSessions: 0,
    // The limit of an exchange holds for making the connection too.
    timeout: 0,
    ...(authority === undefined ? {} : { ca: [...tls.rootCertificates, authority] }),
    ...(clientCertificate === undefined
      ? {}
      : { cert: clientCertificate.certificate, key: clientCertificate.key.reveal() }),
    checkServerIdentity: (host, certificate) => {
      const expiry = new Date(certificate.valid_to);
      if (!Number.isNaN(expiry.getTime())) showExpiry(expiry.toISOString());
      return tls.checkServerIdentity(host, certificate);
    },
  };
}

interface Watcher {
  readonly report: (timings: ConnectionTimings) => void;
  readonly onSocket: (socket: net.Socket) => void;
}

/** Connects in visible steps: name, TCP, TLS. */
function timedConnector(
  tlsOptions: buildConnector.BuildOptions,
  { report, onSocket }: Watcher,
): buildConnector.connector {
  const secure = buildConnector(tlsOptions);
  return (options, callback) => {
    const startedAt = performance.now();
    let resolvedAt = startedAt;
    const port = Number(options.port) || (options.protocol === 'https:' ? 443 : 80);
    const socket = net.connect({
      host: options.hostname.replace(/^\[|\]$/g, ''),
      port,
      noDelay: true,
      keepAlive: true,
    });
    onSocket(socket);
    const onError = (error: Error): void => callback(error, null);
    socket.once('error', onError);
    socket.once('lookup', () => {
      resolvedAt = performance.now();
      report({ dnsMs: resolvedAt - startedAt });
    });
    socket.once('connect', () => {
      const connectedAt = performance.now();
      socket.off('error', onError);
      report({ connectMs: connectedAt - resolvedAt });
      if (options.protocol !== 'https:') return callback(null, socket);
      secure({ ...options, httpSocket: socket }, (...result) => {
        report({ tlsMs: performance.now() - connectedAt });
        callback(...result);
      });
    });
  };
}
