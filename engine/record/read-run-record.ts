import { Ajv2020 } from 'ajv/dist/2020.js';
import schema from '../../schemas/run.schema.json' with { type: 'json' };
import { firstReason } from '../configuration/schema-problem.ts';
import { UserError } from '../user-error.ts';
import type { RunRecord } from './run-record.ts';

/** A text that is not a run record of this version. The message says why and what to do. */
export class RecordError extends UserError {
  override readonly name = 'RecordError';
}

/**
 * Reads a run record (schemas/run.schema.json). Drops fields of later versions of the suite.
 * @param name the file's name in messages
 * @throws RecordError if the text is not a run record
 */
export function readRecord(text: string, name = 'The run record'): RunRecord {
  const value = parse(text, name);
  const version = formatVersionOf(value);
  if (version !== undefined && version !== 1) {
    throw new RecordError(
      `${name} has format version ${JSON.stringify(version).slice(0, 20)}, and this suite reads version 1: compare records from the same version of the suite.`,
    );
  }
  const validate = new Ajv2020({ removeAdditional: true }).compile<RunRecord>(schema);
  if (validate(value)) return value;
  throw new RecordError(
    `${name} is not a run record, because ${firstReason(validate.errors)}: give a run.json that a check has written.`,
  );
}

function parse(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new RecordError(`${name} is not JSON: give a run.json that a check has written.`);
  }
}

function formatVersionOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'formatVersion' in value
    ? value.formatVersion
    : undefined;
}
