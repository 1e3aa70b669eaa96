import schema from '../../schemas/baseline.schema.json' with { type: 'json' };
import { UserError } from '../user-error.ts';
import { type Baseline, makeBaseline } from './baseline.ts';
import { readStored, type StoredKind } from './read-stored.ts';
import type { RunRecord } from './run-record.ts';

/** A baseline that cannot be used. The message says why and what to do. */
export class BaselineError extends UserError {
  override readonly name = 'BaselineError';
}

const kind: StoredKind = {
  noun: 'a baseline',
  schema,
  advice: {
    notJson: 'give a file that this suite saved as a baseline',
    otherVersion: 'save the baseline again',
    otherShape: 'save the baseline again',
  },
  error: (message) => new BaselineError(message),
  convert: (value) => (isRunRecord(value) ? makeBaseline(value) : value),
};

/**
 * Reads a baseline, or the observations of a run record.
 * @param name the file's name in messages
 * @throws BaselineError if the text is neither, or has another format version
 */
export function readBaseline(text: string, name = 'The baseline'): Baseline {
  return readStored<Baseline>(text, name, kind);
}

function isRunRecord(value: unknown): value is RunRecord {
  return typeof value === 'object' && value !== null && 'verdicts' in value;
}
