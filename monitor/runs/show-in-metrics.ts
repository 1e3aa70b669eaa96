import { sanitizeUpTo } from '../../reports/sanitize.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { currentFindings } from './open-findings.ts';
import type { Snapshot } from './snapshot.ts';

/** The cause is a label: longer ones are cut. */
const longestCause = 300;

/** Shows in the metrics what an installation is known to be now. */
export function showInMetrics(installation: string, snapshot: Snapshot, metrics: Metrics): void {
  const { state, cause = '', lastCompleteMs } = snapshot;
  const findings = currentFindings(snapshot);
  metrics.setState(installation, state);
  metrics.setFindings(
    installation,
    findings.map(({ gravity }) => gravity),
  );
  const key = [state, ...findings.map(({ id }) => id)].join(' ');
  metrics.setCause(installation, { key, text: sanitizeUpTo(cause, longestCause) });
  if (lastCompleteMs !== undefined) metrics.setLastComplete(installation, lastCompleteMs);
}
