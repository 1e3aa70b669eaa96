import { type Request, type Response, Router } from 'express';
import type { Access } from '../../http/access.ts';
import { sendError } from '../../http/errors.ts';
import { textOf, typedInto } from '../../http/request-fields.ts';
import { type ServiceContext, viewSources } from '../../http/service-context.ts';
import { parseAskedTime, quoted } from '../compare/kept-record.ts';
import type { PageAnswers } from '../installation/answers.ts';
import { texts } from '../shared/texts.ts';
import { incidentsUrl } from '../shared/urls.ts';
import { type IncidentAction, makeIncidentActions } from './actions.ts';
import {
  type AskedIncidents,
  chosenIncidents,
  type IncidentsRequest,
  incidentsView,
  readIncidents,
} from './data.ts';
import { renderFeed } from './feed.ts';
import { type IncidentForm, incidentKinds } from './model.ts';
import { incidentsTexts } from './texts.ts';
import { longestNote, renderIncidents } from './view.ts';

const words = incidentsTexts;
const longestText = 200;

/** What the address of a list of incidents asks for; with a sentence that says what is accepted, if something else is given. */
export function parseIncidentQuery({ query }: Pick<Request, 'query'>, nowMs: number): AskedIncidents {
  const given = (name: string): string => {
    const value = query[name];
    return value === undefined ? '' : String(value).trim().slice(0, longestText);
  };
  const [installation, show, from, to] = [given('installation'), given('show'), given('from'), given('to')];
  const kind = incidentKinds.find((one) => one === show);
  const number = Number(given('page'));
  const found = {
    asked: {
      installation: installation || undefined,
      show: kind,
      from: from || undefined,
      to: to || undefined,
    },
    page: Number.isInteger(number) && number > 1 ? number : undefined,
  };
  if (show !== '' && kind === undefined) return { ...found, problem: words.wrongKind };
  const [first, last] = [parseAskedTime(from, nowMs), parseAskedTime(to, nowMs)];
  if (from !== '' && first === undefined)
    return { ...found, problem: words.wrongTime(words.from, quoted(from)) };
  if (to !== '' && last === undefined) return { ...found, problem: words.wrongTime(words.to, quoted(to)) };
  if (first !== undefined && last !== undefined && first.fromMs >= last.toMs)
    return { ...found, problem: words.wrongOrder };
  return { ...found, fromMs: first?.fromMs, toMs: last?.toMs };
}

/** The fields of the forms, without the token. */
const fields = ['message', 'public', 'until', 'reason'];

/** The pages of incidents, the form for notes on them, and the feed. */
export function incidentRoutes(context: ServiceContext, access: Access, answers: PageAnswers): Router {
  const { fleet, history, hidden, service } = context;
  const { readForm, sendPage, sendMessage, forInstallation, operatorOf } = answers;
  const router = Router();
  const nowMs = (): number => context.runContext.clock.nowMs();
  const view = (asked: Omit<IncidentsRequest, 'canAct'>) =>
    incidentsView(history, viewSources(context), { canAct: access.canAct, ...asked });
  /** The list that an address asks for: of one installation, or of all. */
  const listIn = (request: Request, installation?: string) => {
    const { asked, ...found } = parseIncidentQuery(request, nowMs());
    if (installation === undefined) return { request: { asked, ...found } };
    const { installation: _all, ...ofOne } = asked;
    return { request: { asked: ofOne, ...found }, installation };
  };
  const sendList = async (request: Request, response: Response, installation?: string): Promise<void> => {
    const page = await view(listIn(request, installation));
    await sendPage(response, page.problem === undefined ? 200 : 400, renderIncidents(page));
  };

  router.get('/incidents', (request, response) => sendList(request, response));
  router.get(
    '/installations/:name/incidents',
    forInstallation((target, request, response) =>
      sendList(request, response, target.monitored.installation.name),
    ),
  );
  router.get('/incidents.atom', async (request, response) => {
    const found = parseIncidentQuery(request, nowMs());
    if (found.problem !== undefined) return sendError(response, 400, found.problem);
    const known = await readIncidents(history, { fleet, nowMs: nowMs() }, found.asked.installation);
    if (known.problem !== undefined) return sendError(response, 400, known.problem);
    const incidents = chosenIncidents(known.incidents, found, nowMs());
    const monitorUrl =
      service.publicUrl?.replace(/\/$/, '') ?? `${request.protocol}://${request.get('host')}`;
    response.set('cache-control', 'private, max-age=60').type('application/atom+xml');
    response.send(renderFeed({ incidents, query: found.asked, monitorUrl }));
  });
  for (const [form, act] of Object.entries(makeIncidentActions(context)) as [
    IncidentForm,
    IncidentAction,
  ][]) {
    const handler = async (request: Request, response: Response): Promise<void> => {
      const incident = String(request.params.id);
      const list = listIn(request, textOf(request.query.of));
      /** Nothing was kept: the list from which the form came, with its input. */
      const sendProblem = async (status: number, text: string): Promise<void> => {
        const notice = { text, isProblem: true };
        const draft = { incident, form, values: typedInto(request, fields, hidden, longestNote) };
        const page = await view({ ...list, notice, draft });
        await sendPage(response, status, renderIncidents(page));
      };
      const who = await operatorOf(request, response, words.wrongToken, sendProblem);
      if (who === undefined) return;
      const result = await act(request, who, incident);
      if ('problem' in result && result.status === 404)
        return sendMessage(response, 404, texts.errors.titles[404], result.problem);
      if ('problem' in result) return sendProblem(result.status, result.problem);
      const { asked, page } = list.request;
      const url = incidentsUrl(list.installation, asked, page);
      response.redirect(303, `${url}#${encodeURIComponent(incident)}`);
    };
    router.post(`/incidents/:id/${form}`, ...readForm(words.foreignForm), handler);
  }
  return router;
}
