import type { BodyReader } from '../../engine/evidence/body-reader.ts';
import { redactionOf } from '../../engine/evidence/redaction.ts';
import type { FhirRelease, FhirReport } from '../../fhir/index.ts';
import { type Document, documentsOf, type ReadingOptions } from './inputs.ts';
import type { Judged, Result } from './result.ts';
import { reportAtLine } from './text-format.ts';

/** What a command judges its files with. */
export interface Judge {
  readonly bodies: BodyReader;
  /** The only release to judge by; without it, any that fits. */
  readonly release: FhirRelease | undefined;
  readonly reading: ReadingOptions;
  /** Stops judging a file. */
  readonly signal?: AbortSignal;
}

/** The caller waits for files of any size; only memory limits them. */
const noLimits = {
  maximumJsonValues: Number.POSITIVE_INFINITY,
  maximumJsonDepth: Number.POSITIVE_INFINITY,
  readingTimeoutMs: 86_400_000,
};

/**
 * Judges the content of a file, one resource after the other: never more than one is in memory.
 * @throws the reason of the signal; never an error because of a file
 */
export async function* judgeFile(
  { file, isNamed }: Pick<Judged, 'file' | 'isNamed'>,
  judge: Judge,
): AsyncGenerator<Result> {
  for await (const document of documentsOf(file, judge.reading)) {
    judge.signal?.throwIfAborted();
    if (document.kind === 'not-read') {
      yield document;
      continue;
    }
    const { line } = document;
    const { report, isUnread } = await reportOf(document, judge);
    yield {
      kind: 'judged',
      file,
      isNamed,
      ...(line === undefined ? { name: file, report } : inLine(file, line, report)),
      isUnread,
    };
  }
}

function inLine(file: string, line: number, report: FhirReport): Pick<Judged, 'name' | 'line' | 'report'> {
  return { name: `${file}:${line}`, line, report: reportAtLine(report, line) };
}

async function reportOf(
  { body }: Document,
  { bodies, release, signal }: Judge,
): Promise<Pick<Judged, 'report' | 'isUnread'>> {
  const fhir = { positions: true, ...(release === undefined ? {} : { release }) };
  const reading = await bodies.read(
    body,
    { fhir, keepText: false, limits: noLimits },
    redactionOf([]),
    signal,
  );
  return reading.fhir === undefined
    ? { report: notValidated(reading.unread ?? 'it could not be read'), isUnread: true }
    : { report: reading.fhir, isUnread: false };
}

function notValidated(reason: string): FhirReport {
  const message = `The body was not validated: ${reason}.`;
  return {
    valid: false,
    releasesByType: {},
    issues: [{ severity: 'error', level: 'text', path: '', message }],
    omittedIssues: 0,
  };
}
