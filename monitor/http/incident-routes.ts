import { json, type Request, type Response, Router, urlencoded } from 'express';
import { incidentsOf } from '../history/incidents.ts';
import { incidentsView, mostChanges, readIncidents } from '../views/data/incidents-view.ts';
import { incidentsUrl } from '../views/data/urls.ts';
import { renderFeed } from '../views/feed.ts';
import { longestNote, renderIncidents } from '../views/pages/incidents.ts';
import { texts } from '../views/texts.ts';
import { type Access, operatorOf } from './access.ts';
import { sendError } from './errors.ts';
import { forTarget } from './for-target.ts';
import type { PageAnswers } from './page-answers.ts';
import { bodyField, largestBody, textOf } from './request-fields.ts';
import { isSameOrigin } from './same-origin.ts';
import { type ServiceContext, viewSources } from './service-context.ts';

const words = texts.incidents;
const { problems } = texts.actions;
const noteSentence = words.noteLength(longestNote);

/** Keeps a note on an incident. Resolves to false where the history has no such incident. */
async function keepNote(
  { history, runContext }: ServiceContext,
  note: { readonly incident: string; readonly who: string; readonly message: string },
): Promise<boolean> {
  const found = incidentsOf(await history.changes({ limit: mostChanges })).find(
    ({ id }) => id === note.incident,
  );
  if (found === undefined) return false;
  const { installation } = found;
  const atMs = runContext.clock.nowMs();
  await history.incidentNotes.add({ ...note, installation, atMs });
  const message = `wrote a note on the incident of ${found.startedAt}`;
  await history.recordAction({ atMs, who: note.who, kind: 'note', installation, message });
  return true;
}

/** A note, trimmed; nothing where it is empty or too long. */
function noteIn(request: Request): string | undefined {
  const message = textOf(bodyField(request, 'message'))?.trim() ?? '';
  return message === '' || message.length > longestNote ? undefined : message;
}

/** The action of the JSON API that keeps a note. It needs the operator's token. */
export function incidentActions(context: ServiceContext, access: Access): Router {
  const router = Router();
  router.post(
    '/incidents/:id/notes',
    access.operators,
    json({ limit: largestBody }),
    async (request: Request<{ id: string }>, response) => {
      const message = noteIn(request as Request);
      if (message === undefined) return sendError(response, 400, noteSentence);
      const { id: incident } = request.params;
      const isKept = await keepNote(context, { incident, who: operatorOf(response), message });
      if (!isKept) return sendError(response, 404, words.missing);
      response.status(201).json({ incident, message });
    },
  );
  return router;
}

/** The pages of incidents, the form for notes on them, and the feed. */
export function incidentRoutes(context: ServiceContext, access: Access, answers: PageAnswers): Router {
  const { fleet, history, service } = context;
  const { sendPage, sendMessage, sendNoInstallation } = answers;
  const router = Router();
  const send = async (
    response: Response,
    status: number,
    installation?: string,
    problem?: string,
  ): Promise<void> => {
    const view = await incidentsView(history, viewSources(context), {
      canAct: access.canAct,
      ...(installation === undefined ? {} : { installation }),
      ...(problem === undefined ? {} : { notice: { text: problem, isProblem: true } }),
    });
    sendPage(response, status, String(await renderIncidents(view)));
  };

  router.get('/incidents', (_request, response) => send(response, 200));
  router.get(
    '/installations/:name/incidents',
    forTarget(fleet, sendNoInstallation, (target, _request, response) =>
      send(response, 200, target.monitored.installation.name),
    ),
  );
  router.get('/incidents.atom', async (request, response) => {
    const installation = textOf(request.query.installation);
    const incidents = await readIncidents(history, context.runContext.clock.nowMs(), installation);
    const monitorUrl =
      service.publicUrl?.replace(/\/$/, '') ?? `${request.protocol}://${request.get('host')}`;
    response.set('cache-control', 'private, max-age=60').type('application/atom+xml');
    response.send(renderFeed({ incidents, installation, monitorUrl }));
  });
  router.post(
    '/incidents/:id/notes',
    urlencoded({ extended: false, limit: largestBody }),
    async (request: Request<{ id: string }>, response) => {
      if (!access.canAct) return sendMessage(response, 403, texts.errors.switchedOff, problems.noToken);
      if (!isSameOrigin(request as Request, service.publicUrl))
        return sendMessage(response, 403, texts.errors.formNotAccepted, words.foreignForm);
      const check = await access.checkToken(
        request as Request,
        response,
        textOf(bodyField(request as Request, 'token')) ?? '',
      );
      if (check === 'wrong') return send(response, 401, undefined, words.wrongToken);
      if (check === 'too-often') return send(response, 429, undefined, problems.tooOften);
      const message = noteIn(request as Request);
      if (message === undefined) return send(response, 400, undefined, noteSentence);
      const { id: incident } = request.params;
      if (!(await keepNote(context, { incident, who: check.who, message })))
        return sendMessage(response, 404, texts.errors.titles[404], words.missing);
      response.redirect(303, `${incidentsUrl()}#${encodeURIComponent(incident)}`);
    },
  );
  return router;
}
