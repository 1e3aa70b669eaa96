import { maximumDepth, maximumIssues, maximumMessage, maximumPath } from '../fhir/types.ts';

/**
 * A limit of what this suite reads, keeps or shows. The document states no sizes: beyond a limit, nothing has failed.
 */
interface Limit {
  readonly value: number;
  /** The setting that changes it, if there is one. */
  readonly setting?: string;
}

/** Every limit, in one table. */
export const limits = {
  /** A body, decoded: a large project as one Bundle has some 50 MB. */
  bodyBytes: { value: 100_000_000, setting: 'MAX_BODY_MB' },
  /**
   * Large bodies in the memory of a monitor, all installations together; one has at most a quarter. A monitor of many
   * installations has to fit into 500 MB.
   */
  bodyBudgetBytes: { value: 32_000_000, setting: 'BODY_BUDGET_MB' },
  /** The headers of an answer, and the interim answers before it: servers and proxies allow 8 to 64 kB. */
  headerBytes: { value: 64 * 1024 },
  /** A JSON body: an empty object takes two bytes of a body and 60 of memory. */
  jsonValues: { value: 5_000_000, setting: 'MAX_JSON_VALUES' },
  /**
   * One object of a JSON body: five million distinct names took 1.2 GB, because one table holds all names of an object.
   */
  jsonNames: { value: 1_000_000 },
  /** Levels of a JSON body: resources nest about a dozen. */
  jsonDepth: { value: 1_000, setting: 'MAX_JSON_DEPTH' },
  /** Levels of a FHIR body: the validator recurses into each. */
  fhirDepth: { value: maximumDepth },
  /** Decoding, parsing and validating one body: a Bundle of 50 MB takes 5 s. */
  readingMs: { value: 30_000, setting: 'READING_TIMEOUT_S' },
  /** The memory of a process that reads bodies: a Bundle of 100 MB takes 800 MB. */
  readingHeapMb: { value: 1_024, setting: 'READER_MEMORY_MB' },
  /**
   * A body that is read without a process of its own: it takes a millisecond or two, less than the hand-over to one.
   */
  directBytes: { value: 64_000 },
  /**
   * A FHIR body that a monitor validates in its own thread: it takes some milliseconds, in which nothing else happens.
   */
  directFhirBytes: { value: 16_000 },
  /**
   * A FHIR body that a check validates in its own thread: it takes less than starting a process, and no other run waits
   * for it.
   */
  directFhirBytesOfCheck: { value: 64_000 },
  /** FHIR readings that are cached between runs: those of some 250 installations. */
  rememberedBytes: { value: 50_000_000 },
  /** A body that waits for its turn in memory: smaller ones fit for all concurrent requests. */
  largeBytes: { value: 1_000_000 },
  /** Values in the outline of a body: checks look at the outline, never at the whole body. */
  keptValues: { value: 10_000 },
  /** A list or object of an outline. */
  keptEntries: { value: 200 },
  /** Levels of an outline. */
  keptDepth: { value: 12 },
  /** Characters of a text near the top of an outline. */
  keptText: { value: 1_000 },
  /** Characters of a text deeper in an outline: lists of long texts still fit. */
  keptDeepText: { value: 200 },
  /** Characters of an id in the answers of an installation. */
  id: { value: 1_000 },
  /** Characters of an id or a link, at any depth of an outline; a truncated one counts as none. */
  keptLink: { value: 2_000 },
  /**
   * Characters of all texts of an outline, so that 150 exchanges fit into some 40 MB; `KEEP_EVIDENCE` keeps bodies
   * whole.
   */
  keptTexts: { value: 250_000 },
  /** The largest body that a user's Playwright test gets whole: larger ones stay in the broker's process. */
  wholeBodyBytes: { value: 2_000_000 },
  /** Characters of the beginning of a body, for display: ten lines of a report. */
  excerpt: { value: 600 },
  /** Headers of an answer that a record shows, request ids first: most answers have a dozen. */
  shownHeaders: { value: 30 },
  /** Characters of such a header: two lines of a report. */
  shownHeader: { value: 300 },
  /** Characters of the message of a verdict, an observation or an issue: a person reads it. */
  message: { value: maximumMessage },
  /** Characters of the path of an issue. */
  path: { value: maximumPath },
  /** Issues of a FHIR report: further ones are counted. */
  issues: { value: maximumIssues },
} as const satisfies Readonly<Record<string, Limit>>;

/** Limits whose settings an installation may change. */
export interface ReadingLimits {
  readonly maximumJsonValues: number;
  readonly maximumJsonDepth: number;
  readonly readingTimeoutMs: number;
}

/** Picks the reading limits. */
export function readingLimitsOf({
  maximumJsonValues,
  maximumJsonDepth,
  readingTimeoutMs,
}: ReadingLimits): ReadingLimits {
  return { maximumJsonValues, maximumJsonDepth, readingTimeoutMs };
}

/** "it is larger than 100 MB; raise MAX_BODY_MB to read it": why a body was not read, as a clause. */
export function beyond(what: string, { setting }: Pick<Limit, 'setting'>): string {
  return setting === undefined ? what : `${what}; raise ${setting} to read it`;
}
