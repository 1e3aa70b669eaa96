import { gravityOf, stateOf } from '../../../contract/state.ts';
import { groupBy } from '../../../engine/group-by.ts';
import type { MonitoredTarget } from '../../runs/monitored-target.ts';
import { shownNow } from '../../runs/shown-now.ts';
import type { GroupView, OverviewQuery } from '../overview-model.ts';
import { overviewUrl } from './urls.ts';

const names = new Intl.Collator('en', { numeric: true });

/** Installations by their group, the gravest first, then by name; those without a group are one, without a name. Pure. */
export function groupViews(
  targets: readonly MonitoredTarget[],
  nowMs: number,
  query: OverviewQuery,
): readonly GroupView[] {
  const groups = groupBy(targets, ({ monitored }) => monitored.installation.group ?? '');
  const views = [...groups].flatMap(([name, own]): readonly GroupView[] => {
    const states = own.map((target) => shownNow(target, nowMs).state);
    const [state] = states.toSorted((one, other) => gravityOf(one) - gravityOf(other));
    if (state === undefined) return [];
    const troubled = states.filter((one) => stateOf(one).isIncident);
    return [
      {
        ...(name === '' ? {} : { name }),
        url: overviewUrl(query, { layout: 'usual', ...(name === '' ? {} : { group: name }) }),
        state,
        total: own.length,
        down: troubled.filter((one) => stateOf(one).countsAs === 'down').length,
        troubled: troubled.length,
        conforming: states.filter((one) => one === 'conforming').length,
      },
    ];
  });
  return views.toSorted(
    (one, other) =>
      gravityOf(one.state) - gravityOf(other.state) || names.compare(one.name ?? '', other.name ?? ''),
  );
}
