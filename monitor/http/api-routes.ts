import { type RequestHandler, Router } from 'express';
import { incidentsOf } from '../history/incidents.ts';
import type { RunRow } from '../model.ts';
import { acknowledgedView } from '../views/data/acknowledged-view.ts';
import { actionView } from '../views/data/action-views.ts';
import { chosenIncidents, mostChanges, oldestRead } from '../views/data/incidents-view.ts';
import { installationView } from '../views/data/installation-view.ts';
import { iso } from '../views/data/iso.ts';
import { overviewRow } from '../views/data/overview-row.ts';
import { gravestFirst } from '../views/data/overview-view.ts';
import { ownHealthView } from '../views/data/own-health-view.ts';
import { lastRunView } from '../views/data/run-summaries.ts';
import { runView } from '../views/data/run-view.ts';
import type { FindingView } from '../views/view-model.ts';
import type { Access } from './access.ts';
import { apiActions } from './api-actions.ts';
import { sendError, sendNoInstallation } from './errors.ts';
import { forTarget } from './for-target.ts';
import { incidentActions } from './incident-actions.ts';
import { parseIncidentQuery } from './incident-query.ts';
import { actionsView } from './installation-forms.ts';
import { parseActionQuery, parseRunQuery } from './list-queries.ts';
import type { OperatorActions } from './operator-actions.ts';
import { textOf } from './request-fields.ts';
import { type ServiceContext, viewSources } from './service-context.ts';

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
    const installations = gravestFirst(fleet.all(), nowMs)
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
      const view = await installationView(target, history, sources, actionsView(target, access));
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
    if (view === undefined) return sendError(response, 404, 'The history has no run of this id.');
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
    const notesOf = (id: string): readonly object[] =>
      notes.flatMap(({ incident, atMs, who, message, isPublic }) =>
        incident === id ? [{ at: new Date(atMs).toISOString(), who, message, public: isPublic }] : [],
      );
    const chosen = chosenIncidents(incidentsOf(changes), query, nowMs);
    const sinceMs = oldestRead(changes);
    response.json({
      incidents: chosen.map((one) => ({
        ...one,
        notes: notesOf(one.id),
        ...acknowledgedView(fleet.get(one.installation)?.snapshot, nowMs, one.id),
      })),
      ...(sinceMs === undefined ? {} : { cutOffAt: iso(sinceMs) }),
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

/** As in run.json: the failures are listed beside. */
function findingEntry({ id, gravity, sentence, checks, endpoints, failures }: FindingView): object {
  const verdicts = failures.map(({ check, endpoint }) => ({ check, endpoint }));
  return { id, gravity, message: sentence, checks, endpoints, verdicts };
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
