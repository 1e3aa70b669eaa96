import { kindOf } from '../contract/judging/describe.ts';
import type { CheckCase } from '../contract/judging/judge.ts';
import { type RunScope, scopeOf, type TierName, tiers } from '../contract/scope.ts';
import { didYouMean } from '../engine/configuration/did-you-mean.ts';
import type { Installation } from '../engine/configuration/installation.ts';
import { installationSettings } from '../engine/configuration/installation-settings.ts';
import { schemaMistakes } from '../engine/configuration/installations-schema.ts';
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
 * @throws UserError if the only mistake is in `only` or `signal`, or the options are no object
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
  const { tier = 'full', only = [], signal, ...fields } = options;
  const problems: Problem[] = [];
  const refusals: { readonly place: string; readonly refusal: UserError }[] = [];
  const refusing = <T>(place: string, read: () => T): T | undefined => {
    try {
      return read();
    } catch (refusal) {
      if (!(refusal instanceof UserError)) throw refusal;
      refusals.push({ place, refusal });
      return undefined;
    }
  };
  const installation = installationFrom(fields, problems);
  if (!tiers.includes(tier))
    problems.push({ place: 'tier', message: `No tier is named "${tier}": there are ${tiers.join(', ')}.` });
  const chosen = refusing('only', () => chosenBy(only));
  const scope = scopeFor(tiers.includes(tier) ? tier : 'full', chosen, problems);
  refusing('signal', () => requireSignal(signal));
  const [first] = refusals;
  if (first !== undefined && refusals.length + problems.length === 1) throw first.refusal;
  problems.push(...refusals.map(({ place, refusal: { message } }) => ({ place, message })));
  if (problems.length > 0 || installation === undefined) throw new ConfigurationError(problems);
  const { record } = await runInstallation(installation, {
    tier,
    scope,
    ...(signal === undefined ? {} : { signal }),
  });
  return withFindings(record) as ContractRecord;
}

function requireSignal(signal: unknown): void {
  if (signal === undefined || signal instanceof AbortSignal) return;
  throw new UserError(`runContract: \`signal\` takes an AbortSignal; it got ${kindOf(signal)}.`);
}

/** The check cases that `only` selects; undefined for all of them. */
function chosenBy(only: readonly string[]): readonly CheckCase[] | undefined {
  requireNames('runContract: `only`', only);
  return only.length === 0 ? undefined : namedCheckCases(only);
}

function scopeFor(tier: TierName, chosen: readonly CheckCase[] | undefined, problems: Problem[]): RunScope {
  const whole = scopeOf(tier);
  if (chosen === undefined) return whole;
  const checkCases = whole.checkCases.filter((one) => chosen.includes(one));
  if (checkCases.length === 0) {
    const message = `The tier ${tier} makes none of these checks. Choose another tier.`;
    problems.push({ place: 'only', message });
  }
  return { ...whole, checkCases, gapCases: [] };
}

/** The fields are validated by the schema of `installations.yaml`, as an entry of that file. */
function installationFrom(
  options: Readonly<Record<string, unknown>>,
  problems: Problem[],
): Installation | undefined {
  const known = ['name', ...installationSettings.flatMap(({ field }) => field ?? [])];
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  for (const [field] of given)
    if (!known.includes(field)) {
      const message = `There is no such option.${didYouMean(field, [...known, ...runOptions])}`;
      problems.push({ place: field, message });
    }
  const entries = given.filter(([field]) => known.includes(field));
  const fields: Record<string, unknown> = {
    name: 'default',
    ...Object.fromEntries(entries.map(([field, value]) => [field, isOpaque(value) ? null : value])),
  };
  for (const { path, message } of schemaMistakes({ installations: [fields] })) {
    const [, , field, ...within] = path;
    // What is missing is noted with the settings.
    if (field === undefined) continue;
    problems.push({ place: [field, ...within].join('.'), message });
    fields[field] = undefined;
  }
  const placeOf = (where = 'options'): string => where;
  const entry = { fields, placeOf, isIncomplete: false };
  return installationsOf([entry], { draft: {}, directory: process.cwd(), problems })[0];
}

/** To a schema a Map, or the Headers of fetch, would be an object without fields. */
function isOpaque(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    !Array.isArray(value) &&
    Object.prototype.toString.call(value) !== '[object Object]'
  );
}
