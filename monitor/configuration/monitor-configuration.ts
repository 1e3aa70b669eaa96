import type { Installation } from '../../engine/configuration/installation.ts';
import { attempt, BadValue, ConfigurationError, type Problem } from '../../engine/configuration/problems.ts';
import type { Channel } from '../channels/channel.ts';
import type { MonitoredTier, Retention, Slot } from '../model.ts';
import { parseDurationMs, parseRule, parseTime, parseTimezone, type Rule } from '../schedule/rule.ts';
import type { WindowRule } from '../schedule/windows.ts';
import {
  type CommonBlock,
  checkBlock,
  type InstallationBlock,
  type MaintenanceEntry,
} from './monitor-block.ts';
import { readChannels } from './read-channels.ts';
import {
  defaultLocation,
  problemsOfEntry,
  problemsOfPlace,
  type WatchedFrom,
  watchedFrom,
} from './watched-from.ts';

/** The monitoring plan of one installation. */
export interface Plan {
  readonly schedule: Readonly<Record<Slot, Rule>>;
  readonly failAfter: number;
  readonly recoverAfter: number;
  /** The target share of runs that find the installation available. */
  readonly slo: number;
  readonly maintenance: readonly WindowRule[];
  readonly notify: readonly Channel[];
  /** The interval of reminders about a bad state that lasts; left out: never. */
  readonly remindMs?: number;
  /** Left out if any monitor may run it. */
  readonly locations?: WatchedFrom;
}

/** The settings of the whole monitor. */
export interface MonitorSettings {
  readonly location: string;
  readonly concurrentRuns: number;
  readonly retention: Retention;
  readonly probeMinimumAgeMs: number;
}

/** An installation and its monitoring plan. */
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
/** Often enough that an unanswered message comes up again, and seldom enough to be read. */
const defaultReminder = '24h';
/** 43 minutes of a month. */
const defaultObjective = 0.999;
/** The environment variable with the location of a monitor. */
const locationVariable = 'LOCATION';
const off: Rule = { kind: 'off', text: 'off' };

interface Given {
  /** The `monitor` block for all installations, as written; undefined if there is none. */
  readonly common?: unknown;
  readonly installations: readonly (Installation & {
    readonly monitor?: unknown;
    readonly placeInMonitor?: PlaceOf;
  })[];
  readonly placeInMonitor?: PlaceOf;
  readonly isDemonstration?: boolean;
  /** The location of this monitor, from the environment. */
  readonly location?: string | undefined;
  /** False if no other monitor can write to the same history. */
  readonly isShared?: boolean;
}

/** Names a place in a block, in the terms of its file. */
type PlaceOf = (where: string) => string;

/**
 * Reads the `monitor` blocks of a configuration, with defaults for missing settings.
 * @throws ConfigurationError with every mistake at once
 */
export function readMonitorConfiguration(given: Given): MonitorConfiguration {
  const problems: Problem[] = [];
  const placeInCommon = given.placeInMonitor ?? ((where: string) => `monitor.${where}`);
  const common = checkBlock('common', given.common, placeInCommon, problems);
  const location = given.location ?? common.location;
  const settings = settingsOf({ ...common, location: location ?? defaultLocation }, placeInCommon, problems);
  planOf({}, common, placeInCommon, problems);
  const installations = given.installations.map(({ monitor, placeInMonitor, ...installation }) => {
    const placeOf = placeInMonitor ?? ((where: string) => `monitor of ${installation.name}.${where}`);
    const own = checkBlock('installation', monitor, placeOf, problems);
    if (own.imports !== undefined && !installation.allowImport) {
      const message =
        'Imports are scheduled, but the installation does not say allowImport: true. Say both or none.';
      problems.push({ place: placeOf('imports'), message });
    }
    const entry = own.locations ?? common.locations;
    const locations = entry === undefined ? {} : { locations: watchedFrom(entry, location) };
    return { installation, plan: { ...planOf(common, own, placeOf, problems), ...locations } };
  });
  const watch = {
    location,
    place: locationVariable,
    installations: installations.map(({ plan }) => plan.locations),
    isShared: given.isShared ?? true,
  };
  problems.push(...problemsOfPlace(watch));
  if (problems.length > 0) throw new ConfigurationError(problems);
  return { installations, settings, isDemonstration: given.isDemonstration ?? false };
}

function settingsOf(
  common: CommonBlock & { readonly location: string },
  placeOf: PlaceOf,
  problems: Problem[],
): MonitorSettings {
  const { retention = {}, probe = {} } = common;
  const duration = (where: string, text: string): number =>
    attempt(problems, placeOf(where), () => parseDurationMs(text)) ?? 0;
  return {
    location: common.location,
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

/** The plan of an installation. Only mistakes in its own block are noted: the common block is also read separately. */
function planOf(common: CommonBlock, own: InstallationBlock, placeOf: PlaceOf, problems: Problem[]): Plan {
  if (own.locations !== undefined) problems.push(...problemsOfEntry(own.locations, placeOf));
  const read = <T>(where: string, isOwn: boolean, parse: () => T): T | undefined =>
    attempt(isOwn ? problems : [], placeOf(where), parse);
  const timezone =
    read('timezone', own.timezone !== undefined, () =>
      parseTimezone(own.timezone ?? common.timezone ?? 'UTC'),
    ) ?? 'UTC';
  const rule = (where: string, ownText: string | undefined, otherwise: string): Rule =>
    read(where, ownText !== undefined, () => parseRule(ownText ?? otherwise, timezone)) ?? off;
  const ruleOf = (tier: MonitoredTier): Rule =>
    rule(`schedule.${tier}`, own.schedule?.[tier], common.schedule?.[tier] ?? defaultSchedule[tier]);
  const windowsOf = (isOwn: boolean, entries: readonly MaintenanceEntry[] = []): readonly WindowRule[] =>
    entries
      .map((entry, index) => read(`maintenance.${index}`, isOwn, () => windowOf(entry, timezone)))
      .filter((window) => window !== undefined);
  const isOwnNotify = own.notify !== undefined;
  const remind = own.remind ?? common.remind ?? defaultReminder;
  const remindMs =
    remind === 'off' ? undefined : read('remind', own.remind !== undefined, () => parseDurationMs(remind));
  return {
    schedule: {
      pulse: ruleOf('pulse'),
      standard: ruleOf('standard'),
      full: ruleOf('full'),
      imports: rule('imports.schedule', own.imports?.schedule, defaultSchedule.imports),
    },
    failAfter: own.failAfter ?? common.failAfter ?? 1,
    recoverAfter: own.recoverAfter ?? common.recoverAfter ?? 1,
    slo: own.slo ?? common.slo ?? defaultObjective,
    maintenance: [...windowsOf(false, common.maintenance), ...windowsOf(true, own.maintenance)],
    notify: readChannels(
      own.notify ?? common.notify ?? [],
      (index) => (field, parse) => read(`notify.${index}.${field}`, isOwnNotify, parse),
    ),
    ...(remindMs === undefined ? {} : { remindMs }),
  };
}

function windowOf(entry: MaintenanceEntry, timezone: string): WindowRule {
  const reason = entry.reason === undefined ? {} : { reason: entry.reason.trim().replace(/\.$/, '') };
  if (entry.cron !== undefined) {
    const rule = parseRule(
      entry.cron,
      entry.timezone === undefined ? timezone : parseTimezone(entry.timezone),
    );
    if (rule.kind !== 'cron') throw new BadValue('Write when the window begins as a cron expression.');
    const durationMs = parseDurationMs(entry.duration ?? '');
    return { cron: rule.text, timezone: rule.timezone, durationMs, ...reason };
  }
  const ownTimezone = entry.timezone === undefined ? timezone : parseTimezone(entry.timezone);
  const fromMs = parseTime(entry.from ?? '', ownTimezone);
  const toMs = parseTime(entry.to ?? '', ownTimezone);
  if (toMs <= fromMs)
    throw new BadValue(
      'The window does not end after it begins. Exchange from and to, or write both in UTC if clocks are set forward then.',
    );
  return { fromMs, toMs, ...reason };
}
