import net from 'node:net';
import tls from 'node:tls';
import { buildConnector, Client, type Dispatcher, EnvHttpProxyAgent } from 'undici';
import type { ConnectionFacts } from '../../contract/exchange.ts';
import { limits } from '../../contract/limits.ts';
import type { ConnectionSettings } from '../configuration/installation.ts';
import { type FirstBytes, factsOf, watchFirstBytes } from './connection-facts.ts';

/** How long each step of connecting took, the server's certificate, and what the connection is. Steps that did not happen are left out. */
export interface ConnectionTimings {
  dnsMs?: number;
  connectMs?: number;
  tlsMs?: number;
  certificateExpiresAt?: string;
  facts?: ConnectionFacts;
}

/** One connection to an installation. It carries one request at a time, so its timings belong to that request. */
export interface Connection {
  readonly dispatcher: Dispatcher;
  /** Call it before each request. */
  expectAnswer(): void;
  /** Returns the timings of the current request and resets them for the next one. */
  takeTimings(): ConnectionTimings;
  close(): Promise<void>;
}

/** Makes a connection that opens with its first request. */
export function makeConnection(baseUrl: string, settings: ConnectionSettings): Connection {
  let timings: ConnectionTimings = {};
  let opening: net.Socket | undefined;
  let firstBytes: FirstBytes | undefined;
  const tlsOptions = tlsOptionsOf(settings, (expiresAt) => {
    timings.certificateExpiresAt = expiresAt;
  });
  // sendOnce has its own time limit; undici's would cut off answers that are slow but allowed.
  const bounds = { headersTimeout: 0, bodyTimeout: 0, maxHeaderSize: limits.headerBytes.value };
  const dispatcher =
    settings.proxy === undefined
      ? new Client(new URL(baseUrl).origin, {
          ...bounds,
          connect: timedConnector(tlsOptions, {
            report: ({ facts, ...measured }) => {
              timings = {
                ...timings,
                ...measured,
                ...(facts === undefined ? {} : { facts: { ...timings.facts, ...facts } }),
              };
            },
            onSocket: (socket) => {
              opening = socket;
            },
            onWatched: (watched) => {
              firstBytes = watched;
            },
          }),
        })
      : new EnvHttpProxyAgent({
          ...bounds,
          connections: 1,
          httpProxy: settings.proxy.reveal(),
          httpsProxy: settings.proxy.reveal(),
          noProxy: settings.noProxy ?? '',
          connect: tlsOptions,
          requestTls: tlsOptions,
        });
  return {
    dispatcher,
    expectAnswer: () => firstBytes?.expectAnswer(),
    takeTimings() {
      const taken = timings;
      timings = {};
      return taken;
    },
    close: () => {
      // undici knows only established connections; one that is never established would keep the process alive.
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
    // Without session resumption every connection shows its certificate.
    maxCachedSessions: 0,
    // sendOnce's time limit covers connecting too.
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
  readonly onWatched: (firstBytes: FirstBytes) => void;
}

/** Connects in steps that are timed separately: DNS, TCP, TLS. */
function timedConnector(
  tlsOptions: buildConnector.BuildOptions,
  { report, onSocket, onWatched }: Watcher,
): buildConnector.connector {
  const secure = buildConnector(tlsOptions);
  const watch = (socket: net.Socket): void => {
    report({ facts: factsOf(socket) });
    onWatched(watchFirstBytes(socket, (httpVersion) => report({ facts: { httpVersion } })));
  };
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
      if (options.protocol !== 'https:') {
        watch(socket);
        return callback(null, socket);
      }
      secure({ ...options, httpSocket: socket }, (...result) => {
        report({ tlsMs: performance.now() - connectedAt });
        // Of a failure there is no socket, whatever the types say.
        const [, secured] = result;
        if (secured instanceof net.Socket) watch(secured);
        callback(...result);
      });
    });
  };
}
