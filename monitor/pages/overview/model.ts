import type { VerdictCounts } from '../../../contract/judging/verdict.ts';
import type { Severity } from '../../../contract/severity.ts';
import type { InstallationState } from '../../../contract/state.ts';
import type { IncidentSummary } from '../../history/incidents.ts';
import type { MonitoredTier, UptimeShares } from '../../model.ts';
import type { OwnHealthView } from '../monitor/model.ts';
import type {
  AcknowledgedView,
  FrameView,
  LastRunView,
  LatencyPoint,
  LocationMarks,
  NextRunView,
} from '../shared/model.ts';

/** What the overview shows. */

/** How the overview is laid out: at ease, one line an installation, or tiles for a screen on a wall. */
export const layouts = ['usual', 'dense', 'wall'] as const;

/** Which installations the overview shows, as its address says. */
export interface OverviewQuery {
  /** Part of a name, an address, a group or a tag; empty for all. */
  readonly text: string;
  /** `trouble` stands for every state except `conforming`. */
  readonly state?: InstallationState | 'trouble' | undefined;
  readonly group?: string | undefined;
  readonly tag?: string | undefined;
  readonly layout: (typeof layouts)[number];
  /** From 1. */
  readonly page: number;
}

/** A day of an installation, in UTC. */
export interface DayView {
  /** `2026-11-21`. */
  readonly day: string;
  /** Scheduled runs that count; 0 if all were left out of the figures, or none began. */
  readonly counted: number;
  /** Shares of the counted runs: the installation was not available; it was, and not conforming. */
  readonly down: number;
  readonly broken: number;
}

/** A time of trouble that touches the last 24 hours. */
export interface RecentIncidentView {
  readonly installation: string;
  readonly url: string;
  /** The present state; of an incident that is over, the state that lasted longest. */
  readonly state: InstallationState;
  /** The most severe state, if that is another one. */
  readonly worst?: IncidentSummary['worst'] | undefined;
  /** Left out if it began before. */
  readonly from?: string | undefined;
  /** Left out while it lasts. */
  readonly to?: string | undefined;
  readonly cause?: string | undefined;
  /** The address that the cause may begin with; left out if it is no longer watched. */
  readonly baseUrl?: string | undefined;
  readonly runUrl?: string | undefined;
}

/** The part of all installations that a page shows. */
export interface PagingView {
  /** The page that is shown, from 1, and how many there are. */
  readonly page: number;
  readonly pages: number;
  /** The place of the first row that is shown, from 1; 0 if none is. */
  readonly first: number;
  /** How many match the query, and how many there are. */
  readonly matching: number;
  readonly total: number;
}

export interface OverviewRow {
  readonly name: string;
  readonly url: string;
  readonly baseUrl: string;
  readonly group?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly state: InstallationState;
  readonly stateSince?: string | undefined;
  /** Why the state is not `conforming`, as a sentence. */
  readonly cause?: string | undefined;
  /** What an operator knows of it. */
  readonly acknowledged?: AcknowledgedView | undefined;
  /** How many causes are found now. */
  readonly findings: number;
  /** How severe the most severe is. */
  readonly severity?: Severity | undefined;
  readonly uptime: UptimeShares;
  /** The share of all days below, and since when it counts. */
  readonly longUptime?: { readonly share: number; readonly since: string } | undefined;
  /** The last 90 days, oldest first, today the last; days before the first run have no entry. */
  readonly days: readonly DayView[];
  /** Observations that differ from the baseline. */
  readonly drift: number;
  readonly certificate?: CertificateView | undefined;
  /** Left out if all locations find the same, or none are named. */
  readonly locations?: LocationMarks | undefined;
  /** The tier of the run under way. */
  readonly running?: MonitoredTier | undefined;
  readonly lastRun?: LastRunView | undefined;
  readonly nextRun?: NextRunView | undefined;
  /** Median time of a request in each of the last runs, oldest first (at most 40). */
  readonly sparkline: readonly LatencyPoint[];
  readonly coverage?: number | undefined;
  /** What it counts. */
  readonly counted?: VerdictCounts | undefined;
}

/** A group of installations at a glance; those without a group are one, without a name. */
export interface GroupView {
  readonly name?: string | undefined;
  /** The overview of its installations. */
  readonly url: string;
  /** The most severe state in it. */
  readonly state: InstallationState;
  readonly total: number;
  /** How many are down, how many are in trouble (those that are down included), and how many conform. */
  readonly down: number;
  readonly troubled: number;
  readonly conforming: number;
}

/** One installation on a wall. */
export type TileView = Pick<
  OverviewRow,
  'name' | 'url' | 'baseUrl' | 'state' | 'stateSince' | 'cause' | 'acknowledged'
>;

export interface WallView extends Pick<OverviewView, 'frame' | 'health' | 'query'> {
  readonly total: number;
  /** Those that are shown one by one, the most severe first. */
  readonly tiles: readonly TileView[];
  /**
   * Groups with trouble in place of their tiles, and groups in place of conforming installations: if there are too many of
   * them.
   */
  readonly troubled: readonly GroupView[];
  readonly well: readonly GroupView[];
}

export interface CertificateView {
  readonly expiresAt: string;
  readonly daysLeft: number;
}

export interface OverviewView {
  readonly frame: FrameView;
  /** How the monitor itself is. */
  readonly health: OwnHealthView;
  readonly query: OverviewQuery;
  readonly paging: PagingView;
  /** Every group and every tag that some installation has, in alphabetical order. */
  readonly groups: readonly string[];
  readonly tags: readonly string[];
  /** Each group at a glance, the most severe first; none if there is only one. */
  readonly byGroup: readonly GroupView[];
  /** What happened in the last 24 hours, the latest first; left out if the history does not answer. */
  readonly incidents?: readonly RecentIncidentView[] | undefined;
  /** The most severe state first, production before tests, then by name: one page of those that match. */
  readonly installations: readonly OverviewRow[];
  readonly uptimeRule: string;
  /** True while the monitor watches its own embedded reference installation because nothing is configured. */
  readonly isDemonstration: boolean;
}

/**
 * The part of a list on one of its pages, from one place to just before another one. A page beyond the last one is the last
 * one. Pure.
 * @param rows of a page
 */
export function pageOf(matching: number, asked: number, rows: number) {
  const pages = Math.max(1, Math.ceil(matching / rows));
  const page = Math.min(Math.max(1, asked), pages);
  const from = (page - 1) * rows;
  return { paging: { page, pages, first: matching === 0 ? 0 : from + 1, matching }, from, to: from + rows };
}
