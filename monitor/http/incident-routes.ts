import { json, type Request, type Response, Router, urlencoded } from 'express';
import { incidentsOf } from '../history/incidents.ts';
import type { Notice } from '../views/data/frame-view.ts';
import {
  type AskedIncidents,
  chosenIncidents,
  incidentsView,
  mostChanges,
  type NoteDraft,
  readIncidents,
} from '../views/data/incidents-view.ts';
import { incidentsUrl } from '../views/data/urls.ts';
import { renderFeed } from '../views/feed.ts';
import { longestNote, renderIncidents } from '../views/pages/incidents.ts';
import { texts } from '../views/texts.ts';
import { type Access, operatorOf } from './access.ts';
import { sendError } from './errors.ts';
import { forTarget } from './for-target.ts';
import { parseIncidentQuery } from './incident-query.ts';
import type { PageAnswers } from './page-answers.ts';
import { bodyField, largestBody, textOf } from './request-fields.ts';
import { isSameOrigin } from './same-origin.ts';
import { type ServiceContext, viewSources } from './service-context.ts';

const words = texts.incidents;
const { problems } = texts.actions;
const noteSentence = words.noteLength(longestNote);

/** Keeps a note on an incident. Resolves to what is kept: nothing where the history has no such incident. */
async function keepNote(
  { history, hidden, runContext }: ServiceContext,
  note: { readonly incident: string; readonly who: string; readonly message: string },
): Promise<string | undefined> {
  const found = incidentsOf(await history.changes({ limit: mostChanges })).find(
    ({ id }) => id === note.incident,
  );
  if (found === undefined) return undefined;
  const { installation } = found;
  const atMs = runContext.clock.nowMs();
  const text = hidden.parts(note.message);
  await history.incidentNotes.add({ ...note, message: text, installation, atMs });
  const message = `wrote a note on the incident of ${found.startedAt}`;
  await history.recordAction({ atMs, who: note.who, kind: 'note', installation, message });
  return text;
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
      const kept = await keepNote(context, { incident, who: operatorOf(response), message });
      if (kept === undefined) return sendError(response, 404, words.missing);
      response.status(201).json({ incident, message: kept });
    },
  );
  return router;
}

/** The pages of incidents, the form for notes on them, and the feed. */
export function incidentRoutes(context: ServiceContext, access: Access, answers: PageAnswers): Router {
  const { fleet, history, hidden, service } = context;
  const { sendPage, sendMessage, sendNoInstallation } = answers;
  const router = Router();
  const nowMs = (): number => context.runContext.clock.nowMs();
  const view = (more: {
    readonly installation?: string;
    readonly request: AskedIncidents;
    readonly notice?: Notice;
    readonly draft?: NoteDraft;
  }) => incidentsView(history, viewSources(context), { canAct: access.canAct, ...more });
  /** The list that an address asks for: of one installation, or of all. */
  const listIn = (request: Request, installation?: string) => {
    const { asked, ...found } = parseIncidentQuery(request, nowMs());
    if (installation === undefined) return { request: { asked, ...found } };
    const { installation: _all, ...ofOne } = asked;
    return { request: { asked: ofOne, ...found }, installation };
  };
  const sendList = async (request: Request, response: Response, installation?: string): Promise<void> => {
    const page = await view(listIn(request, installation));
    sendPage(response, page.problem === undefined ? 200 : 400, String(await renderIncidents(page)));
  };

  router.get('/incidents', (request, response) => sendList(request, response));
  router.get(
    '/installations/:name/incidents',
    forTarget(fleet, sendNoInstallation, (target, request, response) =>
      sendList(request, response, target.monitored.installation.name),
    ),
  );
  router.get('/incidents.atom', async (request, response) => {
    const found = parseIncidentQuery(request, nowMs());
    if (found.problem !== undefined) return sendError(response, 400, found.problem);
    const known = await readIncidents(history, nowMs(), found.asked.installation);
    const incidents = chosenIncidents(known.incidents, found, nowMs());
    const monitorUrl =
      service.publicUrl?.replace(/\/$/, '') ?? `${request.protocol}://${request.get('host')}`;
    response.set('cache-control', 'private, max-age=60').type('application/atom+xml');
    response.send(renderFeed({ incidents, query: found.asked, monitorUrl }));
  });
  router.post(
    '/incidents/:id/notes',
    urlencoded({ extended: false, limit: largestBody }),
    async (request: Request<{ id: string }>, response) => {
      if (!access.canAct) return sendMessage(response, 403, texts.errors.switchedOff, problems.noToken);
      if (!isSameOrigin(request as Request, service.publicUrl))
        return sendMessage(response, 403, texts.errors.formNotAccepted, words.foreignForm);
      const { id: incident } = request.params;
      const list = listIn(request as Request, textOf(request.query.of));
      /** Nothing was kept: the list from which the form came, with what was typed. */
      const sendProblem = async (status: number, text: string): Promise<void> => {
        const typed = textOf(bodyField(request as Request, 'message')) ?? '';
        const message = hidden.parts(typed).slice(0, longestNote);
        const notice = { text, isProblem: true };
        const page = await view({ ...list, notice, draft: { incident, message } });
        sendPage(response, status, String(await renderIncidents(page)));
      };
      const check = await access.checkToken(
        request as Request,
        response,
        textOf(bodyField(request as Request, 'token')) ?? '',
      );
      if (check === 'wrong') return sendProblem(401, words.wrongToken);
      if (check === 'too-often') return sendProblem(429, problems.tooOften);
      const message = noteIn(request as Request);
      if (message === undefined) return sendProblem(400, noteSentence);
      if ((await keepNote(context, { incident, who: check.who, message })) === undefined)
        return sendMessage(response, 404, texts.errors.titles[404], words.missing);
      const { asked, page } = list.request;
      const url = incidentsUrl(list.installation, asked, page);
      response.redirect(303, `${url}#${encodeURIComponent(incident)}`);
    },
  );
  return router;
}
