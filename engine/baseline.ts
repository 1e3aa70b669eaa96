import { Ajv2020 } from 'ajv/dist/2020.js';
import { gaps } from '../contract/gaps.ts';
import type { Observation } from '../contract/observe.ts';
import schema from '../schemas/baseline.schema.json' with { type: 'json' };
import type { RunRecord } from './run-record.ts';

/** Saved observations of an installation (schemas/baseline.schema.json). */
export interface Baseline {
  readonly formatVersion: 1;
  readonly suiteVersion: string;
  readonly installation: RunRecord['installation'];
  readonly savedAt: string;
  readonly observations: readonly Observation[];
}

/** One gap at one endpoint where the installation answers otherwise than before. */
export interface Drift {
  readonly gap: string;
  readonly endpoint: string;
  readonly before: string;
  readonly after: string;
  /** A feature is gone on which clients may rely. */
  readonly breaking: boolean;
}

/** A baseline that cannot be used. The message is one sentence that says why and what to do. */
export class BaselineError extends Error {
  override readonly name = 'BaselineError';
}

/** Makes the baseline of what a run observed. */
export function makeBaseline(record: RunRecord): Baseline {
  const { formatVersion, suiteVersion, installation, finishedAt, observations } = record;
  return { formatVersion, suiteVersion, installation, savedAt: finishedAt, observations };
}

/**
 * Reads a baseline, or the observations of a run record. Fields of later versions of the suite are left out.
 * @param name stands for the file in messages
 * @throws BaselineError when the text is neither, or of another version of the format
 */
export function readBaseline(text: string, name = 'The baseline'): Baseline {
  const value = parse(text, name);
  const candidate = isRunRecord(value) ? makeBaseline(value) : value;
  const version = formatVersionOf(candidate);
  if (version !== undefined && version !== 1) {
    const shown = JSON.stringify(version).slice(0, 20);
    throw new BaselineError(
      `${name} has format version ${shown}, and this suite reads version 1: save the baseline anew.`,
    );
  }
  const validate = new Ajv2020({ removeAdditional: true }).compile<Baseline>(schema);
  if (validate(candidate)) return candidate;
  const [error] = validate.errors ?? [];
  const place = error === undefined || error.instancePath === '' ? 'it' : error.instancePath;
  throw new BaselineError(
    `${name} is not a baseline, because ${place} ${error?.message ?? 'is something else'}: save the baseline anew.`,
  );
}

/**
 * What an installation answers otherwise than in a baseline. Pure. What a run did not observe, since nothing could
 * be judged there, is no drift, nor is what only the run observed.
 */
export function driftFrom(baseline: Pick<Baseline, 'observations'>, record: RunRecord): readonly Drift[] {
  const now = new Map(record.observations.map((one) => [placeOf(one), one.answer]));
  return baseline.observations.flatMap((observation) => {
    const { gap, endpoint, answer: before } = observation;
    const after = now.get(placeOf(observation));
    if (after === undefined) return [];
    const gone = goneFeatures(before, after);
    const isSame = gone.length === 0 && goneFeatures(after, before).length === 0;
    return isSame ? [] : [{ gap, endpoint, before, after, breaking: gone.length > 0 && clientsRelyOn(gap) }];
  });
}

/** A drift as a sentence for an administrator. */
export function driftSentence({ gap, endpoint, before, after, breaking }: Drift): string {
  const gone = goneFeatures(before, after).join(', ');
  const change = `it answered "${before}" and now answers "${after}"`;
  return breaking
    ? `${endpoint} no longer shows "${gone}", on which clients may rely (${gap}): ${change}.`
    : `${endpoint} changed where the document leaves it open (${gap}): ${change}.`;
}

function goneFeatures(before: string, after: string): readonly string[] {
  const kept = new Set(after.split(', '));
  return before.split(', ').filter((feature) => !kept.has(feature));
}

function clientsRelyOn(id: string): boolean {
  return gaps.some((gap) => gap.id === id && gap.clientsRely === true);
}

function placeOf({ gap, endpoint }: Observation): string {
  return `${gap} ${endpoint}`;
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
