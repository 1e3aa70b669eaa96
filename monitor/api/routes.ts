import { type Request, type RequestHandler, Router } from 'express';
import type { ActionQuery, RunQuery } from '../history/history.ts';
import { incidentsOf } from '../history/incidents.ts';
import type { Access } from '../http/access.ts';
import { sendError, sendNoInstallation } from '../http/errors.ts';
import type { OperatorActions } from '../http/operator-actions.ts';
import { forTarget, textOf } from '../http/request-fields.ts';
import { type ServiceContext, viewSources } from '../http/service-context.ts';
import type { RunRow } from '../model.ts';
import { actionView } from '../pages/actions/view.ts';
import { incidentActions } from '../pages/incidents/actions.ts';
import { chosenIncidents, mostChanges, oldestRead, unknownInstallation } from '../pages/incidents/data.ts';
import { parseIncidentQuery } from '../pages/incidents/routes.ts';
import { installationView } from '../pages/installation/data.ts';
import { ownHealthView } from '../pages/monitor/data.ts';
import { mostSevereFirst, overviewRow } from '../pages/overview/data.ts';
import { runView } from '../pages/run/data.ts';
import type { FindingView } from '../pages/shared/model.ts';
import { acknowledgedView, lastRunView, presentCause } from '../pages/shared/run-views.ts';
import { isoIfKnown } from '../pages/shared/times.ts';
import { operatorTiers, parseTier } from '../running/actions.ts';
import { apiActions } from './actions.ts';

const limits = { default: 50, highest: 200 };
const timeSentence = 'Give times like 2026-03-01T20:00:00Z.';

/** The query of a list of actions, or a sentence about the mistake in it. */
function parseActionQuery({ query }: Request): ActionQuery | string {
  const installation = textOf(query.installation);
  const limit = query.limit === undefined ? limits.default : Number(query.limit);
  const beforeMs = timeOf(query.before);
  if (!Number.isInteger(limit) || limit < 1 || limit > limits.highest) {
    return `Give a limit from 1 to ${limits.highest}.`;
  }
  if (Number.isNaN(beforeMs)) return timeSentence;
  return {
    limit,
    ...(installation === undefined ? {} : { installation }),
    ...(beforeMs === undefined ? {} : { beforeMs }),
  };
}

/** The query of a list of runs, or a sentence about the mistake in it. */
function parseRunQuery(request: Request): RunQuery | string {
  const { query } = request;
  const tierName = textOf(query.tier);
  const tier = parseTier(tierName);
  const sinceMs = timeOf(query.since);
  if (tierName !== undefined && tier === undefined) return `Give a tier: one of ${operatorTiers.join(', ')}.`;
  if (Number.isNaN(sinceMs)) return timeSentence;
  const list = parseActionQuery(request);
  if (typeof list === 'string') return list;
  return {
    ...list,
    ...(tier === undefined ? {} : { tiers: [tier] }),
    ...(sinceMs === undefined ? {} : { sinceMs }),
  };
}

/** NaN for a text that is not a time. */
function timeOf(value: unknown): number | undefined {
  const text = textOf(value);
  return text === undefined ? undefined : Date.parse(text);
}

/** The JSON API below /api/v1: the data of the pages, and the operator's actions. */
export function apiRoutes(context: ServiceContext, access: Access, actions: OperatorActions): Router {
  const { fleet, history } = context;
  const router = Router();
  router.use((_request, response, next) => {
    response.set('cache-control', 'no-store');
    next();
  });

  router.get('/installations', (request, response) => {
    const { nowMs } = viewSources(context);
    const [group, tag] = [textOf(request.query.group), textOf(request.query.tag)];
    // The daily bars would be most of a long answer.
    const installations = mostSevereFirst(fleet.all(), nowMs)
      .map((target) => {
        const { days: _days, ...row } = overviewRow(target, nowMs);
        return row;
      })
      .filter(
        (row) =>
          (group === undefined || row.group === group) && (tag === undefined || row.tags?.includes(tag)),
      );
    response.json({ installations });
  });
  router.get(
    '/installations/:name',
    forTarget(fleet, sendNoInstallation, async (target, _request, response) => {
      const sources = viewSources(context);
      const view = await installationView(target, history, sources, { possible: access.canAct });
      const { frame: _frame, actions: _actions, findings, ...rest } = view;
      response.json({ ...rest, findings: findings.map(findingEntry) });
    }),
  );
  router.get('/runs', async (request, response) => {
    const query = parseRunQuery(request);
    if (typeof query === 'string') return sendError(response, 400, query);
    const runs = await history.runs(query);
    response.json({ runs: runs.map(runEntry) });
  });
  router.get('/runs/:id', async (request, response) => {
    const view = await runView(request.params.id, history, viewSources(context));
    if (view === undefined) return sendError(response, 404, 'The history has no run with this id.');
    const { frame: _frame, findings, ...rest } = view;
    response.json({ ...rest, findings: findings.map(findingEntry) });
  });
  router.get('/incidents', async (request, response) => {
    const { nowMs } = viewSources(context);
    const query = parseIncidentQuery(request, nowMs);
    if (query.problem !== undefined) return sendError(response, 400, query.problem);
    const { installation } = query.asked;
    const of = { limit: mostChanges, ...(installation === undefined ? {} : { installation }) };
    const [changes, notes] = await Promise.all([history.changes(of), history.incidentNotes.list(of)]);
    const problem = unknownInstallation(fleet, installation, changes);
    if (problem !== undefined) return sendError(response, 400, problem);
    const notesOf = (id: string): readonly object[] =>
      notes.flatMap(({ incident, atMs, who, message, isPublic }) =>
        incident === id ? [{ at: new Date(atMs).toISOString(), who, message, public: isPublic }] : [],
      );
    const chosen = chosenIncidents(incidentsOf(changes), query, nowMs);
    const sinceMs = oldestRead(changes);
    response.json({
      incidents: chosen.map((one) => {
        const snapshot = fleet.get(one.installation)?.snapshot;
        return {
          ...one,
          ...presentCause(one, snapshot),
          notes: notesOf(one.id),
          acknowledged: acknowledgedView(snapshot, nowMs, one.id),
        };
      }),
      cutOffAt: isoIfKnown(sinceMs),
    });
  });

  router.get('/monitor', (_request, response) => {
    response.json(ownHealthView(viewSources(context)));
  });
  router.get('/actions', async (request, response) => {
    const query = parseActionQuery(request);
    if (typeof query === 'string') return sendError(response, 400, query);
    const actions = await history.actions(query);
    response.json({ actions: actions.map(actionView) });
  });

  router.use(apiActions(context, access, actions));
  router.use(incidentActions(context, access));
  router.use(noSuchAddress);
  return router;
}

const noSuchAddress: RequestHandler = (_request, response) =>
  sendError(response, 404, 'There is no such address in the API of the monitor.');

/** As in run.json: the failures are listed separately. */
function findingEntry({ id, severity, sentence, checks, endpoints, failures }: FindingView): object {
  const verdicts = failures.map(({ check, endpoint }) => ({ check, endpoint }));
  return { id, severity, message: sentence, checks, endpoints, verdicts };
}

function runEntry(row: RunRow): object {
  return {
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
  };
}
