import type { Request, Response } from 'express';
import { scopeOf } from '../../contract/scope.ts';
import { probeText } from '../metrics/probe-text.ts';
import type { MonitoredTarget } from '../runs/monitored-target.ts';
import type { ServiceContext } from './context.ts';

/** Tiers that may be probed. */
const modules = ['pulse', 'standard'] as const;
type Module = (typeof modules)[number];

interface Answered {
  readonly atMs: number;
  readonly text: Promise<string>;
}

/** So much of the time limit of a scrape is left for the answer's own way. */
const marginMs = 500;
const shortestMs = 200;

/**
 * `/probe?target=NAME&module=pulse|standard`: a run on demand, told in the names of blackbox_exporter. Targets are
 * installations by their configured name, never addresses. An answer is given again until it has a minimum age.
 */
export function probeRoute(context: ServiceContext): (request: Request, response: Response) => Promise<void> {
  const { fleet, metrics, perform } = context;
  const answers = new Map<string, Answered>();

  const run = (target: MonitoredTarget, module: Module, limitMs: number): Promise<string> => {
    const { installation } = target.monitored;
    const startMs = performance.now();
    return target.scheduler.exclusively(module, async () => {
      const leftMs = Math.max(shortestMs, limitMs - (performance.now() - startMs));
      const { record } = await perform.execute(
        { ...installation, allowImport: false, deadlineMs: Math.min(installation.deadlineMs, leftMs) },
        { tier: module, scope: scopeOf(module), rateLimiter: target.rateLimiter, signal: perform.signal },
      );
      metrics.countRequests(installation.name, record.requests, record.throttled);
      return probeText(record);
    });
  };

  return async (request, response) => {
    response.set('cache-control', 'no-store').type('text/plain; version=0.0.4; charset=utf-8');
    const name = String(request.query.target ?? '');
    const module = modules.find((one) => one === (request.query.module ?? 'pulse'));
    const target = fleet.get(name);
    if (target === undefined) {
      return void response
        .status(400)
        .send('Name a configured installation: /probe?target=NAME&module=pulse\n');
    }
    if (module === undefined) {
      return void response.status(400).send(`Unknown module: use one of ${modules.join(', ')}.\n`);
    }
    const key = `${module} ${name}`;
    const nowMs = perform.clock.nowMs();
    const known = answers.get(key);
    const { probeMinimumAgeMs } = fleet.configuration().settings;
    if (known !== undefined && nowMs - known.atMs < probeMinimumAgeMs) {
      return void response.send(await known.text);
    }
    const text = run(target, module, limitOf(request, target.monitored.installation.deadlineMs));
    answers.set(key, { atMs: nowMs, text });
    // What broke down is asked again at the next probe.
    text.catch(() => answers.delete(key));
    response.send(await text);
  };
}

/** Prometheus says how long it waits. */
function limitOf(request: Request, otherwiseMs: number): number {
  const seconds = Number(request.get('x-prometheus-scrape-timeout-seconds') ?? Number.NaN);
  return seconds > 0 ? Math.max(shortestMs, seconds * 1000 - marginMs) : otherwiseMs;
}
