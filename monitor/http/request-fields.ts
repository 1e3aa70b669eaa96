import { json, type Request, type RequestHandler, type Response } from 'express';
import { didYouMean } from '../../engine/configuration/did-you-mean.ts';
import type { Redaction } from '../../engine/evidence/redaction.ts';
import { texts } from '../pages/shared/texts.ts';
import type { Fleet } from '../running/fleet.ts';
import type { MonitoredTarget } from '../state/monitored-target.ts';
import { sendError } from './errors.ts';

/** Larger forms and JSON bodies are refused with 413. */
export const largestBody = '10kb';

/**
 * Parses the JSON body of an action with fields of these types. Anything else is refused with 400 or 415: without a
 * misspelt field, an action would do something else, such as ending every window instead of one.
 */
export function jsonBody(
  fields: Readonly<Record<string, 'string' | 'number' | 'boolean'>> = {},
): readonly RequestHandler[] {
  const known = Object.keys(fields);
  const { notJson, noObject, unknownField, wrongType } = texts.errors.body;
  const problemOf = (body: unknown): string | undefined => {
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return noObject;
    for (const [name, value] of Object.entries(body)) {
      // Every object has inherited fields such as `constructor`.
      const type = known.includes(name) ? fields[name] : undefined;
      if (type === undefined) return unknownField(name.slice(0, 50), known, didYouMean(name, known));
      if (typeof value !== type) return wrongType(name, type);
    }
    return undefined;
  };
  return [
    json({ limit: largestBody }),
    (request, response, next) => {
      // Express returns null for a request without a body.
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

/** The text typed into these fields of a form, for showing it again: without keys, and of limited length. */
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

/** A handler for the installation in the path parameter `:name`. */
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

/** The accepted values of query parameters, by name, each with a sentence about them. */
export type KnownValues = Readonly<
  Record<string, { readonly known: readonly string[]; readonly sentence: string }>
>;

/**
 * Explains what is accepted if a query contains a value that its page does not know; undefined if all are known. A page
 * that silently showed something else would be mistaken for the answer. An empty field requests nothing.
 */
export function unknownValueIn({ query }: Pick<Request, 'query'>, values: KnownValues): string | undefined {
  const sentences = Object.entries(values).flatMap(([name, { known, sentence }]) => {
    const given = query[name] ?? '';
    return given === '' || known.some((one) => one === given) ? [] : [sentence];
  });
  return sentences.length === 0 ? undefined : sentences.join(' ');
}
