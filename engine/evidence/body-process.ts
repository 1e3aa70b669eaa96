import { closeSync, openSync } from 'node:fs';
import { constants, devNull, setPriority } from 'node:os';
import { createFhirValidator } from '../../fhir/node.ts';
import { Secret } from '../secret.ts';
import { type BodyReading, type ReadingOptions, readAnswerBody } from './read-answer-body.ts';
import { type Redaction, redactionOf } from './redaction.ts';

/** The message to a process that reads bodies. */
export interface ReadingTask {
  readonly body: Uint8Array;
  readonly options: ReadingOptions;
  readonly secrets: readonly string[];
}

/** Reads one body. This module is the entry point of the processes that `BodyReader` starts. */
export const readBodyOfTask: (task: ReadingTask) => Promise<BodyReading> = makeReading();

function makeReading(): (task: ReadingTask) => Promise<BodyReading> {
  const validator = createFhirValidator();
  // Making a redaction takes longer than using it, and the bodies of a run arrive in sequence.
  let latest: { readonly key: string; readonly redaction: Redaction } | undefined;
  return async ({ body, options, secrets }) => {
    const key = JSON.stringify(secrets);
    if (latest?.key !== key)
      latest = { key, redaction: redactionOf(secrets.map((secret) => new Secret(secret))) };
    return readAnswerBody(body, options, latest.redaction, await validator.prepare());
  };
}

/** V8 prints pages when the memory is full; the reader reports it in a sentence. */
function silenceErrorOutput(): void {
  closeSync(2);
  openSync(devNull, 'w');
}

// Only in a process of the pool, not when a test imports this module.
if (process.send !== undefined && process.env.EVIDENCE_BODY_PROCESS === '1') {
  silenceErrorOutput();
  // Requests and pages have priority.
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  // Ctrl+C reaches every process of a terminal; the parent ends this one after writing its record.
  process.on('SIGINT', () => undefined);
}
