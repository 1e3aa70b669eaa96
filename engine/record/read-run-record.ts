import schema from '../../schemas/run.schema.json' with { type: 'json' };
import { UserError } from '../user-error.ts';
import { readStored, type StoredKind } from './read-stored.ts';
import type { RunRecord } from './run-record.ts';

/** A text that is not a run record of this version. The message says why and what to do. */
export class RecordError extends UserError {
  override readonly name = 'RecordError';
}

const kind: StoredKind = {
  noun: 'a run record',
  schema,
  advice: {
    notJson: 'give a run.json that a check has written',
    otherVersion: 'compare records from the same version of the suite',
    otherShape: 'give a run.json that a check has written',
  },
  error: (message) => new RecordError(message),
};

/**
 * Reads a run record (schemas/run.schema.json).
 * @param name the file's name in messages
 * @throws RecordError if the text is not a run record
 */
export function readRecord(text: string, name = 'The text'): RunRecord {
  return readStored<RunRecord>(text, name, kind);
}
