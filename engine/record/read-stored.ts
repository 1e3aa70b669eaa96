import { Ajv2020 } from 'ajv/dist/2020.js';
import { isObject } from '../../contract/judging/answers.ts';
import baselineSchema from '../../schemas/baseline.schema.json' with { type: 'json' };
import runSchema from '../../schemas/run.schema.json' with { type: 'json' };
import { firstReason } from '../configuration/problems.ts';
import { UserError } from '../user-error.ts';
import { type Baseline, makeBaseline } from './baseline.ts';
import type { RunRecord } from './run-record.ts';

/** A text is not a run record, or not a baseline, of this version. The message says why and what to do. */
export class RecordError extends UserError {
  override readonly name = 'RecordError';
}

/** The kinds of JSON files that this suite writes, each with advice for a text that is something else, as a clause. */
const kinds = {
  run: { noun: 'a run record', schema: runSchema, advice: 'give a run.json that a check has written' },
  baseline: { noun: 'a baseline', schema: baselineSchema, advice: 'save the baseline again' },
} as const;

/** Compiles each schema once. Tests check our own schemas. */
const ajv = new Ajv2020({ removeAdditional: true, validateSchema: false });

/** The only version of the formats so far. */
const readVersion = 1;

/**
 * Reads a run record (schemas/run.schema.json). Drops fields of later versions of the suite.
 * @param name the file's name in messages
 * @throws RecordError if the text is not a run record
 */
export function readRecord(text: string, name = 'The text'): RunRecord {
  return read<RunRecord>(text, name, kinds.run);
}

/**
 * Reads a baseline (schemas/baseline.schema.json), or the observations of a run record.
 * @param name the file's name in messages
 * @throws RecordError if the text is neither, or has another format version
 */
export function readBaseline(text: string, name = 'The baseline'): Baseline {
  return read<Baseline>(text, name, kinds.baseline, (value) =>
    isRunRecord(value) ? makeBaseline(value) : value,
  );
}

function isRunRecord(value: unknown): value is RunRecord {
  return isObject(value) && 'verdicts' in value;
}

function read<T>(
  text: string,
  name: string,
  { noun, schema, advice }: (typeof kinds)[keyof typeof kinds],
  convert = (value: unknown): unknown => value,
): T {
  let value: unknown;
  try {
    // PowerShell writes a byte order mark.
    value = convert(JSON.parse(text.replace(/^\uFEFF/, '')));
  } catch {
    throw new RecordError(`${name} is not JSON: ${advice}.`);
  }
  const version = isObject(value) ? value.formatVersion : undefined;
  if (version !== undefined && version !== readVersion) {
    const shown = JSON.stringify(version).slice(0, 20);
    const versionAdvice = isRunRecord(value) ? 'compare records from the same version of the suite' : advice;
    throw new RecordError(
      `${name} has format version ${shown}, and this suite reads version ${readVersion}: ${versionAdvice}.`,
    );
  }
  const validate = ajv.compile<T>(schema);
  if (validate(value)) return value;
  throw new RecordError(`${name} is not ${noun}, because ${firstReason(validate.errors)}: ${advice}.`);
}
