import { acknowledgedNow, type Snapshot } from '../../runs/snapshot.ts';
import type { AcknowledgedView } from '../view-model.ts';
import { iso } from './iso.ts';

/** What an operator knows of what is wrong now; nothing where nobody said so. @param incident of this one alone */
export function acknowledgedView(
  snapshot: Snapshot | undefined,
  nowMs: number,
  incident?: string,
): { readonly acknowledged?: AcknowledgedView } {
  const known = snapshot === undefined ? undefined : acknowledgedNow(snapshot, nowMs);
  if (known === undefined || (incident !== undefined && incident !== known.incident)) return {};
  const { untilMs, who, reason } = known;
  return { acknowledged: { until: iso(untilMs), who, reason } };
}
