import { stateIds } from '../../../contract/state.ts';
import { suiteVersion } from '../../../engine/version.ts';
import type { FrameView } from '../../model.ts';
import type { Fleet } from '../../runs/fleet.ts';
import { iso } from './iso.ts';

/** What views are made from, beside the history. */
export interface ViewSources {
  readonly fleet: Fleet;
  readonly nowMs: number;
  readonly refreshSeconds: number;
}

export type Notice = NonNullable<FrameView['notice']>;

/** What every page has around its content. */
export function frameView({ fleet, nowMs, refreshSeconds }: ViewSources, notice?: Notice): FrameView {
  const targets = fleet.all();
  const summary = stateIds.map((state) => ({
    state,
    count: targets.filter(({ snapshot }) => snapshot.shown === state).length,
  }));
  return {
    now: iso(nowMs),
    refreshSeconds,
    suiteVersion,
    summary: summary.filter(({ count }) => count > 0),
    ...(notice === undefined ? {} : { notice }),
  };
}
