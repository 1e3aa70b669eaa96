import type { Answer, Exchange } from '../../contract/exchange.ts';
import { limits } from '../../contract/limits.ts';
import { type Redaction, redactHeaders, redactReading } from '../../engine/evidence/redaction.ts';
import type { SentAnswer } from '../contract-answer.ts';

/**
 * An answer as a test gets it. Whatever a test compares may be printed, attached and traced: every part of a secret is
 * hidden, where judging hides whole ones.
 */
export function shownAnswer(
  exchange: Exchange & { readonly answer: Answer },
  baseUrl: string,
  { parts }: Redaction,
): SentAnswer {
  const { answer, url } = exchange;
  const { text, json, headers, fhir: _report, ...rest } = answer;
  const isWhole = text !== undefined || !json.ok;
  return {
    exchange: {
      ...exchange,
      answer: {
        ...rest,
        headers: redactHeaders(headers, parts),
        json: redactReading(json, parts),
        ...(text === undefined ? {} : { text: parts(text) }),
      },
    },
    target: parts(url.startsWith(baseUrl) ? url.slice(baseUrl.length) : url),
    ...(isWhole
      ? {}
      : {
          cut: `its body is larger than ${limits.wholeBodyBytes.value / 1e6} MB, the most that a test gets`,
        }),
  };
}
