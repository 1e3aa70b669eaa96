import { closeSync, openSync } from 'node:fs';
import { constants, devNull, setPriority } from 'node:os';
import { createFhirValidator } from '../../fhir/index.ts';
import { Secret } from '../secret.ts';
import { type BodyReading, type ReadingOptions, readAnswerBody } from './read-answer-body.ts';
import { redactionOf } from './redaction.ts';

/** What a process that reads bodies receives. */
export interface ReadingTask {
  readonly body: Uint8Array;
  readonly options: ReadingOptions;
  readonly secrets: readonly string[];
}

const validator = createFhirValidator();

/** Reads one body. This module is the program of the processes that `BodyReader` starts. */
export async function readBodyOfTask({ body, options, secrets }: ReadingTask): Promise<BodyReading> {
  const redaction = redactionOf(secrets.map((secret) => new Secret(secret)));
  return readAnswerBody(body, options, redaction, await validator.prepare());
}

/** V8 prints pages about memory that is full; the reader reports it in a sentence. */
function silenceErrorOutput(): void {
  closeSync(2);
  openSync(devNull, 'w');
}

// Only in a process of the pool, never where a test imports this module.
if (process.send !== undefined && process.env.EVIDENCE_BODY_PROCESS === '1') {
  silenceErrorOutput();
  // Requests and pages come first.
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  // Ctrl+C reaches every process of a terminal; the one that asked ends this one when it has written its record.
  process.on('SIGINT', () => undefined);
}
