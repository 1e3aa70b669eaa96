import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfiguration } from '../../../engine/configuration/load.ts';
import {
  type Monitor,
  readMonitorConfiguration,
  readServiceSettings,
  startMonitor,
} from '../../../monitor/index.ts';
import { type Reference, type ResponseTransform, startReference } from '../../../reference-server/index.ts';
import { sharedBodies } from '../../support/shared-bodies.ts';

/** A monitor that watches one reference installation, which can be broken and mended. */
export interface Watched {
  readonly monitor: Monitor;
  readonly reference: Reference;
  /** Breaks the installation from the next request on; without a fault it is well again. */
  readonly setFault: (fault?: ResponseTransform) => void;
  /** What `/metrics` says of the installation: the value of one series, by the text of its name and labels. */
  readonly metric: (series: string) => Promise<number | undefined>;
}

export interface WatchedOptions {
  readonly schedule: { readonly pulse: string; readonly standard: string; readonly full: string };
  readonly environment?: Readonly<Record<string, string>>;
}

/** Starts both on free ports, lets `work` use them, and ends both. */
export async function withWatched(
  { schedule, environment = {} }: WatchedOptions,
  work: (watched: Watched) => Promise<void>,
): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'evidence-contract-watched-'));
  let fault: ResponseTransform | undefined;
  const switchable: ResponseTransform = {
    transformAnswer: (answer, request) => fault?.transformAnswer?.(answer, request) ?? answer,
    raw: (exchange) => fault?.raw?.(exchange) ?? false,
  };
  const reference = await startReference({ rateLimit: 'off', transforms: [switchable] });
  try {
    const { installations } = await loadConfiguration({
      environment: {
        BASE_URL: reference.baseUrl,
        API_KEY: reference.keys.first,
        SECOND_API_KEY: reference.keys.second,
        REVOKED_API_KEY: reference.keys.revoked,
        PACE: 'off',
      },
      directory,
    });
    const monitor = await startMonitor({
      service: readServiceSettings({ PORT: '0', DATA_DIR: 'data', ...environment }, directory),
      configuration: readMonitorConfiguration({
        installations: installations.map((one) => ({ ...one, name: 'staging', monitor: { schedule } })),
      }),
      logTo: { write: () => undefined },
      bodies: sharedBodies(),
      stopGraceMs: 100,
    });
    try {
      await work({
        monitor,
        reference,
        setFault: (next) => {
          fault = next;
        },
        metric: (series) => metricOf(monitor.url, series),
      });
    } finally {
      await monitor.close();
    }
  } finally {
    await reference.close();
    rmSync(directory, { recursive: true, force: true });
  }
}

async function metricOf(url: string, series: string): Promise<number | undefined> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const line = text.split('\n').find((one) => one.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
}

/** An endpoint that answers a valid key by status 500. */
export const brokenEndpoint: ResponseTransform = {
  name: 'key questions answer 500',
  transformAnswer: (answer, { endpoint }) =>
    endpoint === 'GET /api/v3/key_questions' && answer.status === 200
      ? { ...answer, status: 500, body: { error: 'The list of <key questions> cannot be read.' } }
      : answer,
};

/** Breaks nothing: the document leaves open how long an answer may be kept. */
export const otherCaching: ResponseTransform = {
  name: 'answers may be kept',
  transformAnswer: (answer) => ({ ...answer, headers: { ...answer.headers, 'cache-control': 'private' } }),
};

/** No request gets an answer. */
export const silent: ResponseTransform = {
  name: 'every connection is cut',
  raw: ({ request }) => {
    request.socket.destroy();
    return true;
  },
};

/** Every key is refused. */
export const refusing: ResponseTransform = {
  name: 'every key is refused',
  transformAnswer: (answer) => ({ ...answer, status: 401, body: { error: 'Unauthorized' } }),
};
