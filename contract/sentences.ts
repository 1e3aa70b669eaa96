import { answerPhrase, requestPhrase } from './describe.ts';
import type { Exchange } from './exchange.ts';
import { fail, type Judgement, pass, untestable } from './verdict.ts';

/** A failure told whole: what was asked, what came back, what the document promises, as one sentence. */
export function failAnswer(exchange: Exchange, promise: string): Judgement {
  return fail(
    exchange,
    `${requestPhrase(exchange)} ${answerPhrase(exchange)}; the document promises ${promise}.`,
  );
}

/** A failure inside an answer whose status is right: what is wrong in it, and what the document promises. */
export function failContent(exchange: Exchange, found: string, promise: string): Judgement {
  return fail(exchange, `${requestPhrase(exchange)} ${found}; the document promises ${promise}.`);
}

export function passAnswer(exchange: Exchange): Judgement {
  return pass(exchange, `${requestPhrase(exchange)} ${answerPhrase(exchange)}.`);
}

/** Something that is not this check's to judge came back, which the document leaves open. */
export function leaveUntestable(exchange: Exchange, why: string): Judgement {
  return untestable(`${requestPhrase(exchange)} ${answerPhrase(exchange)}: ${why}.`, exchange);
}
