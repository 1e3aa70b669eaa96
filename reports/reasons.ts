import type { Outcome } from '../contract/verdict.ts';
import { groupBy } from '../engine/group-by.ts';
import type { RecordedVerdict, RunRecord } from '../engine/record/run-record.ts';

/** What several verdicts say, and every verdict that says it. */
interface SharedReason {
  readonly message: string;
  readonly verdicts: readonly RecordedVerdict[];
}

/** More checks or endpoints than this are counted instead of listed. */
const mostListed = 6;

/** The reasons of an outcome, the most frequent first. */
export function reasonsOf(record: RunRecord, outcome: Outcome): readonly SharedReason[] {
  const groups = groupBy(
    record.verdicts.filter((verdict) => verdict.outcome === outcome),
    ({ message }) => message,
  );
  return [...groups]
    .map(([message, verdicts]) => ({ message, verdicts }))
    .toSorted((one, other) => other.verdicts.length - one.verdicts.length);
}

/** Which checks at which endpoints, grouped by check or by endpoint, whichever is shorter. */
export function placesOf(verdicts: readonly RecordedVerdict[]): string {
  const byCheck = groupBy(verdicts, ({ check }) => check);
  const byEndpoint = groupBy(verdicts, ({ endpoint }) => endpoint);
  const places =
    byEndpoint.size < byCheck.size
      ? [...byEndpoint].map(([endpoint, own]) => `${endpoint}: ${listOrNumber(own, 'check')}`)
      : [...byCheck].map(([check, own]) => `${check} at ${listOrNumber(own, 'endpoint')}`);
  return places.join('; ');
}

function listOrNumber(verdicts: readonly RecordedVerdict[], of: 'check' | 'endpoint'): string {
  return verdicts.length > mostListed
    ? `${verdicts.length} ${of}s`
    : verdicts.map((verdict) => verdict[of]).join(', ');
}
