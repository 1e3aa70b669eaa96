import { createServer } from 'node:http';
import { expect, test } from '@playwright/test';
import { startAlertmanager } from '../../monitor/operations/alertmanager.ts';
import { startPrometheus } from '../../monitor/operations/prometheus.ts';
import { startServer } from '../../monitor/operations/text-server.ts';
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

interface Sent {
  readonly status: string;
  readonly labels: Readonly<Record<string, string>>;
}

function keyOf({ labels }: Pick<Sent, 'labels'>): string {
  return `${labels.alertname} ${labels.installation ?? labels.instance ?? labels.location ?? ''}`.trim();
}

/** Receives what Alertmanager sends. */
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

test('an operator hears once of what is known, nothing of a restart, and of a monitor that is behind alone', async () => {
  const sent: string[] = [];
  const receiver = await startReceiver((reported) =>
    sent.push(...reported.map((one) => `${one.status} ${keyOf(one)}`).filter((one) => !/Watchdog/.test(one))),
  );
  const late = ['b1', 'b2', 'b3', 'b4', 'b5'];
  let shown = 'violating';
  let untilSeconds = 0;
  let lateSeconds = 0;
  let areBad = false;
  let isRestarting = false;
  const monitor = await startServer(() => {
    // Prometheus cannot read it.
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
      // Nobody knows of this one.
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
    // A target of the same job that is dead all the time: nothing is kept back for it.
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
    // Repeated, as in operation after hours.
    await expect
      .poll(() => sent.filter((one) => one === fired).length, { timeout: withinMs })
      .toBeGreaterThan(1);

    await test.step('each has its cause and links', async () => {
      const active = await alertmanager.alerts();
      expect(active.map(keyOf)).toEqual(
        expect.arrayContaining(['EvidenceContractViolated beta', 'EvidenceContractWatchdog']),
      );
      for (const { labels, annotations } of active) {
        const { alertname = '', installation } = labels;
        expect(annotations.summary, alertname).toMatch(/\w/);
        expect(annotations.cause, alertname).toMatch(installation === 'alpha' ? /^Why alpha is so\.$/ : /\w/);
        expect(annotations.runbook_url, alertname).toBe(`${pages}/runbook#${alertname.toLowerCase()}`);
        const page = installation === undefined ? pages : `${pages}/installations/${installation}`;
        expect(annotations.link, alertname).toBe(page);
      }
    });

    await test.step('a restart resolves nothing', async () => {
      const scrapes = async (up: 0 | 1): Promise<number> => {
        const target = `instance="${new URL(monitor.url).host}"`;
        const counted = `count_over_time((up{${target}} == ${up})[1m:1s])`;
        return [...(await prometheus.query(counted)).values()][0] ?? 0;
      };
      isRestarting = true;
      await expect.poll(() => scrapes(0), { timeout: withinMs }).toBeGreaterThan(2);
      const well = await scrapes(1);
      isRestarting = false;
      await expect.poll(() => scrapes(1), { timeout: withinMs }).toBeGreaterThan(well + 1);
      expect(new Set(since(' alpha'))).toEqual(new Set([fired]));
    });

    await test.step('what an operator knows of is not repeated until it ends', async () => {
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

    await test.step('a monitor that is behind is one alarm, and no installation is blamed', async () => {
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
});
