import { catalogue } from '../../contract/catalogue.ts';
import type { Need } from '../../contract/check.ts';
import { type EndpointId, endpointOf } from '../../contract/endpoints.ts';
import { type Evidence, requestKey } from '../../contract/evidence.ts';
import type { Exchange, NotAsked } from '../../contract/exchange.ts';
import { type CheckCase, judgeAll } from '../../contract/judge.ts';
import { type RunScope, scopeOf } from '../../contract/scope.ts';
import { coverageOf, isNotShown, type Verdict } from '../../contract/verdict.ts';
import { type ExpectedFault, faultProblems } from '../self-test/support/expectations.ts';

/** What every check and observer was handed at one endpoint. */
export interface Scene {
  readonly endpoint: EndpointId;
  /** Places of exchanges, or of reasons why there are none, by `requestKey`: a check may ask for another endpoint too. */
  readonly found: Readonly<Record<string, number>>;
  /** Places of every exchange at the endpoint. */
  readonly all: readonly number[];
  readonly sampledAt: readonly EndpointId[];
  /** What the configuration did not provide. */
  readonly lacks: readonly Need[];
}

/** A reference installation with one fault or variant, asked once. */
export interface RecordedCase {
  readonly name: string;
  /** What stood in the way of everything, if something did. */
  readonly obstacle?: string;
  /** Its scenes, one for each endpoint, by their places in the recording. */
  readonly scenes: readonly number[];
  /** Present for a fault; a case without one is a variant. */
  readonly fault?: ExpectedFault;
  /** A freedom of this variant keeps something from being judged. */
  readonly leavesUnjudged?: true;
  /** The state that a run over this variant ends in; `conforming` unless given. */
  readonly state?: 'incomplete' | 'violating';
}

/** Most installations differ at one endpoint alone, so that they share most of their scenes, and scenes their exchanges. */
export interface Recording {
  readonly exchanges: readonly (Exchange | NotAsked)[];
  readonly scenes: readonly Scene[];
  readonly cases: readonly RecordedCase[];
}

/** The scope in which installations are recorded. Not kept, so that its making is code that a mutant can change late. */
export function recordedScope(): RunScope {
  return scopeOf('full');
}

/**
 * Judges every recorded installation again: a fault is caught at its place and nowhere else, a variant raises no alarm.
 * Who takes the first problem only does not wait for the rest.
 */
export function* recordingProblems({ exchanges, scenes, cases }: Recording): Generator<string> {
  const { checkCases } = recordedScope();
  const judged = new Map<string, readonly Verdict[]>();
  const judge = (place: number, obstacle: string | undefined): readonly Verdict[] => {
    const key = `${place} ${obstacle}`;
    const verdicts = judged.get(key) ?? judgeScene(checkCases, scenes[place], exchanges, obstacle);
    judged.set(key, verdicts);
    return verdicts;
  };
  for (const one of cases) {
    const verdicts = one.scenes.flatMap((place) => judge(place, one.obstacle));
    for (const problem of problemsOf(one, verdicts)) yield `${one.name}: ${problem}`;
  }
}

function judgeScene(
  checkCases: readonly CheckCase[],
  scene: Scene | undefined,
  exchanges: Recording['exchanges'],
  obstacle: string | undefined,
): readonly Verdict[] {
  if (scene === undefined) throw new Error('The recording lacks a scene.');
  const { endpoint, found, all, sampledAt, lacks } = scene;
  const evidence: Evidence = {
    ...(obstacle === undefined ? {} : { obstacle }),
    has: (need) => !lacks.includes(need),
    of: (at, request) => exchanges[found[requestKey(at, request)] ?? -1],
    at: ({ id }) => (id === endpoint ? all.flatMap((place) => exchangeAt(exchanges, place)) : []),
    sampledAt,
  };
  const casesHere = checkCases.filter((one) => one.endpoint === endpointOf(endpoint));
  return judgeAll(casesHere, evidence, catalogue);
}

function exchangeAt(exchanges: Recording['exchanges'], place: number): readonly Exchange[] {
  const one = exchanges[place];
  return one === undefined || 'notAsked' in one ? [] : [one];
}

function problemsOf(one: RecordedCase, verdicts: readonly Verdict[]): readonly string[] {
  const coverage = coverageOf(verdicts);
  if (one.fault !== undefined) return faultProblems(one.fault, { verdicts, state: 'violating', coverage });
  const failures = verdicts.filter(({ outcome }) => outcome === 'fail');
  const alarms = verdicts
    .filter(({ outcome }) => outcome === 'error' || (outcome === 'fail' && one.state !== 'violating'))
    .map(({ outcome, check, endpoint, message }) => `${outcome}: ${check} at ${endpoint}: ${message}`);
  const isState = {
    conforming: failures.length === 0 && !verdicts.some(isNotShown),
    incomplete: failures.length === 0 && verdicts.some(isNotShown),
    violating: failures.length > 0,
  }[one.state ?? 'conforming'];
  const isWhole = coverage === 1;
  return [
    ...alarms,
    ...(isState ? [] : [`It is not ${one.state ?? 'conforming'}.`]),
    ...(isWhole === (one.leavesUnjudged !== true) ? [] : [`The coverage is ${coverage}.`]),
  ];
}
