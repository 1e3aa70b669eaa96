import { type Request, type Response, Router } from 'express';
import { type Incident, incidentsOf } from '../../history/incidents.ts';
import { type Access, operatorOf } from '../../http/access.ts';
import { sendError } from '../../http/errors.ts';
import { parseMomentInUtc } from '../../http/maintenance-fields.ts';
import { bodyField, jsonBody, textOf } from '../../http/request-fields.ts';
import type { ServiceContext } from '../../http/service-context.ts';
import { acknowledge, longestReason } from '../../running/maintenance-actions.ts';
import { showSnapshot } from '../../state/show-in-metrics.ts';
import { fullTime, iso } from '../shared/times.ts';
import { mostChanges } from './data.ts';
import type { IncidentForm } from './model.ts';
import { incidentsTexts } from './texts.ts';
import { longestNote } from './view.ts';

const words = incidentsTexts;
const longestKnownDays = 30;

/** The outcome of an action on an incident: nothing, and why, or what the API answers. */
export type IncidentResult =
  | { readonly status: 400 | 404 | 409; readonly problem: string }
  | { readonly status: 200 | 201; readonly answer: object };

/** Does what an operator asks for on an incident, by a form or by the API. */
export type IncidentAction = (request: Request, who: string, incident: string) => Promise<IncidentResult>;

const missing: IncidentResult = { status: 404, problem: words.missing };
const isOver: IncidentResult = { status: 409, problem: words.known.isOver };

export function makeIncidentActions({
  fleet,
  history,
  hidden,
  metrics,
  runContext: { clock, me },
}: ServiceContext): Readonly<Record<IncidentForm, IncidentAction>> {
  const findIncident = async (id: string): Promise<Incident | undefined> => {
    const installation = id.slice(0, Math.max(0, id.lastIndexOf('-')));
    const changes = await history.changes({ installation, limit: mostChanges });
    return incidentsOf(changes).find((one) => one.id === id);
  };
  const setKnown = async (
    incident: string,
    who: string,
    known?: { readonly untilMs: number; readonly reason: string },
  ): Promise<boolean> => {
    const found = await findIncident(incident);
    const target = found === undefined ? undefined : fleet.get(found.installation);
    if (found?.endedAt !== undefined || target === undefined) return false;
    const wanted = known === undefined ? { incident } : { incident, known };
    const isDone = await acknowledge(target, wanted, { who, nowMs: clock.nowMs() }, { history, me });
    if (isDone) showSnapshot(target, metrics);
    return isDone;
  };
  return {
    async notes(request, who, incident) {
      const message = textOf(bodyField(request, 'message'))?.trim() ?? '';
      if (message === '' || message.length > longestNote)
        return { status: 400, problem: words.noteLength(longestNote) };
      const found = await findIncident(incident);
      if (found === undefined) return missing;
      const { installation, startedAt } = found;
      const atMs = clock.nowMs();
      const text = hidden.parts(message);
      // A form sends a box that is ticked, and leaves out any other.
      const isPublic = [true, 'on'].includes(bodyField(request, 'public') as string);
      await history.incidentNotes.add({ incident, who, message: text, installation, atMs, isPublic });
      const what = isPublic ? 'published an update' : 'wrote a note';
      const action = `${what} on the incident of ${fullTime(startedAt)}`;
      await history.recordAction({ atMs, who, kind: 'note', installation, message: action });
      return { status: 201, answer: { incident, message: text, public: isPublic } };
    },
    async acknowledgement(request, who, incident) {
      const known = knownIn(request, clock.nowMs());
      if (typeof known === 'string') return { status: 400, problem: known };
      const { untilMs } = known;
      const reason = hidden.parts(known.reason);
      if ((await findIncident(incident)) === undefined) return missing;
      if (!(await setKnown(incident, who, { untilMs, reason }))) return isOver;
      return { status: 200, answer: { incident, until: iso(untilMs), who, reason } };
    },
    async 'acknowledgement/end'(_request, who, incident) {
      return (await setKnown(incident, who)) ? { status: 200, answer: { incident } } : isOver;
    },
  };
}

/** Until when an incident is known, and why, or a sentence that says what is wrong with it. */
function knownIn(
  request: Request,
  nowMs: number,
): { readonly untilMs: number; readonly reason: string } | string {
  const untilMs = parseMomentInUtc(textOf(bodyField(request, 'until')) ?? '');
  const reason = textOf(bodyField(request, 'reason'))?.trim() ?? '';
  if (untilMs === undefined || untilMs <= nowMs || untilMs - nowMs > longestKnownDays * 86_400_000)
    return words.known.wrongTime(longestKnownDays);
  if (reason === '' || reason.length > longestReason) return words.known.reasonLength(longestReason);
  return { untilMs, reason };
}

/** The fields of a JSON body, with their types. */
const fieldsOf = {
  notes: { message: 'string', public: 'boolean' },
  acknowledgement: { until: 'string', reason: 'string' },
  'acknowledgement/end': {},
} as const satisfies Readonly<Record<IncidentForm, object>>;

/** The actions on incidents in the JSON API. Each needs the operator's token. */
export function incidentActions(context: ServiceContext, access: Access): Router {
  const router = Router();
  for (const [path, act] of Object.entries(makeIncidentActions(context))) {
    router.post(
      `/incidents/:id/${path}`,
      access.operators,
      ...jsonBody(fieldsOf[path as IncidentForm]),
      async (request: Request<{ id: string }>, response: Response) => {
        const result = await act(request as Request, operatorOf(response), request.params.id);
        if ('problem' in result) return sendError(response, result.status, result.problem);
        response.status(result.status).json(result.answer);
      },
    );
  }
  return router;
}
