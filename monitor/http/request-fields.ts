import { json, type Request, type RequestHandler, type Response } from 'express';
import { didYouMean } from '../../engine/configuration/did-you-mean.ts';
import type { Redaction } from '../../engine/evidence/redaction.ts';
import { texts } from '../pages/shared/texts.ts';
import type { Fleet } from '../running/fleet.ts';
import type { MonitoredTarget } from '../state/monitored-target.ts';
import { sendError } from './errors.ts';

/** Forms and JSON bodies above this size are refused by 413. */
export const largestBody = '10kb';

/**
 * Reads the JSON body of an action, whose fields have these types. Anything else is refused by 400 or 415: an action without the
 * field that was meant would do something else, such as ending every window in place of one.
 */
export function jsonBody(
  fields: Readonly<Record<string, 'string' | 'number' | 'boolean'>> = {},
): readonly RequestHandler[] {
  const known = Object.keys(fields);
  const { notJson, noObject, unknownField, wrongType } = texts.errors.body;
  const problemOf = (body: unknown): string | undefined => {
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return noObject;
    for (const [name, value] of Object.entries(body)) {
      // A name such as `constructor` is a field of every object.
      const type = known.includes(name) ? fields[name] : undefined;
      if (type === undefined) return unknownField(name.slice(0, 50), known, didYouMean(name, known));
      if (typeof value !== type) return wrongType(name, type);
    }
    return undefined;
  };
  return [
    json({ limit: largestBody }),
    (request, response, next) => {
      // Express says null of a request without a body.
      const isOther = request.is('json') === false && request.headers['content-length'] !== '0';
      if (isOther) return sendError(response, 415, notJson);
      const problem = request.body === undefined ? undefined : problemOf(request.body);
      return problem === undefined ? next() : sendError(response, 400, problem);
    },
  ];
}

/** A field of a form or of a JSON body. */
export function bodyField(request: Request, name: string): unknown {
  const body: unknown = request.body;
  return typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[name] : undefined;
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** What was typed into these fields of a form, as a page may show it again: without keys, and not more than so many characters. */
export function typedInto(
  request: Request,
  names: readonly string[],
  hidden: Redaction,
  longest: number,
): Readonly<Record<string, string>> {
  const fields = names.flatMap((name) => {
    const value = textOf(bodyField(request, name));
    return value === undefined ? [] : [[name, hidden.parts(value).slice(0, longest)] as const];
  });
  return Object.fromEntries(fields);
}

/** A handler for the installation that the path names as `:name`. */
export function forTarget(
  fleet: Fleet,
  onMissing: (response: Response) => void | Promise<void>,
  handle: (target: MonitoredTarget, request: Request, response: Response) => void | Promise<void>,
): RequestHandler<{ name: string }> {
  return (request, response) => {
    const target = fleet.get(request.params.name);
    return target === undefined ? onMissing(response) : handle(target, request, response);
  };
}

/** What the parameters of an address take, by their names, with a sentence that says so. */
export type KnownValues = Readonly<
  Record<string, { readonly known: readonly string[]; readonly sentence: string }>
>;

/**
 * Says what is accepted if an address asks for something that its page does not know, and nothing if all is known. A page
 * that showed something else instead would be read as the answer. A field that was left empty asks for nothing.
 */
export function unknownValueIn({ query }: Pick<Request, 'query'>, values: KnownValues): string | undefined {
  const sentences = Object.entries(values).flatMap(([name, { known, sentence }]) => {
    const given = query[name] ?? '';
    return given === '' || known.some((one) => one === given) ? [] : [sentence];
  });
  return sentences.length === 0 ? undefined : sentences.join(' ');
}
