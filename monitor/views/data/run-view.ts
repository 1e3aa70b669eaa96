import { endpoints } from '../../../contract/endpoints.ts';
import type { History } from '../../history/history.ts';
import type { RunView } from '../run-model.ts';
import { exchangeViews } from './exchange-views.ts';
import { failureViews } from './failure-views.ts';
import { runFindingViews } from './finding-views.ts';
import { frameView, type ViewSources } from './frame-view.ts';
import { iso } from './iso.ts';
import { comparisonWithPrevious } from './run-comparison.ts';
import { installationUrl, runUrl } from './urls.ts';

/**
 * What the page of a run shows.
 * @returns nothing when the history does not have the run, or no longer has it
 */
export async function runView(
  id: string,
  history: History,
  sources: ViewSources,
): Promise<RunView | undefined> {
  const found = await history.run(id);
  if (found === undefined) return undefined;
  const { row, detail } = found;
  const target = sources.fleet.get(row.installation);
  const { previous, next } = await history.neighbours(row);
  const open = target?.snapshot.tracked.openFailures ?? [];
  const comparison = await comparisonWithPrevious(found, history);
  const failures = failureViews(detail.failures, open);
  return {
    frame: frameView(sources),
    installation: {
      name: row.installation,
      url: installationUrl(row.installation),
      baseUrl: target?.monitored.installation.baseUrl ?? '',
    },
    id: row.id,
    tier: row.tier,
    trigger: row.trigger,
    state: row.state,
    ...(row.cause === undefined ? {} : { cause: row.cause }),
    startedAt: iso(row.startedMs),
    finishedAt: iso(row.finishedMs),
    durationMs: row.finishedMs - row.startedMs,
    cutShort: row.cutShort,
    inMaintenance: row.inMaintenance,
    ...(row.recheck === undefined ? {} : { recheck: row.recheck }),
    requests: row.requests,
    retried: row.retried,
    throttled: row.throttled,
    coverage: row.coverage,
    totals: row.totals,
    failures,
    findings: runFindingViews(failures, detail.verdicts),
    endpoints: endpoints.flatMap(({ id: endpoint }) => {
      const cell = detail.endpoints[endpoint];
      return cell === undefined ? [] : [{ endpoint, ...cell }];
    }),
    ...(detail.verdicts === undefined ? {} : { verdicts: detail.verdicts }),
    observations: detail.observations,
    phases: detail.phases,
    ...(detail.exchanges === undefined
      ? {}
      : { exchanges: exchangeViews(detail.exchanges, detail.failures) }),
    ...(comparison === undefined ? {} : { comparison }),
    ...(previous === undefined ? {} : { previousUrl: runUrl(previous) }),
    ...(next === undefined ? {} : { nextUrl: runUrl(next) }),
  };
}
