import { verdictKey } from '../../../contract/verdict.ts';
import {
  type Failure,
  groupFailures,
  type PlacesOf,
  placesInCatalogue,
} from '../../../engine/record/group-failures.ts';
import type { History } from '../../history/history.ts';
import type { KeptVerdict } from '../../model.ts';
import { openFindingsOf, placedHeadline } from '../../runs/open-findings.ts';
import type { Snapshot } from '../../runs/snapshot.ts';
import type { FailureView, FindingView } from '../view-model.ts';
import { iso } from './iso.ts';
import { runUrl } from './urls.ts';

/** What is open now, by cause. @param failures of the snapshot, in the words of the runs that found them */
export function openFindingViews(
  snapshot: Snapshot,
  failures: readonly FailureView[],
): readonly FindingView[] {
  const byKey = new Map(failures.map((failure) => [verdictKey(failure), failure]));
  return openFindingsOf(snapshot).map(({ failures: open, ...finding }) => {
    const own = open.map((one) => byKey.get(verdictKey(one))).filter((one) => one !== undefined);
    return { ...finding, failures: leadFirst(own, finding.checks[0]) };
  });
}

/** How many findings are looked up: each takes a query. */
const lookedUp = 8;

/** Findings, each with the last standard or full run before it began. */
export async function withLastGood(
  findings: readonly FindingView[],
  installation: string,
  history: Pick<History, 'runs'>,
): Promise<readonly FindingView[]> {
  return Promise.all(
    findings.map(async (finding, index) => {
      const began = finding.failures.map(({ since }) => since ?? '').toSorted()[0] ?? '';
      if (index >= lookedUp || began === '') return finding;
      const [before, second] = await history.runs({
        installation,
        tiers: ['standard', 'full'],
        beforeMs: Date.parse(began),
        limit: 2,
      });
      // A failure begins when the run ends that found it, so that one comes first.
      const wasFinder = before !== undefined && before.finishedMs >= Date.parse(began);
      const last = wasFinder ? second : before;
      if (last === undefined) return finding;
      return { ...finding, lastGood: { at: iso(last.startedMs), url: runUrl(last.id) } };
    }),
  );
}

/**
 * The failures of a run by cause, as its record groups them.
 * @param others its other verdicts; left out where they are kept no longer
 */
export function runFindingViews(
  failures: readonly FailureView[],
  others: readonly KeptVerdict[] | undefined,
): readonly FindingView[] {
  const failed = failures.filter(({ outcome }) => outcome === 'fail').map(asFailure);
  const placesOf = others === undefined ? placesInCatalogue : placesAmong(others);
  return groupFailures(failed, placesOf).map((finding) => {
    const { id, gravity, headline, sentence, checks, places, reason, failures: own } = finding;
    return {
      id,
      gravity,
      headline: placedHeadline(headline, places, reason),
      sentence,
      checks,
      endpoints: places.endpoints,
      failures: leadFirst(
        own.map(({ verdict }) => verdict),
        checks[0],
      ),
    };
  });
}

function asFailure(verdict: FailureView): Failure & { readonly verdict: FailureView } {
  const { outageSince } = verdict;
  return { verdict, ...(outageSince === undefined ? {} : { outageSince }) };
}

/** Counts the endpoints at which a run judged checks; an outage concerns all that it asked. */
function placesAmong(others: readonly KeptVerdict[]): PlacesOf {
  return (checks, failing) => {
    const own = others.filter(({ check }) => checks.length === 0 || checks.includes(check));
    const isJudged = ({ outcome }: KeptVerdict): boolean => outcome === 'pass' || checks.length === 0;
    const judged = new Set([...failing, ...own.filter(isJudged).map(({ endpoint }) => endpoint)]);
    const isPartlyJudged = own.some(
      ({ outcome, endpoint }) => outcome === 'untestable' && !judged.has(endpoint),
    );
    return { endpoints: failing, judged: judged.size, isPartlyJudged };
  };
}

function leadFirst(failures: readonly FailureView[], check: string | undefined): readonly FailureView[] {
  const rank = (one: FailureView): number => (one.check === check ? 0 : 1);
  return failures.toSorted((one, other) => rank(one) - rank(other));
}
