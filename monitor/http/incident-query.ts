import type { Request } from 'express';
import { parseAskedTime, quoted } from '../views/data/asked-time.ts';
import type { AskedIncidents } from '../views/data/incidents-view.ts';
import { incidentKinds } from '../views/incidents-model.ts';
import { texts } from '../views/texts.ts';

const words = texts.incidents;
const longestText = 200;

/** What the address of a list of incidents asks for; with a sentence that says what is accepted, where something else is given. */
export function parseIncidentQuery({ query }: Pick<Request, 'query'>, nowMs: number): AskedIncidents {
  const given = (name: string): string => {
    const value = query[name];
    return value === undefined ? '' : String(value).trim().slice(0, longestText);
  };
  const [installation, show, from, to] = [given('installation'), given('show'), given('from'), given('to')];
  const kind = incidentKinds.find((one) => one === show);
  const number = Number(given('page'));
  const page = Number.isInteger(number) && number > 1 ? { page: number } : {};
  const asked = {
    ...(installation === '' ? {} : { installation }),
    ...(kind === undefined ? {} : { show: kind }),
    ...(from === '' ? {} : { from }),
    ...(to === '' ? {} : { to }),
  };
  if (show !== '' && kind === undefined) return { asked, ...page, problem: words.wrongKind };
  const [first, last] = [parseAskedTime(from, nowMs), parseAskedTime(to, nowMs)];
  if (from !== '' && first === undefined)
    return { asked, ...page, problem: words.wrongTime(words.from, quoted(from)) };
  if (to !== '' && last === undefined)
    return { asked, ...page, problem: words.wrongTime(words.to, quoted(to)) };
  if (first !== undefined && last !== undefined && first.fromMs >= last.toMs)
    return { asked, ...page, problem: words.wrongOrder };
  return {
    asked,
    ...page,
    ...(first === undefined ? {} : { fromMs: first.fromMs }),
    ...(last === undefined ? {} : { toMs: last.toMs }),
  };
}
