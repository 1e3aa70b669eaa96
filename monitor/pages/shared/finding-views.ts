import { type VerdictCounts, verdictKey } from '../../../contract/judging/verdict.ts';
import { groupFailures, type PlacesOf, placesInCatalogue } from '../../../engine/record/group-failures.ts';
import type { History } from '../../history/history.ts';
import type { KeptFailure, KeptVerdict, VerdictTotals } from '../../model.ts';
import type { MonitoredTarget } from '../../state/monitored-target.ts';
import { openFindingsOf, placedHeadline } from '../../state/open-findings.ts';
import type { Snapshot } from '../../state/snapshot.ts';
import { type OpenFailure, shownFailures } from '../../state/tracked-state.ts';
import type { FailureView, FindingView } from './model.ts';
import { judgingTiers } from './run-views.ts';
import { iso } from './times.ts';
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
        tiers: judgingTiers,
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
 * @param others its other verdicts; left out if they are kept no longer
 */
export function runFindingViews(
  failures: readonly FailureView[],
  others: readonly KeptVerdict[] | undefined,
): readonly FindingView[] {
  const failed = failures
    .filter(({ outcome }) => outcome === 'fail')
    .map((verdict) => ({ verdict, ...(verdict.outageSince && { outageSince: verdict.outageSince }) }));
  const placesOf = others === undefined ? placesInCatalogue : placesAmong(others);
  return groupFailures(failed, placesOf).map((finding) => {
    const { id, severity, headline, sentence, checks, places, reason, failures: own } = finding;
    return {
      id,
      severity,
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

/** Failures, each with how long it has been failing if it still is. */
export function failureViews(
  failures: readonly KeptFailure[],
  open: readonly OpenFailure[],
): readonly FailureView[] {
  const openByKey = new Map(open.map((failure) => [verdictKey(failure), failure]));
  return failures.map((failure) => {
    const stillOpen = openByKey.get(verdictKey(failure));
    if (stillOpen === undefined) return failure;
    return { ...failure, since: iso(stillOpen.sinceMs), runs: stillOpen.runs };
  });
}

/** What fails now, in the words of the last run that judged it. */
export async function openFailureViews(
  { snapshot }: MonitoredTarget,
  history: History,
): Promise<readonly FailureView[]> {
  const open = shownFailures(snapshot.tracked.openFailures);
  const runIds = [...new Set(open.map(({ runId }) => runId))];
  const runs = await Promise.all(runIds.map((id) => history.run(id)));
  const wanted = new Set(open.map((failure) => `${failure.runId} ${verdictKey(failure)}`));
  const failures = runs.flatMap((run) =>
    (run?.detail.failures ?? []).filter((failure) => wanted.has(`${run?.row.id} ${verdictKey(failure)}`)),
  );
  return failureViews(failures, open);
}

/** The totals of a run as what its coverage counts. */
export function countsOf({ pass, fail, untestable, skip, error }: VerdictTotals): VerdictCounts {
  return {
    all: pass + fail + untestable + skip + error,
    judged: pass + fail,
    untestable,
    notAsked: skip,
  };
}
