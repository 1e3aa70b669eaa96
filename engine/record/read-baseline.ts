import { Ajv2020 } from 'ajv/dist/2020.js';
import schema from '../../schemas/baseline.schema.json' with { type: 'json' };
import { firstReason } from '../configuration/schema-problem.ts';
import { UserError } from '../user-error.ts';
import { type Baseline, makeBaseline } from './baseline.ts';
import type { RunRecord } from './run-record.ts';

/** A baseline that cannot be used. The message says why and what to do. */
export class BaselineError extends UserError {
  override readonly name = 'BaselineError';
}

/**
 * Reads a baseline, or the observations of a run record. Drops fields of later versions of the suite.
 * @param name the file's name in messages
 * @throws BaselineError if the text is neither, or has another format version
 */
export function readBaseline(text: string, name = 'The baseline'): Baseline {
  const value = parse(text, name);
  const candidate = isRunRecord(value) ? makeBaseline(value) : value;
  const version = formatVersionOf(candidate);
  if (version !== undefined && version !== 1) {
    const shown = JSON.stringify(version).slice(0, 20);
    throw new BaselineError(
      `${name} has format version ${shown}, and this suite reads version 1: save the baseline again.`,
    );
  }
  const validate = new Ajv2020({ removeAdditional: true }).compile<Baseline>(schema);
  if (validate(candidate)) return candidate;
  throw new BaselineError(
    `${name} is not a baseline, because ${firstReason(validate.errors)}: save the baseline again.`,
  );
}

function parse(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new BaselineError(`${name} is not JSON: give a file that this suite saved as a baseline.`);
  }
}

function isRunRecord(value: unknown): value is RunRecord {
  return typeof value === 'object' && value !== null && 'verdicts' in value;
}
function formatVersionOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'formatVersion' in value
    ? value.formatVersion
    : undefined;
}
