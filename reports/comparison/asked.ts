import { catalogue } from '../../contract/checks/catalogue.ts';
import type { Ask } from '../../contract/checks/check.ts';
import { endpoints } from '../../contract/document/endpoints.ts';
import { verdictKey } from '../../contract/judging/verdict.ts';
import type { OpenCode, ReasonCode } from '../../contract/reasons.ts';
import type { RecordedVerdict, RunRecord } from '../../engine/record/run-record.ts';

type Verdicts = Pick<RunRecord, 'verdicts'>;

/** Codes of verdicts whose requests were not sent, or not answered. */
const unsentCodes: readonly (ReasonCode | undefined)[] = [
  'not-asked',
  'obstructed',
  'throttled',
] satisfies readonly OpenCode[];

/**
 * Whether another run sent the request on which a check failed, as the verdicts of the checks that ask for it tell. Pure. A run
 * of a lower tier, without imports or without a second key judges the same check by fewer answers: it shows neither that such
 * a failure is fixed nor that it is new. True for a request that no check of the failing run asks for.
 */
export function hasSent(other: Verdicts, failed: RecordedVerdict, failing: Verdicts): boolean {
  const endpoint = endpoints.find(({ id }) => id === failed.endpoint);
  if (endpoint === undefined) return true;
  const ids = catalogue
    .filter((check) => check.at(endpoint))
    .filter((check) => Object.values(check.asks(endpoint)).some((ask) => isSuchRequest(ask, failed)))
    .map(({ id }) => verdictKey({ check: id, endpoint: endpoint.id }));
  const sent = sentIn(failing, ids);
  return sent.length === 0 || sentIn(other, sent).length > 0;
}

function sentIn({ verdicts }: Verdicts, keys: readonly string[]): readonly string[] {
  return verdicts
    .filter(({ outcome, reason }) => outcome !== 'skip' && !unsentCodes.includes(reason?.code))
    .map(verdictKey)
    .filter((key) => keys.includes(key));
}

/** Requests that a check can do without tell nothing: a run may have judged it without them. */
function isSuchRequest(ask: Ask, { reason }: RecordedVerdict): boolean {
  const { key, id = 'known', body = 'valid', accept, page, path } = reason?.facts ?? {};
  const isUsual = ask.key === 'valid' && key === 'header';
  return (
    ask.optional !== true &&
    ask.more !== true &&
    ask.at === undefined &&
    (ask.key === key || isUsual) &&
    (ask.id ?? 'known') === id &&
    (ask.body ?? 'valid') === body &&
    ask.accept === accept &&
    ask.page === page &&
    ask.path === path
  );
}
