import type { Request, Response } from 'express';
import { scopeOf } from '../../contract/scope.ts';
import type { RateLimiter } from '../../engine/http/rate-limiter.ts';
import type { ServiceContext } from '../http/service-context.ts';
import { probeText } from '../metrics/probe-text.ts';
import type { MonitoredTarget } from '../state/monitored-target.ts';

/** The tiers that a probe may run; Prometheus calls them modules. */
const modules = ['pulse', 'standard'] as const;
type Module = (typeof modules)[number];

/** A probe that is finished or in progress. */
interface Probe {
  readonly startedMs: number;
  /** The time limit of its caller. */
  readonly limitMs: number;
  readonly result: Promise<ProbeResult>;
  isUnderWay: boolean;
}

interface ProbeResult {
  /** Left out if no request was sent. */
  readonly text?: string;
  /** Why no request was sent. */
  readonly refusal?: string;
  /** The run ended early because its caller waited no longer; it says little about the installation. */
  readonly isCutByCaller: boolean;
}

/** The part of a scrape's time limit reserved for sending the answer. */
const marginMs = 500;
/** The shortest deadline of a run, regardless of the scrape's remaining time: a shorter run says nothing. */
const shortestMs = 2_000;
/** A caller that waits this many times longer than the one that cut a probe short gets its own probe. */
const ownProbeRatio = 2;

/**
 * `/probe?target=NAME&module=pulse|standard`: a run on demand, answered with the metric names of blackbox_exporter. A
 * target is the name of a configured installation, never an address. Until an answer has reached a minimum age it is
 * reused without a request to the installation. A probe that its caller cut short is not reused for callers that wait
 * longer: they are refused, or get a probe of their own for twice the time. So few probes run within a minimum age,
 * with any timeouts of callers.
 */
export function probeRoute(context: ServiceContext): (request: Request, response: Response) => Promise<void> {
  const { fleet, metrics, runContext, probeTurns } = context;
  const probes = new Map<string, Probe>();

  const ask = async (
    { monitored: { installation } }: MonitoredTarget,
    module: Module,
    { rateLimiter, leftMs: left }: { readonly rateLimiter: RateLimiter; readonly leftMs: number },
  ): Promise<ProbeResult> => {
    const leftMs = Math.max(shortestMs, left);
    const trace = runContext.telemetry?.startRun(installation, { tier: module, trigger: 'probe' });
    try {
      const { record } = await runContext.execute(
        { ...installation, allowImport: false, deadlineMs: Math.min(installation.deadlineMs, leftMs) },
        {
          tier: module,
          scope: scopeOf(module),
          rateLimiter,
          signal: runContext.signal,
          tracer: trace?.tracer,
        },
      );
      trace?.end(record);
      metrics.of(installation.name)?.countRequests(record);
      metrics.countUntimed(record);
      const isCutByCaller = record.cutShort && leftMs < installation.deadlineMs;
      return { text: await probeText(record), isCutByCaller };
    } finally {
      trace?.end();
    }
  };

  const run = (target: MonitoredTarget, module: Module, limitMs: number): Promise<ProbeResult> => {
    const startMs = performance.now();
    return target.scheduler.exclusively(module, async () => {
      const leftMs = limitMs - (performance.now() - startMs);
      if (probeTurns === undefined) return ask(target, module, { rateLimiter: target.rateLimiter, leftMs });
      try {
        const result = await probeTurns.take(target, leftMs, (turn) => ask(target, module, turn));
        return result ?? { refusal: busySentence, isCutByCaller: true };
      } catch {
        return { refusal: awaySentence, isCutByCaller: true };
      }
    });
  };

  const recent = (key: string): Probe | undefined => {
    const known = probes.get(key);
    const { probeMinimumAgeMs } = fleet.configuration().settings;
    if (known === undefined) return undefined;
    const isRecent = runContext.clock.nowMs() - known.startedMs < probeMinimumAgeMs;
    return isRecent || known.isUnderWay ? known : undefined;
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
    const limitMs = limitOf(request, target.monitored.installation.deadlineMs);
    for (let known = recent(key); known !== undefined; known = recent(key)) {
      const result = await known.result;
      if (!result.isCutByCaller || limitMs <= known.limitMs) return send(response, result);
      if (probes.get(key) !== known) continue;
      if (limitMs < ownProbeRatio * known.limitMs)
        return send(response, { ...result, refusal: shortSentence });
      break;
    }
    const startedMs = runContext.clock.nowMs();
    const probe: Probe = { startedMs, limitMs, result: run(target, module, limitMs), isUnderWay: true };
    probes.set(key, probe);
    const end = (wasAsked: boolean): void => {
      probe.isUnderWay = false;
      // If no request was sent, or the run failed, the next scrape gets a probe of its own.
      if (!wasAsked && probes.get(key) === probe) probes.delete(key);
    };
    probe.result.then(
      ({ text }) => end(text !== undefined),
      () => end(false),
    );
    send(response, await probe.result);
  };
}

/** A refusal has no metrics of the installation: Prometheus counts it as a failed scrape. */
function send(response: Response, { text, refusal }: ProbeResult): void {
  if (refusal === undefined) response.send(text);
  else response.status(503).send(`${refusal}\n`);
}

const busySentence =
  'Nothing was asked: until the time was over, another monitor asked the installation, or the installation asked for a pause.';
const shortSentence =
  'Nothing was asked: a caller with less time had it asked a moment ago, and probe.minimumAge is not over. Wait twice as long, or later.';
const awaySentence = 'Nothing was asked: the database that the monitors share does not answer.';

/** The time limit of the run: Prometheus states how long it waits. */
function limitOf(request: Request, otherwiseMs: number): number {
  const seconds = Number(request.get('x-prometheus-scrape-timeout-seconds') ?? Number.NaN);
  return seconds > 0 ? Math.max(shortestMs, seconds * 1000 - marginMs) : otherwiseMs;
}
