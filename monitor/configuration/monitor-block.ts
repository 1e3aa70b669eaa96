import { Ajv2020 } from 'ajv/dist/2020.js';
import type { InstallationState } from '../../contract/state.ts';
import { type Problem, schemaProblems } from '../../engine/configuration/problems.ts';
import schema from '../../schemas/monitor.schema.json' with { type: 'json' };
import type { ChannelTypeId } from '../channels/channel.ts';
import type { MonitoredTier } from '../model.ts';
import { isLoopback } from './access.ts';
import type { ServiceSettings } from './service-settings.ts';
import type { LocationsEntry } from './watched-from.ts';

type ReadSettings = Pick<ServiceSettings, 'read' | 'namedTokens'>;

/** True if pages, metrics and JSON are open to everyone who can reach the port. */
export function isReadingOpen({ read, namedTokens = [] }: ReadSettings): boolean {
  const hasReader = namedTokens.some(({ role }) => role === 'read');
  return read.token === undefined && read.basic === undefined && !hasReader;
}

/** True if other machines can read everything without a token. */
export function isOpenToNetwork(settings: ReadSettings & Pick<ServiceSettings, 'host'>): boolean {
  return isReadingOpen(settings) && !isLoopback(settings.host);
}

/** The blocks `monitor` as schemas/monitor.schema.json describes them. */

export type MaintenanceEntry = Readonly<
  Partial<Record<'cron' | 'duration' | 'timezone' | 'from' | 'to' | 'reason', string>>
>;

export interface NotifyEntry {
  readonly name?: string;
  readonly type?: ChannelTypeId;
  readonly url?: string;
  readonly bearer?: string;
  readonly key?: string;
  readonly from?: string;
  readonly to?: readonly string[];
  readonly states?: readonly InstallationState[];
}

interface SharedBlock {
  readonly schedule?: Readonly<Partial<Record<MonitoredTier, string>>>;
  readonly timezone?: string;
  readonly failAfter?: number;
  readonly recoverAfter?: number;
  readonly slo?: number;
  readonly locations?: LocationsEntry;
  readonly maintenance?: readonly MaintenanceEntry[];
  readonly notify?: readonly NotifyEntry[];
  readonly remind?: string;
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

const references: Readonly<Record<keyof Blocks, string>> = {
  common: schema.$id,
  installation: `${schema.$id}#/$defs/installation`,
};

/** Compiles each schema once. Tests check our own schemas. */
const ajv = new Ajv2020({ allErrors: true, strict: false, verbose: true, validateSchema: false });
ajv.addSchema(schema);

/** Validates a block against its schema; an invalid one adds its mistakes to `problems` and counts as empty. */
export function checkBlock<K extends keyof Blocks>(
  kind: K,
  block: unknown,
  placeOf: (where: string) => string,
  problems: Problem[],
): Partial<Blocks[K]> {
  const validate = block === undefined ? undefined : ajv.getSchema(references[kind]);
  if (validate === undefined) return {};
  if (validate(block) === true) return block as Blocks[K];
  for (const { path, message } of schemaProblems(validate.errors))
    problems.push({ place: placeOf(path.join('.')), message });
  return {};
}
