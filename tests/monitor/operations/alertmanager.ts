import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { locationOf } from '../../support/needs.ts';
import { textOf } from './files.ts';

/** An Alertmanager that runs. */
export interface Alertmanager {
  readonly address: string;
  readonly alerts: () => Promise<readonly ManagedAlert[]>;
  readonly stop: () => Promise<void>;
}

export interface ManagedAlert {
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  readonly status: { readonly state: string; readonly inhibitedBy: readonly string[] };
}

interface Example {
  readonly route: Record<string, unknown> & { readonly routes: readonly Record<string, unknown>[] };
  readonly receivers: readonly { readonly name: string }[];
}

interface AlertmanagerOptions {
  /** After how long an alert that goes on is reported again. */
  readonly repeats?: string;
  /** Receivers that have no address in the example. */
  readonly receivesNothing?: readonly string[];
}

/** The example as it is operated, but that it hurries, has no working hours, and every receiver is one address. */
function configurationFor(
  receiver: string,
  { repeats = '1h', receivesNothing = [] }: AlertmanagerOptions,
): string {
  const { route, receivers, ...rest } = parse(textOf('operations/alertmanager/alertmanager.yml')) as Example;
  const soon = { group_wait: '100ms', group_interval: '500ms', repeat_interval: repeats };
  const { routes, ...top } = route;
  return stringify({
    ...rest,
    route: {
      ...top,
      ...soon,
      routes: routes.map(({ active_time_intervals: _times, ...one }) => ({ ...one, ...soon })),
    },
    receivers: receivers.map(({ name }) => ({
      name,
      ...(receivesNothing.includes(name)
        ? {}
        : { webhook_configs: [{ url: receiver, send_resolved: true }] }),
    })),
  });
}

/** Starts Alertmanager on a free port. @param receiver the address of a webhook that gets everything */
export async function startAlertmanager(
  folder: string,
  receiver: string,
  options: AlertmanagerOptions = {},
): Promise<Alertmanager> {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'alertmanager.yml');
  writeFileSync(file, configurationFor(receiver, options));
  const flags = [
    `--config.file=${file}`,
    `--storage.path=${join(folder, 'data')}`,
    '--web.listen-address=127.0.0.1:0',
    '--cluster.listen-address=',
  ];
  const child = spawn(locationOf('alertmanager'), flags, { stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = new Promise<void>((resolve, reject) => {
    child.once('exit', () => resolve()).once('error', reject);
  });
  const address = await new Promise<string>((resolve, reject) => {
    let reported = '';
    child.stderr.on('data', (chunk: Buffer) => {
      reported += chunk.toString();
      const found = /msg="Listening on" address=(\S+)/.exec(reported)?.[1];
      if (found !== undefined) resolve(found);
    });
    void ended.then(() => reject(new Error(`Alertmanager did not start: ${reported}`)), reject);
  });
  return {
    address,
    async alerts() {
      const answer = await fetch(`http://${address}/api/v2/alerts`);
      return (await answer.json()) as readonly ManagedAlert[];
    },
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
