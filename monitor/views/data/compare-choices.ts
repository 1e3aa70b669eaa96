import type { History } from '../../history/history.ts';
import type { RunRow } from '../../model.ts';
import type { LastRunView } from '../view-model.ts';
import { parseAskedTime } from './asked-time.ts';
import { judgingTiers } from './document-page-view.ts';
import type { VersionChange } from './last-version.ts';
import { lastRunView } from './run-summaries.ts';

/** What the latest run is compared with by a link. */
export type ChoiceName = 'before' | 'yesterday' | 'week' | 'month' | 'deployment';

/** A comparison with the latest run that is ready to be opened. */
export interface CompareChoice {
  readonly name: ChoiceName;
  readonly from: string;
  /** Left out where none is kept but the latest one. */
  readonly run?: LastRunView;
}

const times = [
  { name: 'yesterday', from: 'yesterday' },
  { name: 'week', from: '7d' },
  { name: 'month', from: '30d' },
] as const;

/** The comparisons that most people look for; nothing where there is no run to compare. */
export async function compareChoices(
  installation: string,
  history: Pick<History, 'run' | 'runs'>,
  nowMs: number,
  change: VersionChange | undefined,
): Promise<readonly CompareChoice[]> {
  const query = { installation, tiers: judgingTiers };
  const [[latest, previous], changedFrom, ...earlier] = await Promise.all([
    history.runs({ ...query, limit: 2 }),
    change === undefined ? undefined : history.run(change.before.id),
    ...times.map(({ from }) =>
      history.runs({ ...query, beforeMs: parseAskedTime(from, nowMs)?.toMs ?? nowMs, limit: 1 }),
    ),
  ]);
  if (latest === undefined) return [];
  const shown = (row: RunRow | undefined): { readonly run?: LastRunView } =>
    row === undefined || row.id === latest.id ? {} : { run: lastRunView(row) };
  return [
    ...(changedFrom === undefined
      ? []
      : [{ name: 'deployment' as const, from: changedFrom.row.id, run: lastRunView(changedFrom.row) }]),
    { name: 'before', from: previous?.id ?? '', ...shown(previous) },
    ...times.map(({ name, from }, index) => ({ name, from, ...shown(earlier[index]?.[0]) })),
  ];
}
