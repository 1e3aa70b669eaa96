import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Installation } from '../../../engine/configuration/installation.ts';
import { loadConfiguration } from '../../../engine/configuration/load.ts';
import {
  type Monitor,
  readMonitorConfiguration,
  readServiceSettings,
  startMonitor,
} from '../../../monitor/index.ts';
import { type Reference, type ResponseTransform, startReference } from '../../../reference-server/index.ts';
import { environmentFor } from '../../support/installation.ts';
import { sharedBodies } from '../../support/shared-bodies.ts';

/** A reference installation under watch, which can be broken and fixed. */
export interface WatchedInstallation {
  readonly reference: Reference;
  /** Breaks the installation from the next request on; without a fault it is well again. */
  readonly setFault: (fault?: ResponseTransform) => void;
}

interface Watching {
  readonly monitor: Monitor;
  /** What `/metrics` says: the value of one series, by the text of its name and labels. */
  readonly metric: (series: string) => Promise<number | undefined>;
}

/** A monitor that watches one installation, named staging. */
export interface Watched extends Watching, WatchedInstallation {}

/** A monitor that watches several installations, by their names. */
export interface WatchedFleet extends Watching {
  readonly installations: Readonly<Record<string, WatchedInstallation>>;
}

export interface WatchedOptions {
  readonly schedule: { readonly pulse: string; readonly standard: string; readonly full: string };
  readonly environment?: Readonly<Record<string, string>>;
}

/** Starts a monitor and one installation on free ports, lets `work` use them, and ends both. */
export async function withWatched(
  options: WatchedOptions,
  work: (watched: Watched) => Promise<void>,
): Promise<void> {
  const staging = await startWatched();
  await watching(options, { staging }, (monitoring) => work({ ...monitoring, ...staging }));
}

/** Starts a monitor and an installation for each name, lets `work` use them, and ends all. */
export async function withWatchedFleet(
  names: readonly string[],
  options: WatchedOptions,
  work: (fleet: WatchedFleet) => Promise<void>,
): Promise<void> {
  const installations = Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await startWatched()] as const)),
  );
  await watching(options, installations, (monitoring) => work({ ...monitoring, installations }));
}

async function startWatched(): Promise<WatchedInstallation> {
  let fault: ResponseTransform | undefined;
  const switchable: ResponseTransform = {
    transformAnswer: (answer, request) => fault?.transformAnswer?.(answer, request) ?? answer,
    raw: (exchange) => fault?.raw?.(exchange) ?? false,
  };
  const reference = await startReference({ rateLimit: 'off', transforms: [switchable] });
  return {
    reference,
    setFault: (next) => {
      fault = next;
    },
  };
}

async function watching(
  { schedule, environment = {} }: WatchedOptions,
  installations: Readonly<Record<string, WatchedInstallation>>,
  work: (monitoring: Watching) => Promise<void>,
): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'evidence-contract-watched-'));
  const watched = Object.entries(installations);
  try {
    const configured = await Promise.all(
      watched.map(([name, { reference }]) => configuredAs(name, reference, directory)),
    );
    const monitor = await startMonitor({
      service: readServiceSettings({ PORT: '0', DATA_DIR: 'data', ...environment }, directory),
      configuration: readMonitorConfiguration({
        installations: configured.map((one) => ({ ...one, monitor: { schedule } })),
      }),
      logTo: { write: () => undefined },
      bodies: sharedBodies(),
      stopGraceMs: 100,
    });
    try {
      await work({ monitor, metric: (series) => metricOf(monitor.url, series) });
    } finally {
      await monitor.close();
    }
  } finally {
    await Promise.all(watched.map(([, { reference }]) => reference.close()));
    rmSync(directory, { recursive: true, force: true });
  }
}

/** As an operator would configure it. */
async function configuredAs(
  name: string,
  { baseUrl, keys }: Reference,
  directory: string,
): Promise<Installation> {
  const { installations } = await loadConfiguration({
    environment: environmentFor(baseUrl, keys),
    directory,
  });
  const [installation] = installations;
  if (installation === undefined) throw new Error('Nothing was configured.');
  return { ...installation, name };
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

/** Every request with a valid key fails; without one it is refused, as before. */
export const crashing: ResponseTransform = {
  name: 'every valid request answers 500',
  transformAnswer: (answer) =>
    answer.status === 200 ? { ...answer, status: 500, body: { error: 'The database is down.' } } : answer,
};

/** Every key is refused. */
export const refusing: ResponseTransform = {
  name: 'every key is refused',
  transformAnswer: (answer) => ({ ...answer, status: 401, body: { error: 'Unauthorized' } }),
};
