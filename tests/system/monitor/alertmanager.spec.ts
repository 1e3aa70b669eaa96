import { createServer } from 'node:http';
import { expect, test } from '@playwright/test';
import { startAlertmanager } from '../../monitor/operations/alertmanager.ts';
import { alerts } from '../../monitor/operations/files.ts';
import { startPrometheus } from '../../monitor/operations/prometheus.ts';
import { startServer } from '../../monitor/operations/text-server.ts';
import { long } from '../../support/long.ts';
import { needs } from '../../support/needs.ts';
import { serve } from '../../support/serving.ts';

test.describe.configure({ timeout: 180_000 });
needs('prometheus');
needs('alertmanager');

const withinMs = 60_000;
const pages = 'https://monitor.example/evidence';
const now = (): number => Math.floor(Date.now() / 1000);
const state = (installation: string, name: string): string =>
  `evidence_contract_installation_state{installation="${installation}",state="${name}"} 1`;

const info = (installation: string, cause: string): string =>
  `evidence_contract_installation_info{installation="${installation}",cause="${cause}"} 1`;
const buckets = (installation: string): string => {
  const count = now() % 100_000;
  return [
    `evidence_contract_request_duration_seconds_bucket{installation="${installation}",le="6"} 0`,
    `evidence_contract_request_duration_seconds_bucket{installation="${installation}",le="7"} ${count}`,
    `evidence_contract_request_duration_seconds_bucket{installation="${installation}",le="+Inf"} ${count}`,
  ].join('\n');
};

interface Case {
  readonly alert: string;
  /** The metrics while the alert lasts, under an installation name of its own, so that alerts do not interfere. */
  readonly bad: (installation: string) => readonly string[];
  /** The metrics before and after; by default a conforming state. */
  readonly good?: (installation: string) => readonly string[];
  /** The alert is about the monitor, not about an installation. */
  readonly isOfMonitor?: true;
}

const ofState = (alert: string, name: string): Case => ({
  alert,
  bad: (installation) => [state(installation, name), info(installation, `Why ${name}.`)],
});

const cases: readonly Case[] = [
  ofState('EvidenceContractUnreachable', 'unreachable'),
  ofState('EvidenceContractNotThisApi', 'not-this-api'),
  ofState('EvidenceContractKeyRejected', 'key-rejected'),
  ofState('EvidenceContractViolated', 'violating'),
  ofState('EvidenceContractIncomplete', 'incomplete'),
  ofState('EvidenceContractThrottled', 'throttled'),
  ofState('EvidenceContractMaintenanceOverlong', 'maintenance'),
  {
    alert: 'EvidenceContractStateUnknown',
    bad: (one) => [
      state(one, 'unknown'),
      info(one, 'Why unknown.'),
      `evidence_contract_last_run_timestamp_seconds{installation="${one}"} ${now()}`,
    ],
  },
  {
    alert: 'EvidenceContractCertificateExpiring',
    bad: (one) => [
      state(one, 'conforming'),
      `evidence_contract_certificate_expiry_timestamp_seconds{installation="${one}"} ${now() + 86_400}`,
    ],
    good: (one) => [
      state(one, 'conforming'),
      `evidence_contract_certificate_expiry_timestamp_seconds{installation="${one}"} ${now() + 90 * 86_400}`,
    ],
  },
  {
    alert: 'EvidenceContractCoverageLow',
    bad: (one) => [state(one, 'conforming'), `evidence_contract_coverage_ratio{installation="${one}"} 0.5`],
  },
  {
    alert: 'EvidenceContractSlow',
    bad: (one) => [state(one, 'conforming'), buckets(one)],
  },
  {
    alert: 'EvidenceContractDrift',
    bad: (one) => [state(one, 'conforming'), `evidence_contract_drift_observations{installation="${one}"} 3`],
  },
  {
    alert: 'EvidenceContractIntermittent',
    bad: (one) => [
      state(one, 'conforming'),
      `evidence_contract_withdrawn_failures_total{installation="${one}"} ${now()}`,
    ],
  },
  {
    alert: 'EvidenceContractNoStandardRun',
    bad: (one) => [
      state(one, 'conforming'),
      `evidence_contract_standard_interval_seconds{installation="${one}"} 900`,
      `evidence_contract_last_complete_run_timestamp_seconds{installation="${one}"} ${now() - 2_800}`,
    ],
    good: (one) => [
      state(one, 'conforming'),
      `evidence_contract_standard_interval_seconds{installation="${one}"} 900`,
      `evidence_contract_last_complete_run_timestamp_seconds{installation="${one}"} ${now() - 2_600}`,
    ],
  },
  {
    alert: 'EvidenceContractMonitorStale',
    bad: (one) => [
      state(one, 'conforming'),
      `evidence_contract_next_run_timestamp_seconds{installation="${one}"} ${now() - 1000}`,
    ],
  },
  {
    alert: 'EvidenceContractLocationSilent',
    bad: (one) => [`evidence_contract_location_silent{installation="any",location="${one}"} 1`],
  },
  {
    alert: 'EvidenceContractConfigurationRefused',
    bad: () => ['evidence_contract_configuration_last_reload_successful 0'],
    isOfMonitor: true,
  },
  {
    alert: 'EvidenceContractHistoryFailing',
    bad: () => [`evidence_contract_history_errors_total ${now()}`],
    isOfMonitor: true,
  },
  {
    alert: 'EvidenceContractHistoryShort',
    bad: () => [
      'evidence_contract_history_promised_seconds 200',
      'evidence_contract_history_kept_seconds 100',
    ],
    isOfMonitor: true,
  },
  {
    alert: 'EvidenceContractNotificationsFailing',
    bad: () => [
      `evidence_contract_notification_oldest_waiting_timestamp_seconds ${now() - 700}`,
      'evidence_contract_notification_failures_total 0',
    ],
    isOfMonitor: true,
  },
];

interface Sent {
  readonly status: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

function keyOf({ labels }: Pick<Sent, 'labels'>): string {
  return `${labels.alertname} ${labels.installation ?? labels.instance ?? labels.location ?? ''}`.trim();
}

/** Receives the alerts that Alertmanager sends. */
async function startReceiver(
  take: (reported: readonly Sent[]) => void,
): Promise<{ readonly url: string; readonly close: () => void }> {
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    request.on('end', () => {
      take((JSON.parse(text) as { alerts: Sent[] }).alerts);
      response.end();
    });
  });
  const { baseUrl, close } = await serve(server);
  return { url: `${baseUrl}/`, close };
}

test(
  'every alert arrives once with cause and link, and resolves, even if another target is dead',
  long,
  async () => {
    const sent: Sent[] = [];
    const receiver = await startReceiver((reported) => sent.push(...reported));
    let areBad = false;
    const nameOf = ({ alert }: Case): string => alert.replace('EvidenceContract', '').toLowerCase();
    const monitor = await startServer(() =>
      [
        `evidence_contract_monitor_info{location="default",url="${pages}"} 1`,
        'evidence_contract_build_info{version="1"} 1',
        ...cases.flatMap((one) => {
          const name = nameOf(one);
          if (areBad) return one.bad(name);
          return one.good?.(name) ?? (one.isOfMonitor ? [] : [state(name, 'conforming')]);
        }),
        '',
      ].join('\n'),
    );
    const alertmanager = await startAlertmanager(test.info().outputPath('alertmanager'), receiver.url);
    // A target of the same job that is dead all the time.
    const dead = '127.0.0.1:1';
    const prometheus = await startPrometheus(test.info().outputPath('prometheus'), monitor.url, {
      alertmanager: alertmanager.address,
      moreTargets: [dead],
      // Longer than Prometheus takes to find its targets.
      waitsMs: 8000,
      ranges: '10s',
    });
    const arrived = (status: string): readonly string[] =>
      sent
        .filter((one) => one.status === status)
        .map(keyOf)
        .toSorted();
    try {
      const always = [`EvidenceContractMonitorDown ${dead}`, 'EvidenceContractWatchdog'];
      await expect.poll(() => arrived('firing'), { timeout: withinMs }).toEqual(always);
      sent.length = 0;
      areBad = true;
      const host = new URL(monitor.url).host;
      const placeOf = (one: Case): string => (one.isOfMonitor ? host : nameOf(one));
      const all = cases.map((one) => `${one.alert} ${placeOf(one)}`.trim()).toSorted();
      const newlyArrived = (status: string): readonly string[] =>
        arrived(status).filter((key) => !always.includes(key));
      await expect.poll(() => newlyArrived('firing'), { timeout: withinMs }).toEqual(all);
      const active = await alertmanager.alerts();
      expect(active.map(keyOf).toSorted()).toEqual([...all, ...always].toSorted());
      for (const { labels, annotations } of [...sent, ...active]) {
        const { alertname = '', installation } = labels;
        expect(annotations.summary, alertname).toMatch(/\w/);
        expect(annotations.cause, alertname).toMatch(/\w/);
        expect(annotations.runbook_url, alertname).toBe(`${pages}/runbook#${alertname.toLowerCase()}`);
        const ofMonitor = alertname === 'EvidenceContractHistoryShort' ? `${pages}/monitor` : pages;
        const page = installation === undefined ? ofMonitor : `${pages}/installations/${installation}`;
        expect(annotations.link, alertname).toBe(page);
      }
      const causeOf = (alert: string): string | undefined =>
        sent.find(({ labels }) => labels.alertname === alert)?.annotations.cause;
      expect(causeOf('EvidenceContractViolated')).toBe('Why violating.');
      expect(causeOf('EvidenceContractUnreachable')).toBe('Why unreachable.');
      for (const { labels, status } of active) {
        expect(status, labels.alertname).toMatchObject({ state: 'active', inhibitedBy: [] });
      }
      areBad = false;
      await expect.poll(() => newlyArrived('resolved'), { timeout: withinMs }).toEqual(all);
      expect(newlyArrived('firing')).toEqual(all);
      // Every alert of the rules was seen, except these, which have tests of their own.
      const others = [
        'EvidenceContractMonitorBehind',
        'EvidenceContractMonitorBusy',
        'EvidenceContractAcknowledged',
      ];
      const seen = new Set([...all, ...always, ...others].map((key) => key.split(' ')[0]));
      expect(seen).toEqual(new Set(alerts().map(({ alert }) => alert)));
    } finally {
      await prometheus.stop();
      await alertmanager.stop();
      monitor.close();
      receiver.close();
    }
  },
);

test(
  'Alertmanager mutes acknowledged alerts, reports no restart, and blames only a monitor that is behind',
  long,
  async () => {
    const sent: string[] = [];
    const receiver = await startReceiver((reported) =>
      sent.push(
        ...reported.map((one) => `${one.status} ${keyOf(one)}`).filter((one) => !/Watchdog/.test(one)),
      ),
    );
    const late = ['b1', 'b2', 'b3', 'b4', 'b5'];
    let shown = 'violating';
    let untilSeconds = 0;
    let lateSeconds = 0;
    let areBad = false;
    let isRestarting = false;
    const monitor = await startServer(() => {
      // Prometheus cannot parse this.
      if (isRestarting) return 'restarting\n';
      return [
        `evidence_contract_monitor_info{location="default",url="${pages}"} 1`,
        'evidence_contract_build_info{version="1"} 1',
        ...['violating', 'unreachable', 'conforming'].map(
          (one) =>
            `evidence_contract_installation_state{installation="alpha",state="${one}"} ${one === shown ? 1 : 0}`,
        ),
        'evidence_contract_installation_info{installation="alpha",cause="Why alpha is so."} 1',
        `evidence_contract_acknowledged_until_timestamp_seconds{installation="alpha"} ${untilSeconds}`,
        // This one is not acknowledged.
        state('beta', 'violating'),
        ...late.flatMap((one) => [
          state(one, areBad ? 'violating' : 'conforming'),
          `evidence_contract_next_run_timestamp_seconds{installation="${one}"} ${now() - lateSeconds}`,
        ]),
        '',
      ].join('\n');
    });
    const alertmanager = await startAlertmanager(test.info().outputPath('alertmanager'), receiver.url, {
      repeats: '2s',
      receivesNothing: ['nobody'],
    });
    const prometheus = await startPrometheus(test.info().outputPath('prometheus'), monitor.url, {
      alertmanager: alertmanager.address,
      // A target of the same job that is dead all the time: it suppresses nothing.
      moreTargets: ['127.0.0.1:1'],
      waitsMs: 3000,
      ranges: '10s',
    });
    const fired = 'firing EvidenceContractViolated alpha';
    const suppressed = async (): Promise<readonly string[]> =>
      (await alertmanager.alerts())
        .filter(({ status }) => status.state === 'suppressed')
        .map(keyOf)
        .toSorted();
    let before = 0;
    const since = (name: string): readonly string[] => sent.slice(before).filter((one) => one.endsWith(name));
    try {
      // The alert is repeated, as in operation after hours.
      await expect
        .poll(() => sent.filter((one) => one === fired).length, { timeout: withinMs })
        .toBeGreaterThan(1);

      await test.step('each alert has its cause and links', async () => {
        const active = await alertmanager.alerts();
        expect(active.map(keyOf)).toEqual(
          expect.arrayContaining(['EvidenceContractViolated beta', 'EvidenceContractWatchdog']),
        );
        for (const { labels, annotations } of active) {
          const { alertname = '', installation } = labels;
          expect(annotations.summary, alertname).toMatch(/\w/);
          expect(annotations.cause, alertname).toMatch(
            installation === 'alpha' ? /^Why alpha is so\.$/ : /\w/,
          );
          expect(annotations.runbook_url, alertname).toBe(`${pages}/runbook#${alertname.toLowerCase()}`);
          const page = installation === undefined ? pages : `${pages}/installations/${installation}`;
          expect(annotations.link, alertname).toBe(page);
        }
      });

      await test.step('a restart of the monitor resolves no alert', async () => {
        const scrapes = async (up: 0 | 1): Promise<number> => {
          const target = `instance="${new URL(monitor.url).host}"`;
          const counted = `count_over_time((up{${target}} == ${up})[1m:1s])`;
          return [...(await prometheus.query(counted)).values()][0] ?? 0;
        };
        isRestarting = true;
        await expect.poll(() => scrapes(0), { timeout: withinMs }).toBeGreaterThan(6);
        const well = await scrapes(1);
        isRestarting = false;
        await expect.poll(() => scrapes(1), { timeout: withinMs }).toBeGreaterThan(well + 3);
        expect(new Set(since(' alpha'))).toEqual(new Set([fired]));
      });

      await test.step('an acknowledged alert is not repeated until the acknowledgement ends', async () => {
        untilSeconds = now() + 3600;
        await expect.poll(suppressed, { timeout: withinMs }).toEqual(['EvidenceContractViolated alpha']);
        before = sent.length;
        await expect.poll(() => since(' beta').length, { timeout: withinMs }).toBeGreaterThan(2);
        expect(since(' alpha')).toEqual([]);
        // Another state of the same incident is reported.
        shown = 'unreachable';
        untilSeconds = 0;
        const reported = [
          'resolved EvidenceContractViolated alpha',
          'firing EvidenceContractUnreachable alpha',
        ];
        await expect
          .poll(() => since(' alpha'), { timeout: withinMs })
          .toEqual(expect.arrayContaining(reported));
      });

      await test.step('a monitor that is behind is one alert, which suppresses the alerts of its installations', async () => {
        lateSeconds = 100;
        const behind = 'firing EvidenceContractMonitorBehind';
        await expect.poll(() => since('Behind'), { timeout: withinMs }).toContain(behind);
        lateSeconds = 1000;
        const ofEach = (alert: string): readonly string[] => late.map((one) => `${alert} ${one}`);
        const stale = ofEach('EvidenceContractMonitorStale');
        await expect.poll(suppressed, { timeout: withinMs }).toEqual(stale);
        areBad = true;
        const held = [...stale, ...ofEach('EvidenceContractViolated')];
        await expect.poll(suppressed, { timeout: withinMs }).toEqual(held);
        expect(sent.filter((one) => / b\d$/.test(one))).toEqual([]);
      });
    } finally {
      await prometheus.stop();
      await alertmanager.stop();
      monitor.close();
      receiver.close();
    }
  },
);

test('the end of the only monitor raises exactly one alert, also with another job name', async () => {
  const monitor = await startServer(() => 'evidence_contract_build_info{version="1"} 1\n');
  const prometheus = await startPrometheus(test.info().outputPath('prometheus'), monitor.url, {
    job: 'kubernetes-pods',
    // Longer than Prometheus takes to find its targets.
    waitsMs: 8000,
    ranges: '10s',
  });
  try {
    const known = () => prometheus.query('evidence_contract_build_info', 'job');
    await expect.poll(known, { timeout: withinMs }).toEqual(new Map([['kubernetes-pods', 1]]));
    await expect.poll(prometheus.firing, { timeout: withinMs }).toEqual([]);
    monitor.close();
    await expect.poll(prometheus.firing, { timeout: withinMs }).toEqual(['EvidenceContractMonitorDown']);
    expect(await prometheus.summaries()).toEqual([
      `The evidence contract monitor ${new URL(monitor.url).host} gives no metrics`,
    ]);
  } finally {
    await prometheus.stop();
  }
});
