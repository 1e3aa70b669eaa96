import { expect, test } from '@playwright/test';
import type { ResponseTransform } from '../../reference-server/index.ts';
import { needs } from '../support/needs.ts';
import { type Prometheus, startPrometheus } from './operations/prometheus.ts';
import { dashboardQueries } from './operations/queries.ts';
import { brokenEndpoint, refusing, silent, type Watched, withWatched } from './operations/watched.ts';

/** Every two and three seconds, by cron expressions with seconds: intervals this short are not allowed. */
const schedule = { pulse: '*/2 * * * * *', standard: '*/3 * * * * *', full: 'off' };
const withinMs = 25_000;

// About twenty seconds each; a busy machine may take longer.
test.describe.configure({ timeout: 120_000 });
needs('prometheus');

/** Starts everything; `work` begins when a standard run has ended, as an operator's Prometheus would see it. */
async function withPrometheus(
  work: (watched: Watched, prometheus: Prometheus) => Promise<void>,
): Promise<void> {
  await withWatched({ schedule }, async (watched) => {
    const coverage = 'evidence_contract_coverage_ratio{installation="staging"}';
    await expect.poll(() => watched.metric(coverage), { timeout: withinMs }).toBeGreaterThan(0.75);
    const prometheus = await startPrometheus(test.info().outputPath('prometheus'), watched.monitor.url);
    try {
      await expect
        .poll(() => prometheus.query('installation:evidence_contract_up:bool', 'installation'), {
          timeout: withinMs,
        })
        .toEqual(new Map([['staging', 1]]));
      await work(watched, prometheus);
    } finally {
      await prometheus.stop();
    }
  });
}

const cases: readonly {
  readonly fault: ResponseTransform;
  readonly alert: string;
  readonly summary: string;
}[] = [
  {
    fault: brokenEndpoint,
    alert: 'EvidenceContractViolated',
    summary: 'staging breaks the API document (1 finding: 1 outage)',
  },
  { fault: silent, alert: 'EvidenceContractUnreachable', summary: 'staging cannot be reached' },
  {
    fault: refusing,
    alert: 'EvidenceContractKeyRejected',
    summary: 'staging refuses the configured API key',
  },
];

for (const { fault, alert, summary } of cases) {
  test(`a real Prometheus fires ${alert}, and only it, while ${fault.name}, and resolves it after`, async () => {
    await withPrometheus(async ({ setFault }, prometheus) => {
      expect(await prometheus.firing()).toEqual([]);

      setFault(fault);
      await expect.poll(prometheus.firing, { timeout: withinMs }).toEqual([alert]);
      expect(await prometheus.summaries()).toEqual([summary]);

      setFault();
      await expect.poll(prometheus.firing, { timeout: withinMs }).toEqual([]);
      const everFired = await prometheus.query(
        'count by (alertname, installation) (max_over_time(ALERTS{alertstate="firing"}[10m]))',
        'alertname',
        'installation',
      );
      expect([...everFired.keys()]).toEqual([`${alert} staging`]);
    });
  });
}

test('a real Prometheus answers every query of the dashboard from what the monitor serves', async () => {
  await withPrometheus(async (_watched, prometheus) => {
    // Nothing failed, nothing is old, plain http shows no certificate, and no alert fires: these have nothing to show.
    const mayBeEmpty = /failures|certificate|ALERTS|uptime|> 0/;
    const expected = dashboardQueries().filter((expression) => !mayBeEmpty.test(expression));
    expect(expected.length).toBeGreaterThan(15);
    const unanswered = async (): Promise<readonly string[]> => {
      const answers = await Promise.all(
        dashboardQueries().map(async (expression) => ({
          expression,
          answer: await prometheus.query(expression),
        })),
      );
      return answers
        .filter(({ expression, answer }) => answer.size === 0 && expected.includes(expression))
        .map(({ expression }) => expression);
    };
    await expect.poll(unanswered, { timeout: withinMs }).toEqual([]);
  });
});
