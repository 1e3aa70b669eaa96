import { catalogue } from '../../contract/checks/catalogue.ts';
import type { CheckRequest } from '../../contract/checks/check.ts';
import { throttledAnswerCheck } from '../../contract/checks/every-answer.ts';
import { endpoints } from '../../contract/document/endpoints.ts';
import { verdictKey } from '../../contract/judging/verdict.ts';
import type { OpenCode } from '../../contract/reasons.ts';
import { scopeOf, takesAllSamples } from '../../contract/scope.ts';
import type { RecordedVerdict, RunRecord } from '../../engine/record/run-record.ts';

/** The part of a run record that shows what was sent. */
export type SentRun = Pick<RunRecord, 'tier' | 'verdicts'>;

/** Codes of verdicts whose requests were not sent, or not answered. */
const unsentCodes: ReadonlySet<string> = new Set<OpenCode>(['not-asked', 'obstructed', 'throttled']);

/** True for a verdict of a check whose requests were sent and answered. */
function wasSent({ outcome, reason }: RecordedVerdict): boolean {
  return outcome !== 'skip' && !unsentCodes.has(reason?.code ?? '');
}

/**
 * Whether another run sent the request on which a check failed, judged by the verdicts of the checks that need it.
 * Pure. A run of a lower tier, without imports or without a second key judges the same check by fewer answers: it shows
 * neither that such a failure is fixed nor that it is new. True for a request that no check of the failing run needs.
 */
export function hasSent(other: SentRun, failed: RecordedVerdict, failing: SentRun): boolean {
  const sent = checksThatSent(failing, failed, failing);
  return sent.length === 0 || checksThatSent(other, failed, failing).length > 0;
}

/** The checks of a run that needed the request on which another one failed. */
function checksThatSent(run: SentRun, failed: RecordedVerdict, failing: SentRun): readonly string[] {
  const endpoint = endpoints.find(({ id }) => id === failed.endpoint);
  if (endpoint === undefined) return [];
  const isHeaderRefused = failing.verdicts.some(
    (one) =>
      one.check === 'auth.header-key-accepted' && one.endpoint === failed.endpoint && one.outcome === 'fail',
  );
  const usualKey = isHeaderRefused ? 'query' : 'header';
  const sent = new Set(run.verdicts.filter(wasSent).map(verdictKey));
  return catalogue
    .filter((check) => check.at(endpoint))
    .filter((check) =>
      Object.values(check.requests(endpoint)).some(
        (request) =>
          matchesFailure(request, failed, usualKey) && (request.more !== true || takesAllSamples(run.tier)),
      ),
    )
    .map(({ id }) => id)
    .filter((check) => sent.has(verdictKey({ check, endpoint: endpoint.id })));
}

/** Whether a check needs the request on which another one failed. */
function matchesFailure(
  request: CheckRequest,
  { reason }: RecordedVerdict,
  usualKey: 'header' | 'query',
): boolean {
  const { key, id = 'known', body = 'valid', accept, page, path } = reason?.facts ?? {};
  return (
    request.optional !== true &&
    request.at === undefined &&
    (request.key === key || (request.key === 'valid' && key === usualKey)) &&
    (request.id ?? 'known') === id &&
    (request.body ?? 'valid') === body &&
    request.accept === accept &&
    request.page === page &&
    request.path === path
  );
}

/**
 * Whether a run was limited to a part (`--only`, `--shard`): it lacks checks of its tier that the other run made. Pure.
 * With another version of the suite, checks that the run made nowhere may be unknown to that version.
 */
export function isSelection(
  run: SentRun & Pick<RunRecord, 'suiteVersion'>,
  other: SentRun & Pick<RunRecord, 'suiteVersion'>,
): boolean {
  const own = new Set(run.verdicts.map(verdictKey));
  const others = new Set(other.verdicts.map(verdictKey));
  const checks = new Set(run.verdicts.map(({ check }) => check));
  return scopeOf(run.tier).checkCases.some(({ check, endpoint }) => {
    const key = verdictKey({ check: check.id, endpoint: endpoint.id });
    const isUsual = check.sampled !== true && check.id !== throttledAnswerCheck;
    const isOfVersion = run.suiteVersion === other.suiteVersion || checks.has(check.id);
    return isUsual && isOfVersion && others.has(key) && !own.has(key);
  });
}
