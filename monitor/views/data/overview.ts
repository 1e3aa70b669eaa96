import { gravityOf } from '../../../contract/state.ts';
import { uptimeRule } from '../../runs/uptime-rule.ts';
import type { OverviewView } from '../view-model.ts';
import { frameView, type Notice, overviewRow, type ViewSources } from './common.ts';

/** What the overview shows: all from memory, so that it is as quick with a thousand installations. */
export function overviewView(sources: ViewSources, notice?: Notice): OverviewView {
  const rows = sources.fleet.all().map(overviewRow);
  return {
    frame: frameView(sources, notice),
    installations: rows.toSorted(
      (one, other) => gravityOf(one.state) - gravityOf(other.state) || one.name.localeCompare(other.name),
    ),
    uptimeRule,
    isDemonstration: sources.fleet.configuration().isDemonstration,
  };
}
