import { catalogue } from '../../contract/catalogue.ts';
import type { EndpointId } from '../../contract/endpoints.ts';
import type { Exchange, NotAsked } from '../../contract/exchange.ts';
import { type CheckCase, type Evidence, judgeAll } from '../../contract/judge.ts';
import { requestSpecId } from '../../contract/request.ts';
import { type RunScope, scopeOf } from '../../contract/scope.ts';
import { coverageOf, type Verdict } from '../../contract/verdict.ts';
import { type ExpectedFault, faultProblems } from '../self-test/support/expectations.ts';

/** What every check and observer was handed at one endpoint: places of exchanges, by the identity of the request. */
export interface Scene {
  readonly endpoint: EndpointId;
  readonly found: Readonly<Record<string, number>>;
}

/** A reference installation with one fault or variant, asked once. */
export interface RecordedCase {
  readonly name: string;
  /** What stood in the way of everything, where something did. */
  readonly obstacle?: string;
  /** Its scenes, one for each endpoint, by their places in the recording. */
  readonly scenes: readonly number[];
  /** Present for a fault; a case without one is a variant. */
  readonly fault?: ExpectedFault;
  /** A freedom of this variant keeps something from being judged. */
  readonly leavesUnjudged?: true;
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
  const evidence: Evidence = {
    ...(obstacle === undefined ? {} : { obstacle }),
    has: () => true,
    of: (_, request) => exchanges[scene.found[requestSpecId(request)] ?? -1],
  };
  const casesHere = checkCases.filter(({ endpoint }) => endpoint.id === scene.endpoint);
  return judgeAll(casesHere, evidence, catalogue);
}

function problemsOf(one: RecordedCase, verdicts: readonly Verdict[]): readonly string[] {
  const coverage = coverageOf(verdicts);
  if (one.fault !== undefined) return faultProblems(one.fault, { verdicts, state: 'violating', coverage });
  const alarms = verdicts
    .filter(({ outcome }) => outcome === 'fail' || outcome === 'error')
    .map(({ outcome, check, endpoint, message }) => `${outcome}: ${check} at ${endpoint}: ${message}`);
  const isWhole = coverage === 1;
  return isWhole === (one.leavesUnjudged !== true) ? alarms : [...alarms, `The coverage is ${coverage}.`];
}
