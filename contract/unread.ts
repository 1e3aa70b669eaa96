import type { Answer, Exchange } from './exchange.ts';

/** Thrown when a judge looks at a body that this suite did not read. */
export class BodyNotRead extends Error {}

/**
 * An exchange whose body, if it was not read, cannot be looked at by mistake: its status and headers can be judged, and
 * looking at the body throws. So no check has to remember that a missing body proves nothing.
 */
export function guardUnread(exchange: Exchange): Exchange {
  const { answer } = exchange;
  if (answer === undefined) return exchange;
  const { unread, fhir } = answer;
  if (unread === undefined && fhir?.unread === undefined) return exchange;
  const refuse = (reason: string) => (): never => {
    throw new BodyNotRead(
      `${exchange.endpoint} was answered with a body beyond what this suite reads: ${reason}.`,
    );
  };
  const refused = Object.fromEntries(
    (unread === undefined ? (['fhir'] as const) : bodyProperties).map((name) => [
      name,
      { get: refuse(unread ?? fhir?.unread ?? ''), enumerable: false },
    ]),
  );
  return { ...exchange, answer: Object.defineProperties({ ...answer }, refused) };
}

const bodyProperties = [
  'json',
  'excerpt',
  'text',
  'digest',
  'fhir',
] as const satisfies readonly (keyof Answer)[];
