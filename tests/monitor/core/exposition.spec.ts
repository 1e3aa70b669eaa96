import { expect, test } from '@playwright/test';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { makeExposition } from '../../../monitor/metrics/exposition.ts';

test("the text of a registry is the library's own, at every scrape", async () => {
  const registry = new Registry();
  const registers = [registry];
  const counter = new Counter({
    name: 'a_total',
    help: 'A \\ back\nslash.',
    labelNames: ['x', 'y'],
    registers,
  });
  const gauge = new Gauge({ name: 'b', help: 'B.', labelNames: ['x'], registers });
  const histogram = new Histogram({
    name: 'c_seconds',
    help: 'C.',
    labelNames: ['x'],
    buckets: [0.1, 1],
    registers,
  });
  new Gauge({ name: 'd', help: 'None yet.', labelNames: ['x'], registers });
  new Gauge({ name: 'e', help: 'No labels.', registers }).set(1.5);
  const text = makeExposition(registry);
  const same = async (): Promise<void> => expect(await text()).toBe(await registry.metrics());

  await same();
  counter.inc({ x: 'quote " back \\ line\n', y: 'GET /api/v3/projects/:id' }, 0);
  gauge.set({ x: 'one' }, Number.POSITIVE_INFINITY);
  gauge.set({ x: 'two' }, Number.NEGATIVE_INFINITY);
  gauge.set({ x: 'three' }, Number.NaN);
  histogram.zero({ x: 'one' });
  await same();
  counter.inc({ x: 'quote " back \\ line\n', y: 'GET /api/v3/projects/:id' }, 3);
  counter.inc({ x: 'new', y: 'new' }, 0.1);
  gauge.set({ x: 'one' }, 1e21);
  histogram.observe({ x: 'one' }, 0.5);
  await same();
  gauge.remove({ x: 'two' });
  await same();
});
