import { maximumDepth, maximumIssues, maximumMessage, maximumPath } from '../fhir/types.ts';

/** A limit of what this suite reads, keeps or shows. The document states no sizes: beyond one, nothing has failed. */
export interface Limit {
  readonly value: number;
  /** The unit. */
  readonly unit: string;
  /** What is beyond it, as a row of a table. */
  readonly of: string;
  /** The setting that changes it, if there is one. */
  readonly setting?: string;
}

/** Every limit, in one table. docs/limits.md shows it. */
export const limits = {
  /** A large project as one Bundle has some 50 MB. */
  bodyBytes: {
    value: 100_000_000,
    unit: 'bytes, decoded',
    of: 'body',
    setting: 'MAX_BODY_MB',
  },
  /** A monitor of many installations has to fit into 500 MB. */
  bodyBudgetBytes: {
    value: 32_000_000,
    unit: 'bytes',
    of: 'large bodies in the memory of a monitor, all installations together; one has at most a quarter',
    setting: 'BODY_BUDGET_MB',
  },
  /** Servers and proxies allow 8 to 64 kB. */
  headerBytes: {
    value: 64 * 1024,
    unit: 'bytes',
    of: 'headers of an answer',
  },
  /** An empty object takes two bytes of a body and 60 of memory. */
  jsonValues: {
    value: 5_000_000,
    unit: 'values',
    of: 'JSON body',
    setting: 'MAX_JSON_VALUES',
  },
  /** Five million, each new, took 1.2 GB: one table holds all names of an object. */
  jsonNames: {
    value: 1_000_000,
    unit: 'names',
    of: 'one object of a JSON body',
  },
  /** Resources nest about a dozen levels. */
  jsonDepth: {
    value: 1_000,
    unit: 'levels',
    of: 'nesting of a JSON body',
    setting: 'MAX_JSON_DEPTH',
  },
  /** The validator follows each level in a function of its own. */
  fhirDepth: {
    value: maximumDepth,
    unit: 'levels',
    of: 'nesting of a FHIR body',
  },
  /** A Bundle of 50 MB takes 5 s. */
  readingMs: {
    value: 30_000,
    unit: 'milliseconds',
    of: 'decoding, parsing and validating one body',
    setting: 'READING_TIMEOUT_S',
  },
  /** A Bundle of 100 MB takes 800 MB. */
  readingHeapMb: {
    value: 1_024,
    unit: 'MB',
    of: 'memory of a process that reads bodies',
    setting: 'READER_MEMORY_MB',
  },
  /** It takes a millisecond or two, less than handing it over. */
  directBytes: {
    value: 64_000,
    unit: 'bytes',
    of: 'body that is read without a process of its own',
  },
  /** It takes some milliseconds, in which nothing else happens. */
  directFhirBytes: {
    value: 16_000,
    unit: 'bytes',
    of: 'FHIR body that a monitor validates without a process of its own',
  },
  /** It takes less than starting a process, and no other run waits for it. */
  directFhirBytesOfCheck: {
    value: 64_000,
    unit: 'bytes',
    of: 'FHIR body that a check validates without a process of its own',
  },
  /** Smaller ones fit, as many as are under way at once. */
  largeBytes: {
    value: 1_000_000,
    unit: 'bytes',
    of: 'body that waits for its turn in memory',
  },
  /** Checks look at the outline of a body, never at all of it. */
  keptValues: {
    value: 10_000,
    unit: 'values',
    of: 'outline of a body',
  },
  keptEntries: { value: 200, unit: 'entries', of: 'list or object of an outline' },
  keptDepth: { value: 12, unit: 'levels', of: 'outline of a body' },
  keptText: { value: 1_000, unit: 'characters', of: 'text near the top of an outline' },
  /** An id has at most so many; lists of long texts still fit. */
  keptDeepText: {
    value: 200,
    unit: 'characters',
    of: 'text deeper in an outline',
  },
  /** So that 150 exchanges fit into some 40 MB; `KEEP_EVIDENCE` keeps every body whole. */
  keptTexts: {
    value: 250_000,
    unit: 'characters',
    of: 'all texts of an outline',
  },
  /** Larger ones stay in the process that asked for them. */
  wholeBodyBytes: {
    value: 2_000_000,
    unit: 'bytes',
    of: 'body that a Playwright test of your own gets whole',
  },
  /** Ten lines of a report. */
  excerpt: {
    value: 600,
    unit: 'characters',
    of: 'beginning of a body, for display',
  },
  /** Most answers have a dozen. */
  shownHeaders: {
    value: 30,
    unit: 'headers',
    of: 'answer that a record shows, request ids first',
  },
  /** Two lines of a report. */
  shownHeader: {
    value: 300,
    unit: 'characters',
    of: 'header of such an answer',
  },
  /** A person reads it. */
  message: {
    value: maximumMessage,
    unit: 'characters',
    of: 'message of a verdict, an observation or an issue',
  },
  /** A person reads it. */
  path: { value: maximumPath, unit: 'characters', of: 'path of an issue' },
  /** Further ones are counted. */
  issues: {
    value: maximumIssues,
    unit: 'issues',
    of: 'FHIR report',
  },
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
