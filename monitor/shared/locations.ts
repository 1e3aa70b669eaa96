import { verdictKey } from '../../contract/judging/verdict.ts';
import { compareSeverity } from '../../contract/severity.ts';
import { type InstallationState, stateOf, stateRank } from '../../contract/state.ts';
import { groupBy } from '../../engine/group-by.ts';
import type { RunRecord } from '../../engine/record/run-record.ts';
import { uncapitalized } from '../../reports/words.ts';
import type { WatchedFrom } from '../configuration/watched-from.ts';
import type { RunRow } from '../model.ts';
import { evidenceAfter, type NextSnapshotOptions, nextSnapshot } from '../state/next-snapshot.ts';
import { currentFindings, findingsHeadline, mostDescribed } from '../state/open-findings.ts';
import { type ShownState, type SnapshotUpdate, showState } from '../state/shown-state.ts';
import type { LocationSnapshot, Snapshot } from '../state/snapshot.ts';
import {
  initialState,
  type OpenFailure,
  type OpenFinding,
  type TrackedState,
} from '../state/tracked-state.ts';

/** One location's knowledge of an installation. */
export interface LocationVote {
  readonly location: string;
  readonly state: InstallationState;
}

const list = new Intl.ListFormat('en', { type: 'conjunction' });

/**
 * The state of an installation that several locations watch, from those that are not silent. Pure. A state in which
 * nothing could be judged needs enough locations that find it or a more severe one: with 2 of 3, one `unreachable` and
 * one `key-rejected` make `key-rejected`. An installation's answers do not depend on the location: a single one is
 * enough for `violating` and `incomplete`, and for `conforming` if no more than a minority could not judge it. If fewer
 * locations than required remain, and none of them could judge it, the state is unknown.
 */
export function stateOfVotes(votes: readonly LocationVote[], agree: number): InstallationState {
  const found = votes.map(({ state }) => state);
  const obstructed = found.filter((state) => stateOf(state).explainsEverything).toSorted(bySeverity);
  const agreed = obstructed[agree - 1];
  if (agreed !== undefined && stateOf(agreed).countsAs === 'down') return agreed;
  if (found.includes('violating')) return 'violating';
  if (found.includes('incomplete')) return 'incomplete';
  return agreed ?? (found.includes('conforming') ? 'conforming' : 'unknown');
}

/**
 * The findings of each location, the most severe first: "Unreachable from oslo; conforming from dublin; nothing heard
 * from rome."
 */
export function votesSentence(votes: readonly LocationVote[], silent: readonly string[]): string {
  const groups = [...groupBy(votes, ({ state }) => state)].toSorted(([one], [other]) =>
    bySeverity(one, other),
  );
  const phrases = [
    ...groups.map(([state, some]) => `${stateOf(state).label} from ${namesOf(some)}`),
    ...(silent.length === 0 ? [] : [`Nothing heard from ${list.format(silent.toSorted())}`]),
  ];
  return `${phrases.map((phrase, index) => (index === 0 ? phrase : uncapitalized(phrase))).join('; ')}.`;
}

function namesOf(votes: readonly LocationVote[]): string {
  return list.format(votes.map(({ location }) => location).toSorted());
}

function bySeverity(one: InstallationState, other: InstallationState): number {
  return stateRank(one) - stateRank(other);
}

/**
 * The snapshot of an installation as one location knows it, on which its runs are based. A new location starts with the
 * knowledge from before there were any.
 */
export function asSeenFrom(snapshot: Snapshot, location: string | undefined): Snapshot {
  if (location === undefined) return snapshot;
  const { cause: _cause, stateSinceMs: _since, openFindings: _findings, ...others } = snapshot;
  const {
    baseUrl: _address,
    lastDue: _due,
    lastStandardMs: _standard,
    coverage: _coverage,
    counted: _counted,
    locations,
    ...shared
  } = others;
  const {
    tracked,
    sinceMs,
    lastRun: _run,
    isSilent: _silent,
    ...own
  } = locations?.[location] ?? firstOf(snapshot);
  return {
    ...shared,
    ...own,
    tracked,
    state: tracked.state,
    ...(sinceMs === undefined ? {} : { stateSinceMs: sinceMs }),
  };
}

function firstOf(snapshot: Snapshot): LocationSnapshot {
  const { baseUrl, locations, tracked, openFindings, stateSinceMs, cause } = snapshot;
  if (locations !== undefined) return { tracked: initialState };
  return {
    tracked,
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(openFindings === undefined ? {} : { openFindings }),
    ...(stateSinceMs === undefined ? {} : { sinceMs: stateSinceMs }),
    ...(cause === undefined ? {} : { cause }),
  };
}

/** The knowledge of one location, from the snapshot that its run made of `asSeenFrom`. */
function locationSnapshotOf(seen: Snapshot, lastRun: LocationSnapshot['lastRun']): LocationSnapshot {
  const { tracked, openFindings, stateSinceMs, cause, lastStandardMs, coverage, counted, lastDue } = seen;
  const { baseUrl } = seen;
  return {
    tracked,
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(openFindings === undefined ? {} : { openFindings }),
    ...(stateSinceMs === undefined ? {} : { sinceMs: stateSinceMs }),
    ...(cause === undefined ? {} : { cause }),
    ...(lastRun === undefined ? {} : { lastRun }),
    ...(lastStandardMs === undefined ? {} : { lastStandardMs }),
    ...(coverage === undefined ? {} : { coverage }),
    ...(counted === undefined ? {} : { counted }),
    ...(lastDue === undefined ? {} : { lastDue }),
  };
}

/** The snapshot of a voting location. */
interface VotingLocation extends LocationVote {
  readonly knows: LocationSnapshot;
}

/** The locations that vote, in the order of the configuration. */
function votingLocations({ locations = {} }: Snapshot, { of }: WatchedFrom): readonly VotingLocation[] {
  return of.flatMap((location) => {
    const knows = locations[location];
    if (knows?.lastRun === undefined || knows.isSilent === true) return [];
    return [{ location, state: knows.tracked.state, knows }];
  });
}

/** The locations that have been silent for too long. */
export function silentLocations({ locations = {} }: Snapshot, { of }: WatchedFrom): readonly string[] {
  return of.filter((location) => locations[location]?.isSilent === true);
}

/**
 * The last votes of silent locations, if they count: during an outage, as long as a voting location still finds it.
 * Otherwise the death of a monitor would end an outage.
 */
function lastVotesOf(
  snapshot: Snapshot,
  watched: WatchedFrom,
  voting: readonly LocationVote[],
): readonly LocationVote[] {
  if (!isDown(snapshot.state) || !voting.some(({ state }) => isDown(state))) return [];
  return silentLocations(snapshot, watched).flatMap((location) => {
    const state = snapshot.locations?.[location]?.tracked.state ?? 'unknown';
    return isDown(state) ? [{ location, state }] : [];
  });
}

/** The snapshot on which its locations agree, except for the displayed state. Unconfigured locations are left out. */
function agreedSnapshot(snapshot: Snapshot, watched: WatchedFrom): Snapshot {
  const { openFindings: _before, locations = {}, coverage: _coverage, counted: _counted, ...rest } = snapshot;
  const voting = votingLocations(snapshot, watched);
  const state = stateOfVotes([...voting, ...lastVotesOf(snapshot, watched, voting)], watched.agree);
  const openFindings = findingsOfAll(voting);
  const coverage = coverageOf(voting, state) ?? snapshot.coverage;
  // The counts of several locations do not combine into one sentence.
  const counted = voting.length === 1 ? voting[0]?.knows.counted : undefined;
  const standards = watched.of.flatMap((location) => locations[location]?.lastStandardMs ?? []);
  return {
    ...rest,
    tracked: { ...initialState, state, openFailures: failuresOfAll(voting) },
    ...(openFindings.length === 0 ? {} : { openFindings }),
    ...(coverage === undefined ? {} : { coverage }),
    ...(counted === undefined ? {} : { counted }),
    ...(standards.length === 0 ? {} : { lastStandardMs: Math.max(...standards) }),
    locations: Object.fromEntries(
      watched.of.flatMap((location) => {
        const knows = locations[location];
        return knows === undefined ? [] : [[location, knows]];
      }),
    ),
  };
}

/** Each failure once: since the first location found it, with the last run that found it. */
function failuresOfAll(voting: readonly VotingLocation[]): readonly OpenFailure[] {
  const all = new Map<string, OpenFailure>();
  for (const one of voting.flatMap(({ knows }) => knows.tracked.openFailures)) {
    const known = all.get(verdictKey(one));
    const latest = known === undefined || known.runId < one.runId ? one : known;
    const sinceMs = Math.min(one.sinceMs, known?.sinceMs ?? one.sinceMs);
    all.set(verdictKey(one), { ...latest, sinceMs, runs: one.runs + (known?.runs ?? 0) });
  }
  return [...all.values()];
}

function findingsOfAll(voting: readonly VotingLocation[]): readonly OpenFinding[] {
  const byId = new Map(voting.flatMap(({ knows }) => (knows.openFindings ?? []).map((one) => [one.id, one])));
  return [...byId.values()]
    .toSorted((one, other) => compareSeverity(one.severity, other.severity))
    .slice(0, mostDescribed);
}

/**
 * The best coverage among locations that find the agreed state: one that cannot reach an installation judges nothing
 * about it.
 */
function coverageOf(voting: readonly VotingLocation[], state: TrackedState['state']): number | undefined {
  const of = (some: readonly VotingLocation[]): readonly number[] =>
    some.flatMap(({ knows }) => knows.coverage ?? []);
  const agreeing = of(voting.filter((one) => one.state === state));
  const judging = of(voting.filter((one) => !stateOf(one.state).explainsEverything));
  const known = agreeing.length > 0 ? agreeing : judging;
  return known.length === 0 ? undefined : Math.max(...known);
}

/** A run from a named location. */
export interface LocatedRun {
  readonly watched: WatchedFrom;
  readonly location: string;
  /** When it ended, by the clock of the schedule. */
  readonly endMs: number;
}

/**
 * The monitor's knowledge of an installation after one more run from one of its locations. Pure. The run updates the
 * knowledge of its location as if no other one watched; then all voting locations decide.
 */
export function nextLocationSnapshot(
  before: Snapshot,
  record: RunRecord,
  row: RunRow,
  { maintenance, ...options }: NextSnapshotOptions,
  { watched, location, endMs }: LocatedRun,
): SnapshotUpdate {
  const { snapshot: seen } = nextSnapshot(asSeenFrom(before, location), record, row, options);
  const { finishedMs: atMs, id: runId, installation } = row;
  const lastRun = options.wasInterrupted ? before.locations?.[location]?.lastRun : { id: runId, atMs: endMs };
  const known: Snapshot = {
    ...withoutLocationData(seen),
    ...(before.coverage === undefined ? {} : { coverage: before.coverage }),
    ...(before.cause === undefined ? {} : { cause: before.cause }),
    ...(before.acknowledged === undefined ? {} : { acknowledged: before.acknowledged }),
    state: before.state,
    ...(before.stateSinceMs === undefined ? {} : { stateSinceMs: before.stateSinceMs }),
    locations: { ...before.locations, [location]: locationSnapshotOf(seen, lastRun) },
  };
  const { state } = agreedSnapshot(known, watched).tracked;
  // A location that alone cannot reach the installation does not change when it was last judged.
  const { lastCompleteMs } = isDown(row.state) && !isDown(state) ? before : seen;
  // A run that found a state shows what to do about it.
  const evidence = evidenceAfter(record, state, before.evidence);
  const { evidence: _own, ...others } = known;
  const complete: Snapshot = {
    ...others,
    ...(lastCompleteMs === undefined ? {} : { lastCompleteMs }),
    ...(evidence === undefined ? {} : { evidence }),
  };
  return showLocations(complete, watched, { installation, atMs, runId, maintenance });
}

function isDown(state: InstallationState): boolean {
  return stateOf(state).countsAs === 'down';
}

/** Removes knowledge that is stored per location. */
function withoutLocationData(seen: Snapshot): Snapshot {
  const {
    baseUrl: _address,
    openFindings: _findings,
    cause: _cause,
    coverage: _coverage,
    counted: _counted,
    lastDue: _due,
    ...rest
  } = seen;
  const { lastCompleteMs: _complete, turn: _turn, stateSinceMs: _since, ...shared } = rest;
  return shared;
}

interface ShowLocationsOptions extends Omit<ShownState, 'state' | 'cause'> {
  /** Why the installation is in maintenance; left out if it is not. */
  readonly maintenance?: string | undefined;
}

/** Shows the state on which the locations of an installation agree, or maintenance. Pure. */
export function showLocations(
  before: Snapshot,
  watched: WatchedFrom,
  { maintenance, ...where }: ShowLocationsOptions,
): SnapshotUpdate {
  const agreed = agreedSnapshot(before, watched);
  if (maintenance !== undefined)
    return showState(agreed, { ...where, state: 'maintenance', cause: maintenance });
  const { state } = agreed.tracked;
  return showState(agreed, { ...where, state, cause: causeOf(agreed, watched, state) });
}

/** Why the installation is in its state, and which locations disagree or are silent. */
function causeOf(snapshot: Snapshot, watched: WatchedFrom, state: InstallationState): string | undefined {
  const voting = votingLocations(snapshot, watched);
  const silent = silentLocations(snapshot, watched);
  const agreeing = voting.find((one) => one.state === state);
  const why =
    state === 'violating'
      ? findingsHeadline(currentFindings({ ...snapshot, state }))
      : (agreeing?.knows.cause ?? undefined);
  const differ = voting.some((one) => one.state !== state) || silent.length > 0;
  // A location that has not run yet is not worth mentioning.
  if (!differ) return why;
  const tooFew = state === 'unknown' && voting.length < watched.agree && voting.length > 0;
  const last = lastVotesOf(snapshot, watched, voting).map(({ location }) => location);
  const restsOnLast = last.length > 0 && stateOfVotes(voting, watched.agree) !== state;
  return [
    ...(why === undefined ? [] : [why]),
    votesSentence(voting, silent),
    ...(restsOnLast ? [`It was down from ${list.format(last.toSorted())} too, when last heard.`] : []),
    ...(tooFew ? [`${watched.agree} of ${watched.of.length} locations have to agree that it is down.`] : []),
  ].join(' ');
}

/** The locations that disagree with the displayed state, and the silent ones, for a mark. */
export function disagreeingLocations(snapshot: Snapshot, watched: WatchedFrom): readonly string[] {
  const { state } = snapshot.tracked;
  return votingLocations(snapshot, watched)
    .filter((one) => one.state !== state && stateOf(one.state).isIncident)
    .map(({ location }) => location);
}
