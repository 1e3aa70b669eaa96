import type { InstallationState } from '../../contract/state.ts';
import type { Installation } from '../../engine/configuration/installation.ts';
import { BadValue, ConfigurationError, type Problem } from '../../engine/configuration/problems.ts';
import { Secret } from '../../engine/secret.ts';
import type { Retention, Slot } from '../model.ts';
import { parseDurationMs, parseRule, parseTimezone, type Rule } from '../schedule/rule.ts';
import type { WindowRule } from '../schedule/windows.ts';
import {
  type CommonBlock,
  type InstallationBlock,
  type MaintenanceEntry,
  makeBlockCheck,
} from './monitor-block.ts';

/** Who is told of changes of state. */
export interface Webhook {
  readonly url: Secret;
  readonly bearer?: Secret;
  /** Only changes from or to these; nothing: all. */
  readonly states?: readonly InstallationState[];
}

/** How one installation is monitored. */
export interface Plan {
  readonly schedule: Readonly<Record<Slot, Rule>>;
  readonly failAfter: number;
  readonly recoverAfter: number;
  readonly maintenance: readonly WindowRule[];
  readonly notify: readonly Webhook[];
}

/** What holds for the whole monitor. */
export interface MonitorSettings {
  readonly location: string;
  readonly concurrentRuns: number;
  readonly retention: Retention;
  readonly probeMinimumAgeMs: number;
}

/** An installation and how it is monitored. */
export interface Monitored {
  readonly installation: Installation;
  readonly plan: Plan;
}

/** Everything that a reload can change. */
export interface MonitorConfiguration {
  readonly installations: readonly Monitored[];
  readonly settings: MonitorSettings;
  /** True while the embedded reference installation is monitored because nothing is configured. */
  readonly isDemonstration: boolean;
}

export const defaultSchedule = { pulse: '1m', standard: '15m', full: '6h', imports: 'off' } as const;

interface Given {
  /** The `monitor` block for all installations, as written; nothing where there is none. */
  readonly common?: unknown;
  readonly installations: readonly (Installation & { readonly monitor?: unknown })[];
  readonly isDemonstration?: boolean;
}

/**
 * Reads the blocks `monitor` of a configuration; defaults stand where nothing is said.
 * @throws ConfigurationError with every mistake at once
 */
export function readMonitorConfiguration(given: Given): MonitorConfiguration {
  const problems: Problem[] = [];
  const checkBlock = makeBlockCheck();
  const common = checkBlock('common', given.common, 'monitor', problems);
  const settings = settingsOf(common, reader('monitor', problems));
  planOf(common, {}, reader('monitor', problems));
  const installations = given.installations.map(({ monitor, ...installation }) => {
    const place = `monitor of ${installation.name}`;
    const own = checkBlock('installation', monitor, place, problems);
    if (own.imports !== undefined && !installation.allowImport) {
      const message =
        'Imports are scheduled, but the installation does not say allowImport: true. Say both or none.';
      problems.push({ place: `${place}.imports`, message });
    }
    // Mistakes of the common block are told once, above.
    const told: Problem[] = [];
    const plan = planOf(common, own, reader(place, told));
    problems.push(...told.filter(({ place: where }) => where.startsWith(place)));
    return { installation, plan };
  });
  if (problems.length > 0) throw new ConfigurationError(problems);
  return { installations, settings, isDemonstration: given.isDemonstration ?? false };
}

type Reader = <T>(where: string, parse: () => T, otherwise: T) => T;

/** Runs parsers and collects what they find wrong. */
function reader(place: string, problems: Problem[]): Reader {
  return (where, parse, otherwise) => {
    try {
      return parse();
    } catch (thrown) {
      if (!(thrown instanceof BadValue)) throw thrown;
      problems.push({ place: `${place}.${where}`, message: thrown.message });
      return otherwise;
    }
  };
}

function settingsOf(common: CommonBlock, read: Reader): MonitorSettings {
  const { retention = {}, probe = {} } = common;
  const duration = (where: string, text: string): number => read(where, () => parseDurationMs(text), 0);
  return {
    location: common.location ?? 'default',
    concurrentRuns: common.concurrentRuns ?? 50,
    retention: {
      failuresMs: duration('retention.failures', retention.failures ?? '365d'),
      passingMs: duration('retention.passing', retention.passing ?? '30d'),
      rollupsMs: duration('retention.rollups', retention.rollups ?? '730d'),
      maximumBytes: (retention.maximumMegabytes ?? 2000) * 1_000_000,
    },
    probeMinimumAgeMs: duration('probe.minimumAge', probe.minimumAge ?? '30s'),
  };
}

function planOf(common: CommonBlock, own: InstallationBlock, read: Reader): Plan {
  const timezone = read('timezone', () => parseTimezone(own.timezone ?? common.timezone ?? 'UTC'), 'UTC');
  const rule = (where: string, text: string): Rule =>
    read(where, () => parseRule(text, timezone), { kind: 'off', text: 'off' });
  const texts = { ...defaultSchedule, ...common.schedule, ...own.schedule };
  const windows = [...(common.maintenance ?? []), ...(own.maintenance ?? [])];
  return {
    schedule: {
      pulse: rule('schedule.pulse', texts.pulse),
      standard: rule('schedule.standard', texts.standard),
      full: rule('schedule.full', texts.full),
      imports: rule('imports.schedule', own.imports?.schedule ?? defaultSchedule.imports),
    },
    failAfter: own.failAfter ?? common.failAfter ?? 1,
    recoverAfter: own.recoverAfter ?? common.recoverAfter ?? 1,
    maintenance: windows.flatMap((entry, index) =>
      read(`maintenance.${index}`, () => [windowOf(entry, timezone)], []),
    ),
    notify: (own.notify ?? common.notify ?? []).flatMap(({ url, bearer, states }, index) => {
      const secret = read(`notify.${index}.url`, () => webhookAddress(url), undefined);
      if (secret === undefined) return [];
      return [
        {
          url: secret,
          ...(bearer === undefined ? {} : { bearer: new Secret(bearer) }),
          ...(states === undefined ? {} : { states }),
        },
      ];
    }),
  };
}

function windowOf(entry: MaintenanceEntry, timezone: string): WindowRule {
  if (entry.cron !== undefined) {
    const rule = parseRule(
      entry.cron,
      entry.timezone === undefined ? timezone : parseTimezone(entry.timezone),
    );
    if (rule.kind !== 'cron') throw new BadValue('Write when the window begins as a cron expression.');
    return { cron: rule.text, timezone: rule.timezone, durationMs: parseDurationMs(entry.duration ?? '') };
  }
  const fromMs = Date.parse(entry.from ?? '');
  const toMs = Date.parse(entry.to ?? '');
  if (Number.isNaN(fromMs) || Number.isNaN(toMs))
    throw new BadValue('Write times like 2026-03-01T20:00:00Z.');
  if (toMs <= fromMs) throw new BadValue('The window ends before it begins. Exchange from and to.');
  return { fromMs, toMs };
}

function webhookAddress(text: string): Secret {
  if (!URL.canParse(text) || !['http:', 'https:'].includes(new URL(text).protocol)) {
    throw new BadValue(
      'The address of the webhook is not a web address. Write it like https://host.example/path.',
    );
  }
  return new Secret(text);
}
