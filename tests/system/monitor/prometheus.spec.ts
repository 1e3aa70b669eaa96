import { expect, test } from '@playwright/test';
import type { ResponseTransform } from '../../../reference-server/index.ts';
import { type Prometheus, startPrometheus } from '../../monitor/operations/prometheus.ts';
import { dashboardQueries } from '../../monitor/operations/queries.ts';
import {
  brokenEndpoint,
  crashing,
  refusing,
  silent,
  withWatchedFleet,
} from '../../monitor/operations/watched.ts';
import { needs } from '../../support/needs.ts';

/** Every two and three seconds, by cron expressions with seconds: intervals this short are not allowed. */
const schedule = { pulse: '*/2 * * * * *', standard: '*/3 * * * * *', full: 'off' };
const withinMs = 25_000;

// About thirty seconds; a busy machine may take longer.
test.describe.configure({ timeout: 120_000 });
needs('prometheus');

/** The fault of each installation, and the one alert that it raises. */
const cases: readonly {
  readonly name: string;
  readonly fault: ResponseTransform;
  readonly alert: string;
  readonly summary: string;
}[] = [
  {
    name: 'broken',
    fault: brokenEndpoint,
    alert: 'EvidenceContractViolated',
    summary: 'broken breaks the API document (1 finding: 1 outage)',
  },
  { name: 'crashing', fault: crashing, alert: 'EvidenceContractUnreachable', summary: 'crashing is down' },
  { name: 'gone', fault: silent, alert: 'EvidenceContractUnreachable', summary: 'gone is down' },
  {
    name: 'refusing',
    fault: refusing,
    alert: 'EvidenceContractKeyRejected',
    summary: 'refusing refuses the configured API key',
  },
];
/** An installation without a fault. */
const wellName = 'well';
const names = [...cases.map(({ name }) => name), wellName];

test('Prometheus fires only the right alert for each broken installation, resolves it, and answers the dashboard', async () => {
  await withWatchedFleet(names, { schedule }, async ({ monitor, metric, installations }) => {
    // As an operator's Prometheus would see it: a standard run of each has ended.
    for (const name of names) {
      const coverage = `evidence_contract_coverage_ratio{installation="${name}"}`;
      await expect.poll(() => metric(coverage), { timeout: withinMs }).toBeGreaterThan(0.75);
    }
    const prometheus = await startPrometheus(test.info().outputPath('prometheus'), monitor.url);
    try {
      const up = () => prometheus.query('installation:evidence_contract_up:bool', 'installation');
      await expect.poll(up, { timeout: withinMs }).toEqual(new Map(names.map((name) => [name, 1])));
      await expect.poll(() => unansweredBy(prometheus), { timeout: withinMs }).toEqual([]);
      expect(await prometheus.firing()).toEqual([]);

      const all = cases.map(({ name, alert }) => `${alert} ${name}`).toSorted();
      for (const { name, fault } of cases) installations[name]?.setFault(fault);
      await expect.poll(prometheus.firing, { timeout: withinMs }).toEqual(all);
      expect(await prometheus.summaries()).toEqual(cases.map(({ summary }) => summary).toSorted());
      // An installation that works in part is up.
      const answering = new Map(names.map((name) => [name, ['broken', wellName].includes(name) ? 1 : 0]));
      await expect.poll(up, { timeout: withinMs }).toEqual(answering);

      for (const { name } of cases) installations[name]?.setFault();
      await expect.poll(prometheus.firing, { timeout: withinMs }).toEqual([]);
      const everFired = await prometheus.query(
        'count by (alertname, installation) (max_over_time(ALERTS{alertstate="firing", alertname!="EvidenceContractWatchdog"}[10m]))',
        'alertname',
        'installation',
      );
      expect([...everFired.keys()].toSorted()).toEqual(all);
    } finally {
      await prometheus.stop();
    }
  });
});

/** Queries of the dashboard that have no answer, although nothing is wrong. */
async function unansweredBy(prometheus: Prometheus): Promise<readonly string[]> {
  // Nothing failed, nothing is old, plain http shows no certificate, no alert fires, no several locations watch, and no details
  // are scraped: these have nothing to show.
  const mayBeEmpty = /failures|certificate|ALERTS|uptime|location_|endpoint_|phase_|> 0/;
  const expected = dashboardQueries().filter((expression) => !mayBeEmpty.test(expression));
  expect(expected.length).toBeGreaterThan(15);
  const answers = await Promise.all(
    dashboardQueries().map(async (expression) => ({
      expression,
      answer: await prometheus.query(expression),
    })),
  );
  return answers
    .filter(({ expression, answer }) => answer.size === 0 && expected.includes(expression))
    .map(({ expression }) => expression);
}
