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

/** The example as it is operated, but that it hurries, has no working hours, and every receiver is one address. */
function configurationFor(receiver: string): string {
  const { route, receivers, ...rest } = parse(textOf('operations/alertmanager/alertmanager.yml')) as Example;
  const soon = { group_wait: '100ms', group_interval: '500ms', repeat_interval: '1h' };
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
      webhook_configs: [{ url: receiver, send_resolved: true }],
    })),
  });
}

/** Starts Alertmanager on a free port. @param receiver the address of a webhook that gets everything */
export async function startAlertmanager(folder: string, receiver: string): Promise<Alertmanager> {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'alertmanager.yml');
  writeFileSync(file, configurationFor(receiver));
  const options = [
    `--config.file=${file}`,
    `--storage.path=${join(folder, 'data')}`,
    '--web.listen-address=127.0.0.1:0',
    '--cluster.listen-address=',
  ];
  const child = spawn(locationOf('alertmanager'), options, { stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = new Promise<void>((resolve, reject) => {
    child.once('exit', () => resolve()).once('error', reject);
  });
  const address = await new Promise<string>((resolve, reject) => {
    let told = '';
    child.stderr.on('data', (chunk: Buffer) => {
      told += chunk.toString();
      const found = /msg="Listening on" address=(\S+)/.exec(told)?.[1];
      if (found !== undefined) resolve(found);
    });
    void ended.then(() => reject(new Error(`Alertmanager did not start: ${told}`)), reject);
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
