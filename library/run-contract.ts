import { kindOf } from '../contract/judging/describe.ts';
import { type RunScope, scopeOf, type TierName, tiers } from '../contract/scope.ts';
import { didYouMean } from '../engine/configuration/did-you-mean.ts';
import type { Installation } from '../engine/configuration/installation.ts';
import { installationSettings } from '../engine/configuration/installation-settings.ts';
import { installationsOf } from '../engine/configuration/make-installation.ts';
import { ConfigurationError, type Problem } from '../engine/configuration/problems.ts';
import { withFindings } from '../engine/record/findings.ts';
import type { RecordedFinding, RunRecord } from '../engine/record/run-record.ts';
import { runInstallation } from '../engine/run/run-installation.ts';
import { UserError } from '../engine/user-error.ts';
import type { InstallationOptions } from './installation-options.ts';
import { type ContractName, namedCheckCases } from './named-check-cases.ts';
import { requireNames, withoutOwnFrames } from './refusals.ts';

/** What a run checks, and how it can be ended. */
export interface RunContractOptions extends InstallationOptions {
  /** How much to check; default `full`. */
  readonly tier?: TierName;
  /** Checks, topics, endpoints, `CHECK@ENDPOINT` or requirements to select. Default: the whole tier. */
  readonly only?: readonly ContractName[];
  /** Ends the run early; its record says so. */
  readonly signal?: AbortSignal;
}

/** The record of a run, with its findings. */
export interface ContractRecord extends RunRecord {
  readonly findings: readonly RecordedFinding[];
}

const runOptions = ['tier', 'only', 'signal'] as const;

/**
 * Checks an installation against the document, as `evidence-contract check` does, and writes nothing. Never throws because
 * of what the installation does: the record says what state it is in.
 * @throws ConfigurationError with every mistake in the options at once, before anything is sent
 * @throws UserError for an unknown name in `only`, and for invalid options
 */
export async function runContract(options: RunContractOptions): Promise<ContractRecord> {
  try {
    return await run(options);
  } catch (thrown) {
    throw withoutOwnFrames(thrown);
  }
}

async function run(options: RunContractOptions): Promise<ContractRecord> {
  if (typeof options !== 'object' || options === null)
    throw new UserError(
      `runContract takes options, at least \`baseUrl\` and \`apiKey\`; it got ${kindOf(options)}.`,
    );
  const { tier = 'full', only = [], signal, ...installation } = options;
  requireNames('runContract: `only`', only);
  if (signal !== undefined && !(signal instanceof AbortSignal))
    throw new UserError(`runContract: \`signal\` takes an AbortSignal; it got ${kindOf(signal)}.`);
  const problems: Problem[] = [];
  const made = installationFrom({ ...installation }, problems);
  if (!tiers.includes(tier))
    problems.push({ place: 'tier', message: `No tier is named "${tier}": there are ${tiers.join(', ')}.` });
  if (problems.length > 0 || made === undefined) throw new ConfigurationError(problems);
  const { record } = await runInstallation(made, {
    tier,
    scope: scopeFor(tier, only),
    ...(signal === undefined ? {} : { signal }),
  });
  return withFindings(record) as ContractRecord;
}

function scopeFor(tier: TierName, only: readonly string[]): RunScope {
  const whole = scopeOf(tier);
  if (only.length === 0) return whole;
  const chosen = namedCheckCases(only);
  const checkCases = whole.checkCases.filter((one) => chosen.includes(one));
  if (checkCases.length === 0)
    throw new ConfigurationError([
      { place: 'only', message: `The tier ${tier} makes none of these checks. Choose another tier.` },
    ]);
  return { ...whole, checkCases, gapCases: [] };
}

function installationFrom(
  { name = 'default', ...fields }: Readonly<Record<string, unknown>>,
  problems: Problem[],
): Installation | undefined {
  const known = installationSettings.flatMap(({ field }) => (field === undefined ? [] : [field]));
  const names = ['name', ...known, ...runOptions];
  for (const field of Object.keys(fields))
    if (!known.includes(field))
      problems.push({ place: field, message: `There is no such option.${didYouMean(field, names)}` });
  const placeOf = (where = 'options'): string => where;
  const entry = { fields: { name, ...fields }, placeOf, isIncomplete: false };
  return installationsOf([entry], { draft: {}, directory: process.cwd(), problems })[0];
}
