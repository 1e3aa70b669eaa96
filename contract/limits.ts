import { maximumDepth, maximumIssues, maximumMessage, maximumPath } from '../fhir/types.ts';

/** A limit of what this suite reads, keeps or shows. The document states no sizes: beyond one, nothing has failed. */
export interface Limit {
  readonly value: number;
  /** The unit. */
  readonly unit: string;
  /** What is beyond it, as a row of a table. */
  readonly of: string;
  /** Why there is a limit, and why this one. */
  readonly reason: string;
  /** The setting that changes it, if there is one. */
  readonly setting?: string;
}

/** Every limit, in one table. docs/limits.md shows it. */
export const limits = {
  bodyBytes: {
    value: 100_000_000,
    unit: 'bytes, decoded',
    of: 'body',
    reason: 'a large project as one Bundle has some 50 MB',
    setting: 'MAX_BODY_MB',
  },
  bodyBudgetBytes: {
    value: 32_000_000,
    unit: 'bytes',
    of: 'large bodies in the memory of a monitor, all installations together; one has at most a quarter',
    reason: 'a monitor of many installations has to fit into 500 MB',
    setting: 'BODY_BUDGET_MB',
  },
  headerBytes: {
    value: 64 * 1024,
    unit: 'bytes',
    of: 'headers of an answer',
    reason: 'servers and proxies allow 8 to 64 kB',
  },
  jsonValues: {
    value: 5_000_000,
    unit: 'values',
    of: 'JSON body',
    reason: 'an empty object takes two bytes of a body and 60 of memory',
    setting: 'MAX_JSON_VALUES',
  },
  jsonNames: {
    value: 1_000_000,
    unit: 'names',
    of: 'one object of a JSON body',
    reason: 'five million, each new, took 1.2 GB: one table holds all names of an object',
  },
  jsonDepth: {
    value: 1_000,
    unit: 'levels',
    of: 'nesting of a JSON body',
    reason: 'resources nest about a dozen levels',
    setting: 'MAX_JSON_DEPTH',
  },
  fhirDepth: {
    value: maximumDepth,
    unit: 'levels',
    of: 'nesting of a FHIR body',
    reason: 'the validator follows each level in a function of its own',
  },
  readingMs: {
    value: 30_000,
    unit: 'milliseconds',
    of: 'decoding, parsing and validating one body',
    reason: 'a Bundle of 50 MB takes 5 s',
    setting: 'READING_TIMEOUT_S',
  },
  readingHeapMb: {
    value: 1_024,
    unit: 'MB',
    of: 'memory of a process that reads bodies',
    reason: 'a Bundle of 100 MB takes 800 MB',
    setting: 'READER_MEMORY_MB',
  },
  directBytes: {
    value: 64_000,
    unit: 'bytes',
    of: 'body that is read without a process of its own',
    reason: 'it takes a millisecond or two, less than handing it over',
  },
  directFhirBytes: {
    value: 16_000,
    unit: 'bytes',
    of: 'FHIR body that a monitor validates without a process of its own',
    reason: 'it takes some milliseconds, in which nothing else happens',
  },
  directFhirBytesOfCheck: {
    value: 64_000,
    unit: 'bytes',
    of: 'FHIR body that a check validates without a process of its own',
    reason: 'it takes less than starting a process, and no other run waits for it',
  },
  largeBytes: {
    value: 1_000_000,
    unit: 'bytes',
    of: 'body that waits for its turn in memory',
    reason: 'smaller ones fit, as many as are under way at once',
  },
  keptValues: {
    value: 10_000,
    unit: 'values',
    of: 'outline of a body',
    reason: 'checks look at the outline of a body, never at all of it',
  },
  keptEntries: { value: 200, unit: 'entries', of: 'list or object of an outline', reason: 'as above' },
  keptDepth: { value: 12, unit: 'levels', of: 'outline of a body', reason: 'as above' },
  keptText: { value: 1_000, unit: 'characters', of: 'text near the top of an outline', reason: 'as above' },
  keptDeepText: {
    value: 200,
    unit: 'characters',
    of: 'text deeper in an outline',
    reason: 'an id has at most so many; lists of long texts still fit',
  },
  keptTexts: {
    value: 250_000,
    unit: 'characters',
    of: 'all texts of an outline',
    reason: 'so that 150 exchanges fit into some 40 MB; `KEEP_EVIDENCE` keeps every body whole',
  },
  wholeBodyBytes: {
    value: 2_000_000,
    unit: 'bytes',
    of: 'body that a Playwright test of your own gets whole',
    reason: 'larger ones stay in the process that asked for them',
  },
  excerpt: {
    value: 600,
    unit: 'characters',
    of: 'beginning of a body, for display',
    reason: 'ten lines of a report',
  },
  shownHeaders: {
    value: 30,
    unit: 'headers',
    of: 'answer that a record shows, request ids first',
    reason: 'most answers have a dozen',
  },
  shownHeader: {
    value: 300,
    unit: 'characters',
    of: 'header of such an answer',
    reason: 'two lines of a report',
  },
  message: {
    value: maximumMessage,
    unit: 'characters',
    of: 'message of a verdict, an observation or an issue',
    reason: 'a person reads it',
  },
  path: { value: maximumPath, unit: 'characters', of: 'path of an issue', reason: 'a person reads it' },
  issues: {
    value: maximumIssues,
    unit: 'issues',
    of: 'FHIR report',
    reason: 'further ones are counted',
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
