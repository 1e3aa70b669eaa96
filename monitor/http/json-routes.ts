import { json, type Request, type Response, Router } from 'express';
import type { History } from '../history/history.ts';
import { incidentsOf } from '../history/incidents.ts';
import {
  acceptDrift,
  longestMaintenanceMinutes,
  operatorTiers,
  parseMinutes,
  parseTier,
  setMaintenance,
} from '../runs/actions.ts';
import type { MonitoredTarget } from '../runs/monitored-target.ts';
import { baselineSince, lastRunView } from '../views/data/common.ts';
import { installationView } from '../views/data/installation.ts';
import { overviewView } from '../views/data/overview.ts';
import { runView } from '../views/data/run.ts';
import type { Access } from './access.ts';
import { type ServiceContext, viewSources } from './context.ts';
import { actionsView, tellOf } from './tell.ts';

const largestBody = '10kb';
const mostPerPage = 200;
const mostChanges = 1000;

/** The JSON API below /api/v1: the same data as the pages, and the actions. */
export function jsonRoutes(context: ServiceContext, access: Access): Router {
  const { fleet, history } = context;
  const router = Router();
  router.use((_request, response, next) => {
    response.set('cache-control', 'no-store');
    next();
  });
  const withWatch =
    (answer: (target: MonitoredTarget, request: Request, response: Response) => void | Promise<void>) =>
    (request: Request<{ name: string }>, response: Response): void | Promise<void> => {
      const target = fleet.get(request.params.name);
      if (target === undefined) return notFound(response, 'There is no installation of this name.');
      return answer(target, request, response);
    };

  router.get('/installations', (_request, response) => {
    const { installations } = overviewView(viewSources(context));
    response.json({ installations });
  });
  router.get(
    '/installations/:name',
    withWatch(async (target, _request, response) => {
      const view = await installationView(
        target,
        history,
        viewSources(context),
        actionsView(target, access, ''),
      );
      const { frame: _frame, actions: _actions, ...rest } = view;
      response.json(rest);
    }),
  );
  router.get('/runs', async (request, response) => {
    const query = runQuery(request);
    if (typeof query === 'string') return void response.status(400).json({ error: query });
    const runs = await history.runs(query);
    response.json({
      runs: runs.map((row) => ({
        ...lastRunView(row),
        installation: row.installation,
        trigger: row.trigger,
        cutShort: row.cutShort,
        inMaintenance: row.inMaintenance,
        countsAs: row.countsAs,
        coverage: row.coverage,
        requests: row.requests,
        totals: row.totals,
        ...(row.cause === undefined ? {} : { cause: row.cause }),
      })),
    });
  });
  router.get('/runs/:id', async (request, response) => {
    const view = await runView(request.params.id, history, viewSources(context));
    if (view === undefined) return notFound(response, 'The history has no run of this id.');
    const { frame: _frame, ...rest } = view;
    response.json(rest);
  });
  router.get('/incidents', async (request, response) => {
    const name = text(request.query.installation);
    const changes = await history.changes({
      limit: mostChanges,
      ...(name === undefined ? {} : { installation: name }),
    });
    response.json({ incidents: incidentsOf(changes) });
  });

  router.post(
    '/installations/:name/run',
    access.operators,
    json({ limit: largestBody }),
    withWatch((target, request, response) => {
      const body = bodyOf(request);
      const tier = parseTier(body.tier ?? 'standard');
      if (tier === undefined) {
        return void response.status(400).json({ error: `Give a tier: one of ${operatorTiers.join(', ')}.` });
      }
      const result = target.scheduler.runNow(tier);
      if (result === 'stopped') return void response.status(503).json({ error: 'The monitor is stopping.' });
      response.status(202).json({ installation: target.monitored.installation.name, tier, result });
    }),
  );
  router.post(
    '/installations/:name/maintenance',
    access.operators,
    json({ limit: largestBody }),
    withWatch(async (target, request, response) => {
      const minutes = parseMinutes(bodyOf(request).minutes);
      if (minutes === undefined) {
        const error = `Give minutes: a whole number from 1 to ${longestMaintenanceMinutes}, or 0 to end maintenance.`;
        return void response.status(400).json({ error });
      }
      await setMaintenance(target, minutes, context.perform.clock.nowMs(), {
        history,
        onChange: tellOf(target, context),
      });
      response.json({ installation: target.monitored.installation.name, state: target.snapshot.state });
    }),
  );
  router.post(
    '/installations/:name/baseline',
    access.operators,
    withWatch(async (target, _request, response) => {
      const accepted = await acceptDrift(target, context.perform.clock.nowMs(), context);
      response.json({
        installation: target.monitored.installation.name,
        accepted,
        ...baselineSince(target),
      });
    }),
  );
  return router;
}

type Query = Parameters<History['runs']>[0];

/** The query of a list of runs, or what is wrong with it. */
function runQuery({ query }: Request): Query | string {
  const installation = text(query.installation);
  const tier = text(query.tier);
  const limit = query.limit === undefined ? 50 : Number(query.limit);
  const sinceMs = timeOf(query.since);
  const beforeMs = timeOf(query.before);
  const known = parseTier(tier);
  if (tier !== undefined && known === undefined) return `Give a tier: one of ${operatorTiers.join(', ')}.`;
  if (!Number.isInteger(limit) || limit < 1 || limit > mostPerPage)
    return `Give a limit from 1 to ${mostPerPage}.`;
  if (Number.isNaN(sinceMs) || Number.isNaN(beforeMs)) return 'Give times like 2026-03-01T20:00:00Z.';
  return {
    limit,
    ...(installation === undefined ? {} : { installation }),
    ...(known === undefined ? {} : { tiers: [known] }),
    ...(sinceMs === undefined ? {} : { sinceMs }),
    ...(beforeMs === undefined ? {} : { beforeMs }),
  };
}

function timeOf(value: unknown): number | undefined {
  const given = text(value);
  return given === undefined ? undefined : Date.parse(given);
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function bodyOf(request: Request): Readonly<Record<string, unknown>> {
  const body: unknown = request.body;
  return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
}

function notFound(response: Response, error: string): void {
  response.status(404).json({ error });
}
