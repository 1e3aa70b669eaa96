import { answerPhrase, requestPhrase } from './describe.ts';
import type { Exchange } from './exchange.ts';
import type { RequirementId } from './requirements.ts';
import { fail, type Judgement, pass, untestable } from './verdict.ts';

/** A failure shown by the status or by a missing answer: the request, the answer and the promise in one sentence. */
export function failAnswer(
  exchange: Exchange,
  promise: string,
  broken?: readonly RequirementId[],
): Judgement {
  return fail(
    exchange,
    `${requestPhrase(exchange)} ${answerPhrase(exchange)}; the document promises ${promise}.`,
    broken,
  );
}

/** A failure shown by the headers or the body: the request, what is wrong and the promise in one sentence. */
export function failContent(
  exchange: Exchange,
  found: string,
  promise: string,
  broken?: readonly RequirementId[],
): Judgement {
  return fail(exchange, `${requestPhrase(exchange)} ${found}; the document promises ${promise}.`, broken);
}

/** A pass: the request and its answer in one sentence. */
export function passAnswer(exchange: Exchange, requirements?: readonly RequirementId[]): Judgement {
  return pass(exchange, `${requestPhrase(exchange)} ${answerPhrase(exchange)}.`, requirements);
}

/** An answer that this check cannot judge, since the document leaves it open or another check judges it. */
export function leaveUntestable(exchange: Exchange, why: string): Judgement {
  return untestable(`${requestPhrase(exchange)} ${answerPhrase(exchange)}: ${why}.`, exchange);
}
