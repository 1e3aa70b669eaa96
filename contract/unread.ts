import type { Answer, Exchange } from './exchange.ts';

/** Thrown when a judge looks at a body that this suite did not read. */
export class BodyNotRead extends Error {}

/** Why an answer, or its body, is beyond what this suite reads, as a clause; undefined where it was read. */
export function whyUnread({ answer, failure }: Exchange): string | undefined {
  return failure?.kind === 'too-large' ? failure.reason : answer?.unread;
}

/** The same as a sentence, which names the setting to raise where there is one. */
export function unreadSentence({ endpoint }: Exchange, reason: string): string {
  return `${endpoint} was answered beyond what this suite reads: ${reason}.`;
}

const bodyProperties = [
  'json',
  'excerpt',
  'text',
  'digest',
  'fhir',
] as const satisfies readonly (keyof Answer)[];

/**
 * An exchange whose body, if it was not read, cannot be looked at by mistake: its status and headers can be judged, and
 * looking at the body throws. So no check has to remember that a missing body proves nothing.
 */
export function guardUnread(exchange: Exchange): Exchange {
  const { answer } = exchange;
  const reason = answer?.unread ?? answer?.fhir?.unread;
  if (answer === undefined || reason === undefined) return exchange;
  const refuse = (): never => {
    throw new BodyNotRead(unreadSentence(exchange, reason));
  };
  const guarded = { ...answer };
  // A body that is beyond the validator alone was read as JSON.
  for (const name of answer.unread === undefined ? (['fhir'] as const) : bodyProperties)
    Object.defineProperty(guarded, name, { get: refuse, enumerable: false });
  return { ...exchange, answer: guarded };
}
