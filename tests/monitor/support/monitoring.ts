import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { Installation } from '../../../engine/configuration/installation.ts';
import { Secret } from '../../../engine/secret.ts';
import {
  type Monitor,
  type MonitorConfiguration,
  type MonitorOptions,
  readMonitorConfiguration,
  readServiceSettings,
  type ServiceSettings,
  startMonitor,
} from '../../../monitor/index.ts';
import { type Reference, type ResponseTransform, startReference } from '../../../reference-server/index.ts';
import { allKeys, makeTestInstallation } from '../../support/installation.ts';
import { often } from '../../support/often.ts';
import { sharedBodies } from '../../support/shared-bodies.ts';
import { type FakeClock, makeFakeClock } from './fake-clock.ts';
import { startMoment } from './start-moment.ts';

export const operatorToken = 'tk-9f8e7d6c5b4a3z2y1x';

/** A monitor over a reference installation, whose time stands still until a test moves it. */
export interface Monitoring {
  readonly monitor: Monitor;
  readonly reference: Reference;
  readonly clock: FakeClock;
  readonly folder: string;
  /** Everything that was logged. */
  readonly log: () => string;
  /** Requests that the installation got. */
  readonly asked: () => number;
  /** Makes an endpoint answer 500, or not any more. */
  readonly breakEndpoint: (endpoint: string | undefined) => void;
  /** Moves time to the next scheduled run, or by so much, and waits until nothing is under way. */
  readonly nextRun: () => Promise<void>;
  /** The next run finds `GET /api/v3/users` broken, or nothing that is broken any more. */
  readonly badRun: () => Promise<void>;
  readonly goodRun: () => Promise<void>;
  readonly settle: () => Promise<void>;
  /** Has the monitor load its configuration again, which is this one by then, or cannot be read. */
  readonly reload: (next: MonitorConfiguration | Error) => Promise<Seen>;
  readonly get: (path: string, headers?: Readonly<Record<string, string>>) => Promise<Seen>;
  readonly post: (path: string, body?: unknown, token?: string) => Promise<Seen>;
  /** Sends a form, with the token of the operator unless a field is another one. */
  readonly submit: (
    path: string,
    fields?: Readonly<Record<string, string>>,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<Seen>;
}

export interface Seen {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
  readonly json: () => Json;
}

/** What answers of the JSON API hold, as far as tests look at it. */
export interface Json {
  readonly error?: string;
  readonly ok?: boolean;
  readonly installations?: readonly { readonly name: string; readonly state: string }[];
  readonly problems?: readonly string[];
  readonly runs?: readonly { readonly id: string; readonly state: string; readonly tier: string }[];
  readonly incidents?: readonly {
    readonly id: string;
    readonly state: string;
    readonly cause?: string;
    readonly endedAt?: string;
  }[];
  readonly failures?: readonly {
    readonly endpoint: string;
    readonly evidence?: { readonly status: number };
  }[];
  readonly recheck?: { readonly asked: number; readonly stillFailing: number };
  readonly row?: { readonly state: string; readonly stateSince?: string };
  readonly maintenance?: readonly { readonly isActive: boolean }[];
  readonly state?: string;
  readonly notifications?: { readonly log: readonly { readonly status: string }[] };
}

export interface MonitoringSettings {
  /** The block `monitor` of the one installation. */
  readonly block?: unknown;
  readonly service?: Partial<ServiceSettings>;
  readonly installation?: Partial<Installation>;
  readonly options?: Partial<MonitorOptions>;
  readonly transforms?: readonly ResponseTransform[];
  readonly folder?: string;
  /** False: no operator token is configured. */
  readonly withToken?: boolean;
}

/** Starts both, lets a test work with them, and ends both. */
export async function withMonitoring(
  settings: MonitoringSettings,
  work: (monitoring: Monitoring) => Promise<void>,
): Promise<void> {
  let broken: string | undefined;
  let configured: MonitorConfiguration | Error;
  let asked = 0;
  let log = '';
  const breaking: ResponseTransform = {
    transformAnswer: (answer, { endpoint }) =>
      broken !== undefined && endpoint === broken && answer.status === 200
        ? { ...answer, status: 500, body: { error: 'It broke.' } }
        : answer,
  };
  const reference = await startReference({
    rateLimit: 'off',
    transforms: [breaking, ...(settings.transforms ?? [])],
    onRequest: () => {
      asked += 1;
    },
  });
  const folder = settings.folder ?? mkdtempSync(join(tmpdir(), 'evidence-contract-monitor-'));
  const clock = makeFakeClock(startMoment());
  try {
    const configuration = configurationOf(installationOf(reference, settings.installation), settings.block);
    configured = configuration;
    const monitor = await startMonitor({
      service: serviceFor(folder, settings.service, settings.withToken),
      configuration,
      readAgain: async () => {
        if (configured instanceof Error) throw configured;
        return configured;
      },
      clock,
      logTo: { write: (line) => (log += line) },
      bodies: sharedBodies(),
      ...settings.options,
    });
    const settle = async (): Promise<void> => {
      const isBusy = (): boolean =>
        monitor.fleet.all().some(({ scheduler }) => scheduler.underWay() !== undefined);
      await expect.poll(isBusy, often).toBe(false);
    };
    const nextRun = async (): Promise<void> => {
      const times = monitor.fleet.all().flatMap(({ scheduler }) => scheduler.next().map(({ atMs }) => atMs));
      await clock.moveTo(Math.min(...times));
      await settle();
    };
    const runWith = (endpoint: string | undefined): Promise<void> => {
      broken = endpoint;
      return nextRun();
    };
    const ask = async (path: string, init: RequestInit): Promise<Seen> => {
      const response = await fetch(new URL(path, monitor.url), { redirect: 'manual', ...init });
      const text = await response.text();
      return {
        status: response.status,
        text,
        headers: response.headers,
        json: () => JSON.parse(text) as Json,
      };
    };
    const post: Monitoring['post'] = (path, body, token) =>
      ask(path, {
        method: 'POST',
        body: JSON.stringify(body ?? {}),
        headers: {
          'content-type': 'application/json',
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        },
      });
    try {
      await work({
        monitor,
        reference,
        clock,
        folder,
        settle,
        log: () => log,
        asked: () => asked,
        breakEndpoint: (endpoint) => {
          broken = endpoint;
        },
        nextRun,
        badRun: () => runWith('GET /api/v3/users'),
        goodRun: () => runWith(undefined),
        get: (path, headers = {}) => ask(path, { headers }),
        submit: (path, fields = {}, headers = {}) =>
          ask(path, {
            method: 'POST',
            body: new URLSearchParams({ token: operatorToken, ...fields }),
            headers,
          }),
        post,
        reload(next) {
          configured = next;
          return post('/-/reload', {}, operatorToken);
        },
      });
    } finally {
      await monitor.close();
    }
  } finally {
    await reference.close();
    if (settings.folder === undefined) rmSync(folder, { recursive: true, force: true });
  }
}

export function serviceFor(
  folder: string,
  service: Partial<ServiceSettings> = {},
  withToken = true,
): ServiceSettings {
  return {
    ...readServiceSettings({ PORT: '0', DATA_DIR: folder }, folder),
    ...(withToken ? { token: new Secret(operatorToken) } : {}),
    ...service,
  };
}

/** Only the standard tier, every 10 minutes, unless a block says otherwise. */
export function configurationOf(installation: Installation, block?: unknown): MonitorConfiguration {
  const usual = { schedule: { pulse: 'off', standard: '10m', full: 'off' } };
  return readMonitorConfiguration({ installations: [{ ...installation, monitor: block ?? usual }] });
}

export function installationOf(
  { baseUrl, keys }: Reference,
  changes: Partial<Installation> = {},
): Installation {
  return makeTestInstallation({ name: 'alpha', baseUrl, ...allKeys(keys), ...changes });
}

/** The value of a series in an exposition text; nothing where there is no such series. */
export function seriesValue(
  text: string,
  name: string,
  labels: Readonly<Record<string, string>>,
): number | undefined {
  const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
  const line = text
    .split('\n')
    .find(
      (one) =>
        (one.startsWith(`${name}{`) || one.startsWith(`${name} `)) &&
        wanted.every((part) => one.includes(part)),
    );
  return line === undefined ? undefined : Number(line.slice(line.lastIndexOf(' ') + 1));
}
