import { answeredPhrase, factsOf } from '../contract/facts.ts';
import { errorMessageOf } from '../contract/judging/answers.ts';
import { keyPhrase } from '../contract/judging/describe.ts';
import type { Answer, Exchange } from '../contract/judging/exchange.ts';
import { endpointReading } from './asked-request.ts';
import { plainError } from './errors.ts';

/** An answer as the broker hands it to a test: free of secrets, and of every part of one. */
export interface SentAnswer {
  readonly exchange: Exchange & { readonly answer: Answer };
  /** The path and query, below the base URL. */
  readonly target: string;
  /** Why a test does not get the whole body, as a clause. */
  readonly cut?: string;
}

/** What an installation answered to one request of a test. */
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
  /** How long the whole exchange took. */
  readonly ms: number;
  /** A command line that repeats the request; keys are shell variables in it. */
  readonly curl: string;
  readonly #sent: SentAnswer;
  readonly #whole: Answer['json'];

  /** @internal `ask` makes it. */
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
   * @throws Error if it is not JSON, or was not read: its message says which
   */
  get json(): T {
    if (this.#whole.ok) return this.#whole.value as T;
    throw plainError(`${this.request} has no JSON to look at: ${this.#whole.reason}.`);
  }

  /** The `error` of a body that has one as its message. */
  get error(): string | undefined {
    return errorMessageOf(ContractAnswer.exchangeOf(this).answer);
  }

  /** What came back, as a phrase: "was answered with status 500 (text/html, 1.2 kB)". */
  get answered(): string {
    return answeredPhrase(factsOf(ContractAnswer.exchangeOf(this)));
  }

  /** @internal False for an answer of a path that the document does not have. */
  static isDocumented(answer: ContractAnswer): boolean {
    const { path } = answer.#sent.exchange.request;
    return path === undefined || endpointReading(path) !== undefined;
  }

  /** @internal The exchange behind an answer, with its body whole, for matchers. */
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
