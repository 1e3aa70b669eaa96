import type { InstallationState } from '../../contract/state.ts';

/** What the overview shows beside its rows. */

/** How the overview is laid out: at ease, one line an installation, or tiles for a screen on a wall. */
export const layouts = ['usual', 'dense', 'wall'] as const;
export type OverviewLayout = (typeof layouts)[number];

/** Which installations the overview shows, as its address says. */
export interface OverviewQuery {
  /** Part of a name or an address; empty for all. */
  readonly text: string;
  /** `trouble` stands for every state but `conforming`. */
  readonly state?: InstallationState | 'trouble';
  readonly tag?: string;
  readonly layout: OverviewLayout;
  /** From 1. */
  readonly page: number;
}

/** A day of an installation, in UTC. */
export interface DayView {
  /** `2026-11-21`. */
  readonly day: string;
  /** Scheduled runs that count; 0 where all were left out of the figures, or none began. */
  readonly counted: number;
  /** Shares of the counted runs: the installation was not available; it was, and a requirement was broken. */
  readonly down: number;
  readonly broken: number;
}

/** A time of trouble that touches the last 24 hours. */
export interface RecentIncidentView {
  readonly installation: string;
  readonly url: string;
  readonly state: InstallationState;
  /** Left out where it began before. */
  readonly from?: string;
  /** Left out while it lasts. */
  readonly to?: string;
  readonly cause?: string;
  readonly runUrl?: string;
}

/** The part of all installations that a page shows. */
export interface PagingView {
  /** The page that is shown, from 1, and how many there are. */
  readonly page: number;
  readonly pages: number;
  /** The place of the first row that is shown, from 1; 0 where none is. */
  readonly first: number;
  /** How many match the query, and how many there are. */
  readonly matching: number;
  readonly total: number;
}
