import type { EndpointId } from '../../contract/endpoints.ts';
import { stateOf } from '../../contract/state.ts';
import {
  compareFindings,
  type Failure,
  type Finding,
  findingId,
  groupFailures,
  outageHeadline,
  outageSentence,
  type Places,
  type PlacesOf,
} from './group-failures.ts';
import { type Outage, outageOf } from './outage.ts';
import type { RecordedExchange, RecordedFinding, RecordedVerdict, RunRecord } from './run-record.ts';

/** A failed verdict of a record, with the exchange that shows it. */
export interface RecordedFailure extends Failure {
  readonly verdict: RecordedVerdict;
  readonly exchange?: RecordedExchange;
}

/** One cause in a record. */
export type RunFinding = Finding<RecordedFailure>;

/**
 * What a run found, by cause, the gravest first. Pure. Every failed verdict is in exactly one finding; known failures
 * have findings of their own.
 */
export function findingsOf(record: RunRecord): readonly RunFinding[] {
  const outage = outageOf(record);
  const grouped = groupFailures(failuresOf(record, outage), placesIn(record, outage));
  if (outage !== undefined && grouped.some(({ since }) => since !== undefined))
    return grouped.map((one) =>
      one.since === undefined ? one : { ...one, sentence: sentenceOf(outage, record, one.places) },
    );
  const whole = wholeFinding(record, outage);
  return whole === undefined ? grouped : [...grouped, whole].toSorted(compareFindings);
}

/** All requests that an outage took say how it showed, also those by which no verdict failed. */
function sentenceOf({ since, exchanges: taken }: Outage, { exchanges }: RunRecord, places: Places): string {
  const ways = exchanges.filter(({ id }) => taken.has(id)).map(wayOf);
  return outageSentence(since, [...new Set(ways)], places);
}

/** The findings that count: those of known failures do not. */
export function countedFindings(record: RunRecord): readonly RunFinding[] {
  return findingsOf(record).filter(({ known }) => known === undefined);
}

/** The record with its findings, as it is written for others. */
export function withFindings(record: RunRecord): RunRecord {
  const { verdicts, exchanges, observations, findings: _before, ...rest } = record;
  const findings = findingsOf(record).map(recordedFinding);
  return { ...rest, findings, verdicts, exchanges, observations };
}

function recordedFinding(finding: RunFinding): RecordedFinding {
  const { id, gravity, headline, sentence, reason, checks, requirements, places, failures, since, known } =
    finding;
  const shown = failures.map(({ verdict }) => verdict.exchange).filter((one) => one !== undefined);
  return {
    id,
    gravity,
    headline,
    message: sentence,
    ...(reason === undefined ? {} : { reason }),
    checks,
    requirements,
    endpoints: places.endpoints as readonly EndpointId[],
    judged: places.judged,
    verdicts: failures.map(({ verdict: { check, endpoint } }) => ({ check, endpoint })),
    exchanges: [...new Set(shown)],
    ...(since === undefined ? {} : { since }),
    ...(known === undefined ? {} : { known }),
  };
}

/** The failed verdicts of a record; those whose request an outage took belong to it. */
function failuresOf(
  { verdicts, exchanges }: RunRecord,
  outage: Outage | undefined,
): readonly RecordedFailure[] {
  const exchangeOf = new Map(exchanges.map((exchange) => [exchange.id, exchange]));
  return verdicts
    .filter(({ outcome }) => outcome === 'fail')
    .map((verdict) => {
      const exchange = exchangeOf.get(verdict.exchange ?? '');
      if (exchange === undefined) return { verdict };
      const isTaken = outage?.exchanges.has(exchange.id) === true;
      return {
        verdict,
        exchange,
        ...(isTaken ? { outageSince: outage.since } : {}),
      };
    });
}

/** What came in place of an answer of the service. */
function wayOf({ status, failure }: RecordedExchange): string {
  return failure?.reason ?? (status === undefined ? 'no answer came' : `status ${status}`);
}

/** Counts the endpoints at which checks were judged in a run. No check: an outage, which concerns every endpoint. */
function placesIn({ verdicts }: RunRecord, outage: Outage | undefined): PlacesOf {
  return (checks, failing) => {
    const isOutage = checks.length === 0;
    const own = isOutage ? verdicts : verdicts.filter(({ check }) => checks.includes(check));
    if (isOutage) {
      const taken = new Set([...failing, ...(outage?.unasked ?? [])]);
      const all = inOrder(own);
      return { endpoints: all.filter((endpoint) => taken.has(endpoint)), judged: all.length };
    }
    const judged = inOrder(own.filter(({ outcome }) => outcome === 'pass' || outcome === 'fail'));
    const isPartlyJudged = own.some(
      ({ outcome, endpoint }) => outcome === 'untestable' && !judged.includes(endpoint),
    );
    return { endpoints: failing, judged: judged.length, isPartlyJudged };
  };
}

function inOrder(verdicts: readonly RecordedVerdict[]): readonly EndpointId[] {
  return [...new Set(verdicts.map(({ endpoint }) => endpoint))];
}

/** What concerns the whole installation and made no verdict fail: it went away, or never answered as this API. */
function wholeFinding(record: RunRecord, outage: Outage | undefined): RunFinding | undefined {
  const { cause, state } = record;
  const { gravity } = stateOf(state);
  if (gravity === undefined || cause === undefined) return undefined;
  const headline = outage === undefined ? stateOf(state).label : outageHeadline;
  const base = { gravity, headline, checks: [], requirements: [], failures: [] };
  if (outage === undefined) {
    const all = inOrder(record.verdicts);
    return { ...base, id: findingId(state), sentence: cause, places: { endpoints: all, judged: all.length } };
  }
  const places = placesIn(record, outage)([], []);
  const sentence = sentenceOf(outage, record, places);
  return { ...base, id: findingId('outage'), sentence, places, since: outage.since };
}
