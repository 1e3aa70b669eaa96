import { readFileSync } from 'node:fs';
import { loadHere } from '../../../cli/load-here.ts';
import { type CheckCase, caseKey } from '../../../contract/judge.ts';
import { limits } from '../../../contract/limits.ts';
import { type RunScope, scopeOf } from '../../../contract/scope.ts';
import { clearTextWarning } from '../../../engine/configuration/addresses.ts';
import { type Installation, secretsOf } from '../../../engine/configuration/installation.ts';
import { type Configuration, embeddedName } from '../../../engine/configuration/load.ts';
import { makeBodyReader } from '../../../engine/evidence/body-reader.ts';
import type { CollectedEvidence } from '../../../engine/evidence/collected-evidence.ts';
import { hide } from '../../../engine/evidence/hidden.ts';
import { makeRateLimiter } from '../../../engine/http/rate-limiter.ts';
import { applyKnown, type KnownFailure } from '../../../engine/record/known-failures.ts';
import { makeRecord } from '../../../engine/record/make-record.ts';
import { parseKnownFailures } from '../../../engine/record/read-known-failures.ts';
import type { RunRecord } from '../../../engine/record/run-record.ts';
import { type Session, startSession } from '../../../engine/run/session.ts';
import { suiteVersion, userAgent } from '../../../engine/version.ts';
import { type CheckCaseName, checkCaseOf } from './check-cases.ts';
import { testNameOf } from './sentences.ts';
import { makeFindingReporters, type TestFinding } from './test-findings.ts';

/** The coverage of all check cases so far, and the coverage demanded. */
export interface Coverage {
  readonly reached: number;
  readonly demanded: number;
}

/** What one test is answered. */
export interface Judged {
  /** A record of its check cases alone. */
  readonly record: RunRecord;
  /** The findings of the whole run in which its failures are. */
  readonly findings: readonly TestFinding[];
}

export interface Judge {
  /** Judges the check cases of one test. */
  readonly judge: (names: readonly CheckCaseName[]) => Promise<Judged>;
  /** Sends the requests of several tests. */
  readonly prefetch: (names: readonly CheckCaseName[]) => Promise<Readonly<Record<string, never>>>;
  /** A record of the pulse tier, for the state of the installation and its cause. */
  readonly state: () => Promise<RunRecord>;
  readonly coverage: () => Coverage;
  /** From 0 to 1. */
  readonly minimumCoverage: number;
  /** A record of all check cases so far, whatever the chosen tests look at. */
  readonly whole: () => RunRecord;
  readonly close: () => Promise<void>;
}

/**
 * Starts the session of a Playwright run with the configured installation or the embedded one.
 * @throws ConfigurationError if the configuration has mistakes
 */
export async function startJudge(): Promise<Judge> {
  const configuration = await loadHere(process.env.INSTALLATION);
  const expected = readKnown(configuration);
  refuseForgotten(configuration);
  const target = await targetOf(configuration);
  process.stdout.write(`Checking ${target.installation.name} at ${target.installation.baseUrl}\n`);
  const warning = clearTextWarning(target.installation);
  if (warning !== undefined) process.stderr.write(`Warning: ${warning}\n`);
  const bodies = makeBodyReader({
    heapMb: configuration.settings.readerMemoryMb,
    directFhirBytes: limits.directFhirBytesOfCheck.value,
  });
  const startedAt = new Date();
  const hidden = hide(secretsOf(target.installation));
  const { redaction } = hidden;
  const known = expected.map((one) => ({ ...one, reason: redaction.parts(one.reason) }));
  const session = startSession({
    installation: target.installation,
    hidden,
    rateLimiter: makeRateLimiter(target.installation.pace),
    bodies,
    userAgent,
    keepBodies: false,
  });
  const asked = new Map<string, CheckCase>();
  // One after the other: the requests of all selected tests come first, so that every exchange is there for judging.
  let collecting: Promise<void> = Promise.resolve();
  let reports: Promise<typeof import('../../../reports/write.ts')> | undefined;
  const recordOf = (scope: RunScope, collected: CollectedEvidence = session): RunRecord => {
    const finishedAt = new Date();
    const { installation } = target;
    const options = {
      installation,
      scope,
      tier: 'full',
      suiteVersion,
      startedAt,
      finishedAt,
      redaction,
    } as const;
    return applyKnown(makeRecord(collected, options), known, finishedAt.toISOString().slice(0, 10)).record;
  };
  const whole = (): RunRecord =>
    recordOf({ checkCases: [...asked.values()], gapCases: scopeOf('full').gapCases });
  const judge = async (
    checkCases: readonly CheckCase[],
    samples: Pick<RunScope, 'oneSample'> = {},
  ): Promise<RunRecord> => {
    for (const checkCase of checkCases) asked.set(caseKey(checkCase), checkCase);
    const scope = { checkCases, gapCases: [], ...samples };
    collecting = collecting.then(() => session.collect(scope));
    await collecting;
    // Load what the reports need while the tests still run.
    reports ??= import('../../../reports/write.ts');
    return recordOf(scope, about(session, checkCases));
  };
  const reporters = makeFindingReporters();
  const judgeNames = (names: readonly CheckCaseName[]): Promise<RunRecord> =>
    judge(names.map(checkCaseOf).filter((checkCase) => checkCase !== undefined));
  return {
    async judge(names) {
      const record = await judgeNames(names);
      const hasFailed = record.verdicts.some(({ outcome }) => outcome === 'fail');
      return { record, findings: hasFailed ? reporters.findingsOf(whole(), testNameOf(names), names) : [] };
    },
    async prefetch(names) {
      await judgeNames(names);
      return {};
    },
    state: () => judge(scopeOf('pulse').checkCases, { oneSample: true }),
    coverage: () => ({ reached: whole().coverage, demanded: configuration.settings.minimumCoverage }),
    minimumCoverage: configuration.settings.minimumCoverage,
    whole,
    async close() {
      await session.close();
      if (asked.size > 0) {
        const { writeReports } = await (reports ?? import('../../../reports/write.ts'));
        await writeReports(whole(), configuration.settings.reportsDirectory, {});
      }
      await bodies.close();
      await target.close();
    },
  };
}

interface Target {
  readonly installation: Installation;
  readonly close: () => Promise<void>;
}

/** A pipeline in which a variable is missing would otherwise test the embedded installation, and be green for ever. */
function refuseForgotten({ installations, isEmbeddedChosen }: Configuration): void {
  const isPipeline = !['', '0', 'false'].includes(process.env.CI?.toLowerCase() ?? '');
  if (!isPipeline || installations.length > 0 || isEmbeddedChosen) return;
  throw new Error(
    `Nothing is configured: set BASE_URL and API_KEY, or BASE_URL=${embeddedName} to test the embedded installation on purpose.`,
  );
}

async function targetOf({ installations, embedded }: Configuration): Promise<Target> {
  const [installation, another] = installations;
  if (another !== undefined)
    throw new Error('Several installations are configured. Name one with INSTALLATION.');
  if (installation !== undefined) return { installation, close: async () => {} };
  const { startEmbedded } = await import('../../../cli/embedded.ts');
  return startEmbedded(embedded);
}

function readKnown({ settings }: Configuration): readonly KnownFailure[] {
  const file = settings.knownFailuresFile;
  return file === undefined ? [] : parseKnownFailures(readFileSync(file, 'utf8'), file);
}

/** The session as one test sees it: with the exchanges of its endpoints and all throttled ones. */
function about(session: Session, checkCases: readonly CheckCase[]): CollectedEvidence {
  const endpoints = new Set(checkCases.map(({ endpoint }) => endpoint.id));
  return {
    ...session,
    exchanges: () =>
      session.exchanges().filter(({ endpoint, throttled }) => endpoints.has(endpoint) || throttled),
  };
}
