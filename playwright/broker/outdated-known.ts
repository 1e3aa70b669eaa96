import { allCheckCases } from '../../contract/catalogue.ts';
import { caseKey } from '../../contract/judge.ts';
import { allEndpoints, type KnownApplied } from '../../engine/record/known-failures.ts';

/**
 * Known failures that are to be removed, as sentences. An entry for all endpoints counts only where all of them were
 * judged: the chosen tests may have left out the one at which it still fails.
 * @param judged the keys of the check cases so far
 */
export function outdatedSentences(
  { stale, expired }: KnownApplied,
  judged: ReadonlySet<string>,
): readonly string[] {
  const isWhole = ({ check, endpoint }: { readonly check: string; readonly endpoint: string }): boolean =>
    endpoint !== allEndpoints ||
    allCheckCases.filter((one) => one.check.id === check).every((one) => judged.has(caseKey(one)));
  return [...stale.filter(({ entry }) => isWhole(entry)), ...expired].map(({ sentence }) => sentence);
}
