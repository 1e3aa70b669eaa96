import { readFileSync } from 'node:fs';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import type { InstallationState } from '../../contract/state.ts';
import { didYouMean } from '../../engine/configuration/did-you-mean.ts';
import type { Problem } from '../../engine/configuration/problems.ts';
import type { MonitoredTier } from '../model.ts';

/** The blocks `monitor` as schemas/monitor.schema.json describes them. */

export type MaintenanceEntry = Readonly<
  Partial<Record<'cron' | 'duration' | 'timezone' | 'from' | 'to', string>>
>;

interface SharedBlock {
  readonly schedule?: Readonly<Partial<Record<MonitoredTier, string>>>;
  readonly timezone?: string;
  readonly failAfter?: number;
  readonly recoverAfter?: number;
  readonly maintenance?: readonly MaintenanceEntry[];
  readonly notify?: readonly {
    readonly url: string;
    readonly bearer?: string;
    readonly states?: readonly InstallationState[];
  }[];
}

export interface InstallationBlock extends SharedBlock {
  readonly imports?: { readonly schedule: string };
}

export interface CommonBlock extends SharedBlock {
  readonly location?: string;
  readonly concurrentRuns?: number;
  readonly retention?: {
    readonly failures?: string;
    readonly passing?: string;
    readonly rollups?: string;
    readonly maximumMegabytes?: number;
  };
  readonly probe?: { readonly minimumAge?: string };
}

interface Blocks {
  readonly common: CommonBlock;
  readonly installation: InstallationBlock;
}

const schemaId = 'https://evidence-contract.example/schemas/monitor.schema.json';
const references: Readonly<Record<keyof Blocks, string>> = {
  common: schemaId,
  installation: `${schemaId}#/$defs/installation`,
};

/** Checks a block against its schema; a wrong one gives its mistakes to `problems`, and an empty block. */
export type CheckBlock = <K extends keyof Blocks>(
  kind: K,
  block: unknown,
  place: string,
  problems: Problem[],
) => Partial<Blocks[K]>;

/** Reads the schema once, for as many blocks as come. */
export function makeBlockCheck(): CheckBlock {
  const ajv = new Ajv2020({ allErrors: true, strict: false, verbose: true });
  const file = new URL('../../schemas/monitor.schema.json', import.meta.url);
  ajv.addSchema(JSON.parse(readFileSync(file, 'utf8')) as object);
  return <K extends keyof Blocks>(kind: K, block: unknown, place: string, problems: Problem[]) => {
    const validate = block === undefined ? undefined : ajv.getSchema(references[kind]);
    if (validate === undefined) return {};
    if (validate(block) === true) return block as Blocks[K];
    for (const error of validate.errors ?? []) {
      const problem = problemOf(error, place);
      if (problem !== undefined) problems.push(problem);
    }
    return {};
  };
}

function problemOf(error: ErrorObject, place: string): Problem | undefined {
  const path = [place, ...error.instancePath.split('/').slice(1)].join('.');
  const params: Readonly<Record<string, unknown>> = error.params;
  if (error.keyword === 'additionalProperties') {
    const name = String(params.additionalProperty);
    const known = Object.keys((error.parentSchema?.properties ?? {}) as object);
    return { place: path, message: `The name ${name} is not known here.${didYouMean(name, known)}` };
  }
  if (error.keyword === 'oneOf') {
    return { place: path, message: 'Write either cron and duration, or from and to.' };
  }
  // What one branch of an alternative misses is told by the alternative itself.
  if (error.schemaPath.includes('/oneOf/')) return undefined;
  if (error.keyword === 'required')
    return { place: path, message: `${String(params.missingProperty)} is missing.` };
  if (error.keyword === 'enum') {
    return {
      place: path,
      message: `Write one of ${String((params.allowedValues as unknown[]).join(', '))}.`,
    };
  }
  return { place: path, message: `This ${error.message ?? 'is not as it should be'}.` };
}
