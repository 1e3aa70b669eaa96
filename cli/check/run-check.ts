import { resolve } from 'node:path';
import { type Expectations, readExpectations } from '../../application/expectations.ts';
import { prepareReports } from '../../application/prepare-reports.ts';
import { loadProcessConfiguration } from '../../application/process-configuration.ts';
import { readNamedFile } from '../../application/read-named-file.ts';
import { writeRunFiles } from '../../application/run-files.ts';
import { selectScope } from '../../application/selection.ts';
import { limits } from '../../contract/limits.ts';
import { type RunScope, tiers } from '../../contract/scope.ts';
import { clearTextWarning } from '../../engine/configuration/addresses.ts';
import { type Installation, secretsOf } from '../../engine/configuration/installation.ts';
import type { Configuration } from '../../engine/configuration/load.ts';
import type { RunSettings } from '../../engine/configuration/run-settings.ts';
import { type BodyReader, makeBodyReader } from '../../engine/evidence/body-reader.ts';
import { redactionOf } from '../../engine/evidence/redaction.ts';
import { asKeptEvidence, type KeptEvidence, readKeptEvidence } from '../../engine/record/kept-evidence.ts';
import { makeRecord } from '../../engine/record/make-record.ts';
import type { RunRecord } from '../../engine/record/run-record.ts';
import { planOf } from '../../engine/run/plan.ts';
import { type FaultBarrier, makeFaultBarrier } from '../../engine/run/run-abort.ts';
import { runInstallation } from '../../engine/run/run-installation.ts';
import { UsageError } from '../../engine/user-error.ts';
import { suiteVersion } from '../../engine/version.ts';
import type { FhirRelease } from '../../fhir/index.ts';
import { type ExitCode, exitCodes, worst } from '../exit-codes.ts';
import { showProgress } from '../progress.ts';
import { reportError } from '../report-error.ts';
import { printable } from '../terminal.ts';
import { type CheckOptions, type EndedRun, type RunReporter, shardOf } from './options.ts';
import { makeRunReporter } from './report-runs.ts';

/**
 * Judges kept evidence again with this version of the suite. Sends nothing.
 * @throws UsageError if the file is not kept evidence
 */
async function judgeEvidence(
  file: string,
  options: CheckOptions,
  fhirRelease: FhirRelease | undefined,
  bodies: BodyReader,
): Promise<RunRecord> {
  const kept = readKept(file);
  const tier = options.tier ?? kept.tier;
  const scope = selectScope(tier, options.only);
  try {
    return makeRecord(await readKeptEvidence(kept, bodies, fhirRelease), {
      installation: kept.installation,
      // Kept evidence is redacted already.
      redaction: redactionOf([]),
      scope,
      tier,
      suiteVersion,
      startedAt: new Date(kept.startedAt),
      finishedAt: new Date(kept.finishedAt),
    });
  } catch (thrown) {
    const why = thrown instanceof Error ? thrown.message : 'unknown cause';
    throw new UsageError(
      `${file} cannot be judged (${why}). Give an evidence.json as KEEP_EVIDENCE=true wrote it, whole and unchanged.`,
    );
  }
}

function readKept(file: string): KeptEvidence {
  const kept = asKeptEvidence(parseJson(readNamedFile(file)));
  if (kept !== undefined && tiers.includes(kept.tier)) return kept;
  throw new UsageError(
    `${file} is not kept evidence in a known format. Give an evidence.json that KEEP_EVIDENCE=true wrote.`,
  );
}

/** Undefined if the text is not JSON: it is not kept evidence either. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Checks every selected installation, one after the other, and reports on each as soon as its run has ended.
 * @returns the most severe exit code
 * @throws ConfigurationError or UserError before any request, if the user must correct something
 */
export async function runCheck(options: CheckOptions): Promise<ExitCode> {
  return await runInstallations(options, (...known) => makeRunReporter(options, ...known));
}

/**
 * Checks every selected installation, one after the other.
 * @param reporterFor makes the reporter, given what runs must meet, and whether there may be several
 * @returns the most severe exit code
 * @throws ConfigurationError or UserError before any request, if the user must correct something
 */
export async function runInstallations(
  options: CheckOptions,
  reporterFor: (expectations: Expectations, areSeveral: boolean) => RunReporter,
): Promise<ExitCode> {
  const configuration = await loadProcessConfiguration(options.installation);
  const { fromFile } = configuration;
  const settings = withFolder(configuration.settings, options);
  const chosen = selectScope(options.tier ?? usualTier, options.only);
  const scope = options.shard === undefined ? chosen : shardOf(chosen, options.shard);
  const { parts } = redactionOf(configuration.installations.flatMap(secretsOf));
  const expectations = await readExpectations(options, settings, namesOf(configuration, options), parts);
  const writes = options.writesNothing !== true;
  if (writes)
    await prepareReports(
      settings.reportsDirectory,
      options.reportDir === undefined ? undefined : '--report-dir',
    );
  const interruption = new AbortController();
  const bodies = makeBodyReader({
    heapMb: settings.readerMemoryMb,
    directFhirBytes: limits.directFhirBytesOfCheck.value,
  });
  const stopListening = onInterrupt(writes ? 'writing' : 'printing', () => interruption.abort());
  const faults = routeUncaughtExceptions();
  const run: Run = {
    options,
    settings,
    scope,
    expectations,
    bodies,
    faults: faults.barrier,
    writes,
    isEmbeddedChosen: configuration.isEmbeddedChosen,
    signal: interruption.signal,
  };
  const { installations } = configuration;
  const reporter = reporterFor(expectations, options.evidence === undefined && installations.length > 1);
  try {
    if (options.evidence !== undefined) {
      const record = await judgeEvidence(options.evidence, options, configuration.fhirRelease, bodies);
      await reporter.add({ record, directory: settings.reportsDirectory });
      return await reporter.end();
    }
    for (const installation of installations) {
      const directory = fromFile
        ? resolve(settings.reportsDirectory, installation.name)
        : settings.reportsDirectory;
      warnOfClearText(run, installation);
      await reporter.add(await checkOne(run, installation, directory));
      if (interruption.signal.aborted) break;
    }
    if (installations.length === 0) await reporter.add(await checkEmbedded(run, configuration.embedded));
    const code = await reporter.end();
    return interruption.signal.aborted ? worst([code, exitCodes.interrupted]) : code;
  } finally {
    stopListening();
    faults.stop();
    await bodies.close();
  }
}

/** The command line has precedence over the environment. */
function withFolder(settings: RunSettings, { reportDir }: CheckOptions): RunSettings {
  return reportDir === undefined ? settings : { ...settings, reportsDirectory: resolve(reportDir) };
}

const usualTier = 'full';

interface Run {
  readonly options: CheckOptions;
  readonly settings: RunSettings;
  readonly scope: RunScope;
  readonly expectations: Expectations;
  readonly bodies: BodyReader;
  readonly faults: FaultBarrier;
  /** It leaves files. */
  readonly writes: boolean;
  /** The embedded installation was asked for by name. */
  readonly isEmbeddedChosen: boolean;
  readonly signal: AbortSignal;
}

/** The names of the installations to check. Kept evidence names its own installation. */
function namesOf({ installations }: Configuration, { evidence }: CheckOptions): readonly string[] {
  return evidence === undefined ? installations.map(({ name }) => name) : [];
}

async function checkEmbedded(run: Run, template: Installation): Promise<EndedRun> {
  const { startEmbedded } = await import('../../application/embedded.ts');
  const embedded = await startEmbedded(template);
  try {
    if (run.options.quiet !== true) {
      process.stderr.write(
        run.isEmbeddedChosen
          ? 'Checking the embedded reference installation.\n'
          : 'No BASE_URL and no key are set: checking the embedded reference installation.\n',
      );
    }
    return await checkOne(run, embedded.installation, run.settings.reportsDirectory);
  } finally {
    await embedded.close();
  }
}

function warnOfClearText({ options }: Run, installation: Installation): void {
  const warning = clearTextWarning(installation);
  if (warning !== undefined && options.quiet !== true)
    process.stderr.write(printable(`Warning: ${warning}\n`));
}

async function checkOne(run: Run, installation: Installation, directory: string): Promise<EndedRun> {
  const { options, scope, settings, bodies, faults, writes, signal } = run;
  const isShown = options.progress && options.quiet !== true;
  const progress = isShown
    ? showProgress(installation.name, planOf(scope, installation).length, process.stderr)
    : undefined;
  const result = await runInstallation(installation, {
    tier: options.tier ?? usualTier,
    scope,
    bodies,
    faults,
    signal,
    keepBodies: settings.keepEvidence && writes,
    ...(progress === undefined ? {} : { onExchange: progress.onExchange }),
  });
  progress?.finish();
  if (writes) await writeRunFiles(directory, result.record, installation, result.evidence);
  return { record: result.record, directory, installation };
}

/** Routes an uncaught exception to the run that caused it, which ends with its record; any other ends the process. */
function routeUncaughtExceptions(): { readonly barrier: FaultBarrier; readonly stop: () => void } {
  const barrier = makeFaultBarrier();
  const listener = (thrown: unknown): void => {
    if (!barrier.catch(thrown)) process.exit(reportError(thrown));
  };
  process.on('uncaughtException', listener);
  return { barrier, stop: () => process.off('uncaughtException', listener) };
}

/** npm and shells may deliver one Ctrl+C twice: only a signal after this time counts as a second one. */
const secondInterruptAfterMs = 2000;

/** Ctrl+C, the end of a job or a container, and a closed terminal. */
const interruptions = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The first signal ends the run, which still writes or prints its record; a second one ends the process at once. */
function onInterrupt(doing: string, abort: () => void): () => void {
  let firstAtMs: number | undefined;
  const listener = (): void => {
    if (firstAtMs === undefined) {
      firstAtMs = performance.now();
      process.stderr.write(`\nInterrupted: ${doing} what is known so far.\n`);
      abort();
    } else if (performance.now() - firstAtMs > secondInterruptAfterMs) process.exit(exitCodes.interrupted);
  };
  for (const signal of interruptions) process.on(signal, listener);
  return () => {
    for (const signal of interruptions) process.off(signal, listener);
  };
}
