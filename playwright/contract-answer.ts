import { answeredPhrase, factsOf } from '../contract/facts.ts';
import { errorMessageOf } from '../contract/judging/answers.ts';
import { keyPhrase } from '../contract/judging/describe.ts';
import type { Answer, Exchange } from '../contract/judging/exchange.ts';
import { endpointReading } from './asked-request.ts';
import { plainError } from './errors.ts';

/** An answer as the broker passes it to a test: free of secrets, and of every part of one. */
export interface SentAnswer {
  readonly exchange: Exchange & { readonly answer: Answer };
  /** The path and query, below the base URL. */
  readonly target: string;
  /** Why a test does not get the whole body, as a clause. */
  readonly cut?: string;
}

/** An installation's answer to one request of a test. */
export class ContractAnswer<T = unknown> {
  /** The request as a phrase: "GET /api/v3/users with a wrong key in the header". */
  readonly request: string;
  /** The id of the exchange in run.json and in attachments. */
  readonly exchange: string;
  readonly status: number;
  /** Lower-case names; repeated headers are joined by a comma. */
  readonly headers: Readonly<Record<string, string>>;
  /** Size of the body in bytes, decoded. */
  readonly bytes: number;
  /** The beginning of the body, for display. */
  readonly excerpt: string;
  /** The duration of the whole exchange. */
  readonly ms: number;
  /** A command line that repeats the request, with shell variables for keys. */
  readonly curl: string;
  readonly #sent: SentAnswer;
  readonly #whole: Answer['json'];

  /** @internal Created by `ask`. */
  constructor(sent: SentAnswer) {
    const { exchange, target } = sent;
    const { answer } = exchange;
    this.request = `${exchange.method} ${target} ${keyPhrase(exchange.request.key)}`;
    this.exchange = exchange.id;
    this.status = answer.status;
    this.headers = answer.headers;
    this.bytes = answer.bytes;
    this.excerpt = answer.excerpt;
    this.ms = exchange.phasesMs.total;
    this.curl = exchange.curl;
    this.#sent = sent;
    this.#whole = wholeJson(sent);
  }

  /**
   * The body, parsed as JSON.
   * @throws Error if it is not JSON or was not read; its message says which
   */
  get json(): T {
    if (this.#whole.ok) return this.#whole.value as T;
    throw plainError(`${this.request} has no JSON to look at: ${this.#whole.reason}.`);
  }

  /** The message in the body's `error`, if it has one. */
  get error(): string | undefined {
    return errorMessageOf(ContractAnswer.exchangeOf(this).answer);
  }

  /** The answer, as a phrase: "was answered with status 500 (text/html, 1.2 kB)". */
  get answered(): string {
    return answeredPhrase(factsOf(ContractAnswer.exchangeOf(this)));
  }

  /** @internal False for an answer from a path that the document does not have. */
  static isDocumented(answer: ContractAnswer): boolean {
    const { path } = answer.#sent.exchange.request;
    return path === undefined || endpointReading(path) !== undefined;
  }

  /** @internal The exchange behind an answer, with its whole body, for matchers. */
  static exchangeOf(answer: ContractAnswer): SentAnswer['exchange'] {
    const { exchange } = answer.#sent;
    return { ...exchange, answer: { ...exchange.answer, json: answer.#whole } };
  }
}

function wholeJson({ exchange: { answer }, cut }: SentAnswer): Answer['json'] {
  if (answer.unread !== undefined) return { ok: false, reason: answer.unread };
  if (cut !== undefined) return { ok: false, reason: cut };
  if (!answer.json.ok || answer.text === undefined) return answer.json;
  try {
    return { ...answer.json, value: JSON.parse(answer.text) as unknown };
  } catch {
    return { ok: false, reason: 'a key stood in it outside of any text, and was taken out' };
  }
}
