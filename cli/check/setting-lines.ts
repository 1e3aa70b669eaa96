import { catalogue } from '../../contract/catalogue.ts';
import type { Need } from '../../contract/check.ts';
import { endpoints } from '../../contract/endpoints.ts';
import type { RunRecord } from '../../engine/record/run-record.ts';

const needs: Readonly<Record<Need, string>> = {
  'second-key': 'SECOND_API_KEY=…',
  'revoked-key': 'REVOKED_API_KEY=…',
  imports: 'ALLOW_IMPORT=true',
};

const aborts: Readonly<Partial<Record<NonNullable<RunRecord['abortReason']>, string>>> = {
  deadline: 'DEADLINE_S=600',
  throttled: 'PACE=2',
};

/** The settings that would let a run judge more, as lines of `.env`; none if no setting would. */
export function settingLines({ verdicts, abortReason, cause }: RunRecord): readonly string[] {
  const isUnjudged = !verdicts.some(({ outcome }) => outcome === 'pass' || outcome === 'fail');
  if (cause !== undefined && isUnjudged) return [];
  const lines = verdicts.flatMap(({ outcome, check, endpoint }) => {
    const need = catalogue.find(({ id }) => id === check)?.needs;
    if (outcome === 'skip') return need === undefined ? [] : [needs[need]];
    const pinned = endpoints.find(({ id }) => id === endpoint)?.pinnedId;
    // Without a record nothing at its endpoint can be judged.
    const isWithoutRecord = !verdicts.some((one) => one.endpoint === endpoint && one.outcome === 'pass');
    return outcome === 'untestable' && pinned !== undefined && isWithoutRecord ? [`${pinned}=…`] : [];
  });
  const abort = abortReason === undefined ? undefined : aborts[abortReason];
  return [...new Set([...(abort === undefined ? [] : [abort]), ...lines])];
}
