import type { ObservationRun } from '../../history/observation-run.ts';
import type { DeploymentView, ResponseTimesView } from '../response-times-model.ts';
import { texts } from '../texts.ts';
import { iso } from './iso.ts';
import { type VersionChange, versionChanges } from './last-version.ts';
import { comparisonUrl } from './urls.ts';

/** More than this are no deployments. */
const mostDeployments = 12;

/**
 * Deployments, as far as answers show them: an installation names other software, or answers otherwise where the document leaves
 * it open. Pure. Where that happens all the time, as when answers come from servers of two versions, none is claimed.
 * @param runs newest first
 */
export function deploymentViews(
  installation: string,
  runs: readonly ObservationRun[],
): Pick<ResponseTimesView, 'deployments' | 'unsteady'> {
  const changes = versionChanges(runs);
  if (changes.length > mostDeployments) return { deployments: [], unsteady: changes.length };
  return { deployments: changes.map((change) => deploymentView(installation, change)) };
}

function deploymentView(installation: string, change: VersionChange): DeploymentView {
  const { before, after, software, drift } = change;
  const observed = drift === 0 ? [] : [texts.charts.deployments.observations(drift)];
  return {
    at: iso(after.startedMs),
    text: [...software, ...observed].join('; '),
    url: comparisonUrl(installation, before.id, after.id),
  };
}
