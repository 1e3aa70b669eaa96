import { answerPhrase, requestPhrase } from './describe.ts';
import type { Exchange } from './exchange.ts';
import type { RequirementId } from './requirements.ts';
import { fail, type Judgement, notShown, pass, untestable } from './verdict.ts';

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

/** A pass that rests on several exchanges: how many, and the first of them. */
export function passAll(exchanges: readonly Exchange[]): Judgement {
  const [first, ...more] = exchanges;
  if (first === undefined) return untestable('There is no answer to judge.');
  const count = more.length === 0 ? '' : ` So were ${more.length} more.`;
  return pass(first, `${requestPhrase(first)} ${answerPhrase(first)}: as documented.${count}`);
}

/** An answer that this check cannot judge, since the document leaves it open or another check judges it. */
export function leaveUntestable(exchange: Exchange, why: string): Judgement {
  return untestable(`${requestPhrase(exchange)} ${answerPhrase(exchange)}: ${why}.`, exchange);
}

/** An endpoint that was not shown to work, with the setting that helps. */
export function notShownBy(exchange: Exchange, advice: string): Judgement {
  return notShown(
    `Not shown: ${exchange.endpoint} answered ${exchange.answer?.status} to every request with a valid key; ${advice}.`,
    exchange,
  );
}
