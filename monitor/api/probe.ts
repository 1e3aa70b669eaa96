import type { Request, Response } from 'express';
import { scopeOf } from '../../contract/scope.ts';
import type { RateLimiter } from '../../engine/http/rate-limiter.ts';
import type { ServiceContext } from '../http/service-context.ts';
import { probeText } from '../metrics/probe-text.ts';
import type { MonitoredTarget } from '../state/monitored-target.ts';

/** The tiers that a probe may run, which Prometheus calls modules. */
const modules = ['pulse', 'standard'] as const;
type Module = (typeof modules)[number];

/** A probe that was made, or is being made. */
interface Probe {
  readonly startedMs: number;
  /** How long its caller gave it. */
  readonly limitMs: number;
  readonly result: Promise<ProbeResult>;
  isUnderWay: boolean;
}

interface ProbeResult {
  /** Left out if nothing was asked. */
  readonly text?: string;
  /** Why nothing was asked. */
  readonly refusal?: string;
  /** The run ended early since its caller waited no longer; it says little about the installation. */
  readonly isCutByCaller: boolean;
}

/** Part of a scrape's time limit that is left for sending the answer. */
const marginMs = 500;
/** The shortest deadline of a run, however little time a scrape has left: a shorter run says nothing. */
const shortestMs = 2_000;
/** A caller that waits this many times longer than the one that cut a probe short gets its own probe. */
const longerBy = 2;

/**
 * `/probe?target=NAME&module=pulse|standard`: a run on demand, answered with the metric names of blackbox_exporter. A target
 * is the name of a configured installation, never an address. Until an answer has reached a minimum age it is sent again, and
 * the installation is not asked. One that its caller cut short is not sent to callers that wait longer: they are refused, or
 * get a probe of their own for twice the time. So few probes are made in a minimum age for any timeouts that callers state.
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
      if (limitMs < longerBy * known.limitMs) return send(response, { ...result, refusal: shortSentence });
      break;
    }
    const startedMs = runContext.clock.nowMs();
    const probe: Probe = { startedMs, limitMs, result: run(target, module, limitMs), isUnderWay: true };
    probes.set(key, probe);
    const end = (wasAsked: boolean): void => {
      probe.isUnderWay = false;
      // If nothing was asked, or the run failed, the next scrape gets a probe of its own.
      if (!wasAsked && probes.get(key) === probe) probes.delete(key);
    };
    probe.result.then(
      ({ text }) => end(text !== undefined),
      () => end(false),
    );
    send(response, await probe.result);
  };
}

/** Without a word of the installation: Prometheus takes it for a scrape that failed. */
function send(response: Response, { text, refusal }: ProbeResult): void {
  if (refusal === undefined) response.send(text);
  else response.status(503).send(`${refusal}\n`);
}

const busySentence =
  'Nothing was asked: until the time was over, another monitor asked the installation, or it wanted a pause.';
const shortSentence =
  'Nothing was asked: a caller with less time had it asked a moment ago, and probe.minimumAge is not over. Wait twice as long, or later.';
const awaySentence = 'Nothing was asked: the database that the monitors share does not answer.';

/** How long the run may take: Prometheus says how long it waits. */
function limitOf(request: Request, otherwiseMs: number): number {
  const seconds = Number(request.get('x-prometheus-scrape-timeout-seconds') ?? Number.NaN);
  return seconds > 0 ? Math.max(shortestMs, seconds * 1000 - marginMs) : otherwiseMs;
}
