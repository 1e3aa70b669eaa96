import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { locationOf } from '../../support/needs.ts';
import { type RuleFile, ruleFile, ruleFiles, textOf } from './files.ts';

/** A Prometheus that runs. */
export interface Prometheus {
  /** The result of a query now: the value by the labels asked for, joined by a space. */
  readonly query: (expression: string, ...labels: readonly string[]) => Promise<ReadonlyMap<string, number>>;
  /** The alerts that fire now but the watchdog, each with its installation where it has one, sorted. */
  readonly firing: () => Promise<readonly string[]>;
  /** The summaries of the same, sorted. */
  readonly summaries: () => Promise<readonly string[]>;
  readonly stop: () => Promise<void>;
}

/** How much faster than in operation everything goes. */
const haste = 20;
const unitsSeconds: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600 };

/** How a test changes what is operated. */
export interface PrometheusOptions {
  /** The address of an Alertmanager. */
  readonly alertmanager?: string;
  /** Targets of the same job. */
  readonly moreTargets?: readonly string[];
  /** Another name of the job. */
  readonly job?: string;
  /** Every wait of an alert; by default a twentieth of what it is. */
  readonly waitsMs?: number;
  /** What ranges of minutes and of an hour are. */
  readonly ranges?: string;
}

/** The rules as they are operated, but every wait is a twentieth, so that their order stays what it is. */
export function hastened(file: RuleFile, { waitsMs, ranges }: PrometheusOptions = {}): RuleFile {
  const waitOf = (wait: string): string => (waitsMs === undefined ? shorter(wait) : `${waitsMs}ms`);
  const exprOf = (expr: string): string =>
    ranges === undefined ? expr : expr.replaceAll(/\[(?:6m|15m|1h)\]/g, `[${ranges}]`);
  return {
    groups: file.groups.map((group) => ({
      ...group,
      interval: '1s',
      rules: group.rules.map((rule) => ({
        ...rule,
        expr: exprOf(rule.expr),
        ...(rule.for === undefined ? {} : { for: waitOf(rule.for) }),
      })),
    })),
  };
}

function shorter(wait: string): string {
  const [, number, unit] = /^(\d+)([smh])$/.exec(wait) ?? [];
  const seconds = Number(number) * (unitsSeconds[unit ?? ''] ?? Number.NaN);
  return `${Math.round((seconds * 1000) / haste)}ms`;
}

interface Configuration {
  readonly global: object;
  readonly scrape_configs: readonly { readonly job_name: string }[];
}

/** The configuration as it is operated, but for the monitor's address and token, the pace, and Alertmanager's address. */
function configurationFor(
  target: string,
  tokenFile: string,
  { alertmanager, moreTargets = [], job: name = 'evidence-contract' }: PrometheusOptions,
): string {
  const { global, scrape_configs } = parse(textOf('operations/prometheus/prometheus.yml')) as Configuration;
  const jobs = scrape_configs.filter(({ job_name }) => job_name === 'evidence-contract');
  return stringify({
    global: { ...global, scrape_interval: '1s', scrape_timeout: '1s', evaluation_interval: '1s' },
    rule_files: ['rules/*.yml'],
    ...(alertmanager === undefined
      ? {}
      : { alerting: { alertmanagers: [{ static_configs: [{ targets: [alertmanager] }] }] } }),
    scrape_configs: jobs.map((job) => ({
      ...job,
      job_name: name,
      static_configs: [{ targets: [target, ...moreTargets] }],
      authorization: { credentials_file: tokenFile },
    })),
  });
}

/** Starts Prometheus on a free port over a folder of its own; it reads the monitor at `monitorUrl`. */
export async function startPrometheus(
  folder: string,
  monitorUrl: string,
  options: PrometheusOptions = {},
): Promise<Prometheus> {
  mkdirSync(join(folder, 'rules'), { recursive: true });
  for (const name of ruleFiles) {
    writeFileSync(join(folder, 'rules', name), stringify(hastened(ruleFile(name), options)));
  }
  // The monitor of these tests is open for reading.
  const tokenFile = join(folder, 'read-token');
  writeFileSync(tokenFile, 'not-asked-for');
  writeFileSync(
    join(folder, 'prometheus.yml'),
    configurationFor(new URL(monitorUrl).host, tokenFile, options),
  );
  const flags = [
    `--config.file=${join(folder, 'prometheus.yml')}`,
    `--storage.tsdb.path=${join(folder, 'data')}`,
    '--web.listen-address=127.0.0.1:0',
    '--rules.alert.resend-delay=2s',
  ];
  const child = spawn(locationOf('prometheus'), flags, { stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = new Promise<void>((resolve, reject) => {
    child.once('exit', () => resolve()).once('error', reject);
  });
  const address = await new Promise<string>((resolve, reject) => {
    let reported = '';
    child.stderr.on('data', (chunk: Buffer) => {
      reported += chunk.toString();
      const found = /msg="Listening on" address=(\S+)/.exec(reported)?.[1];
      if (found !== undefined && reported.includes('Server is ready to receive web requests')) resolve(found);
    });
    void ended.then(() => reject(new Error(`Prometheus did not start: ${reported}`)), reject);
  });

  const query: Prometheus['query'] = async (expression, ...labels) => {
    const parameters = new URLSearchParams({ query: expression });
    const answer = await fetch(`http://${address}/api/v1/query?${parameters}`);
    const body = (await answer.json()) as {
      readonly status: string;
      readonly error?: string;
      readonly data?: {
        readonly result: readonly {
          readonly metric: Record<string, string>;
          readonly value: [number, string];
        }[];
      };
    };
    if (body.data === undefined) throw new Error(`${expression}: ${body.error}`);
    return new Map(
      body.data.result.map(({ metric, value }) => [
        labels.map((label) => metric[label]).join(' '),
        Number(value[1]),
      ]),
    );
  };
  return {
    query,
    firing: async () => {
      const firing =
        'count by (alertname, installation) (ALERTS{alertstate="firing", alertname!="EvidenceContractWatchdog"})';
      const found = await query(firing, 'alertname', 'installation');
      return [...found.keys()].map((name) => name.trim()).toSorted();
    },
    async summaries() {
      const answer = await fetch(`http://${address}/api/v1/alerts`);
      const { data } = (await answer.json()) as {
        readonly data: {
          readonly alerts: readonly {
            readonly state: string;
            readonly labels: Record<string, string>;
            readonly annotations: Record<string, string>;
          }[];
        };
      };
      const firing = data.alerts.filter(
        ({ state, labels }) => state === 'firing' && labels.alertname !== 'EvidenceContractWatchdog',
      );
      return firing.map(({ annotations }) => annotations.summary ?? '').toSorted();
    },
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
