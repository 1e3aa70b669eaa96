import { requestKey } from '../../contract/judging/evidence.ts';
import type { NotAskedWhy } from '../../contract/judging/exchange.ts';
import { type RunScope, scopeOf, type TierName } from '../../contract/scope.ts';
import type { Installation } from '../configuration/installation.ts';
import { type BodyReader, makeBodyReader } from '../evidence/body-reader.ts';
import type { CollectedEvidence } from '../evidence/collected-evidence.ts';
import { type KeptEvidence, keepEvidence } from '../record/kept-evidence.ts';
import { makeRecord, type RestsOn, restsOnOf } from '../record/make-record.ts';
import type { RunRecord } from '../record/run-record.ts';
import { suiteVersion } from '../version.ts';
import type { FaultBarrier } from './run-abort.ts';
import { type Session, type SessionOptions, startSession } from './session.ts';

export interface RunOptions
  extends Pick<SessionOptions, 'rateLimiter' | 'signal' | 'onExchange' | 'tracer' | 'connections'> {
  /** Keep every body whole, so that the evidence can be judged again. */
  readonly keepBodies?: boolean;
  readonly tier?: TierName;
  /** Part of a tier; by default all of it. */
  readonly scope?: RunScope;
  /** Runs of one process should share it, since it holds tables and processes; by default the run makes its own. */
  readonly bodies?: BodyReader;
  /** Routes exceptions of callbacks, which end the run. */
  readonly faults?: FaultBarrier;
}

export interface RunResult {
  readonly record: RunRecord;
  readonly restsOn: RestsOn;
  /** The requests that were answered and not throttled, by `requestKey`. */
  readonly answered: ReadonlySet<string>;
  /** Requests without a subject at this installation, such as a second record. */
  readonly unaskable: ReadonlySet<string>;
  /** The whole exchanges, if `keepBodies` is set. */
  readonly evidence?: KeptEvidence;
}

/**
 * Runs a tier against an installation and judges it. Never throws because of the installation.
 * @returns the record, even of a run that ended early, or by a fault of this suite
 */
export async function runInstallation(
  installation: Installation,
  options: RunOptions = {},
): Promise<RunResult> {
  const tier = options.tier ?? 'full';
  const scope = options.scope ?? scopeOf(tier);
  const bodies = options.bodies ?? makeBodyReader();
  const startedAt = new Date();
  const keepBodiesUpToBytes = options.keepBodies === true ? Number.POSITIVE_INFINITY : 0;
  const session = startSession({ ...options, installation, bodies, keepBodiesUpToBytes });
  const { redaction } = session;
  try {
    await collectContained(session, scope, options.faults);
    const times = { startedAt, finishedAt: new Date() };
    const collected = session.collected();
    const record = makeRecord(collected, { installation, scope, tier, suiteVersion, ...times, redaction });
    const hasFailures = record.verdicts.some(({ outcome }) => outcome === 'fail');
    return {
      record,
      restsOn: hasFailures ? restsOnOf(collected, scope) : new Map(),
      answered: answeredIn(collected),
      unaskable: unaskableIn(collected),
      ...(options.keepBodies === true && { evidence: keepEvidence(collected, record, redaction) }),
    };
  } finally {
    await session.close();
    if (options.bodies === undefined) await bodies.close();
  }
}

function answeredIn({ exchanges }: CollectedEvidence): ReadonlySet<string> {
  const answered = exchanges.filter(
    ({ answer, throttled, sentAgain }) => answer !== undefined && !throttled && sentAgain === undefined,
  );
  return new Set(answered.map(({ endpoint, request }) => requestKey({ id: endpoint }, request)));
}

const nothingToAskFor: readonly (NotAskedWhy | undefined)[] = [
  'list-empty',
  'no-second-record',
  'no-other-form',
  'no-next-page',
];

function unaskableIn({ notAsked }: CollectedEvidence): ReadonlySet<string> {
  const found = [...notAsked].filter(([, { why }]) => nothingToAskFor.includes(why));
  return new Set(found.map(([key]) => key));
}

/** After a fault, requests in flight have this time to end. */
const faultGraceMs = 1_000;

/** Sends the requests of a scope. A fault of this suite ends the session, and the results so far are kept. */
async function collectContained(session: Session, scope: RunScope, faults?: FaultBarrier): Promise<void> {
  await new Promise<void>((resolve) => {
    const onFault = (thrown: unknown): void => {
      session.endByFault(thrown);
      setTimeout(resolve, faultGraceMs).unref();
    };
    const collecting = (): Promise<void> => session.collect(scope);
    const collected = faults === undefined ? collecting() : faults.run(onFault, collecting);
    collected.catch(session.endByFault).then(resolve);
  });
}
