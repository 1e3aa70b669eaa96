import { uptimeRule } from '../../runs/run-facts.ts';
import type { OverviewView } from '../../model.ts';
import { frameView, gravity, type Notice, overviewRow, type ViewSources } from './common.ts';

/** What the overview shows: all from memory, so that it is as quick with a thousand installations. */
export function overviewView(sources: ViewSources, notice?: Notice): OverviewView {
  const rows = sources.fleet.all().map(overviewRow);
  return {
    frame: frameView(sources, notice),
    installations: rows.toSorted(
      (one, other) => gravity(one.state) - gravity(other.state) || one.name.localeCompare(other.name),
    ),
    uptimeRule,
    isDemonstration: sources.fleet.configuration().isDemonstration,
  };
}
