import { type RunScope, type TierName, tiers } from '../../contract/scope.ts';
import type { BodyReader } from '../../engine/evidence/body-reader.ts';
import { redactionOf } from '../../engine/evidence/redaction.ts';
import { readWhole, whyUnreadable } from '../../engine/files.ts';
import { asKeptEvidence, type KeptEvidence, readKeptEvidence } from '../../engine/record/kept-evidence.ts';
import { makeRecord } from '../../engine/record/make-record.ts';
import type { RunRecord } from '../../engine/record/run-record.ts';
import { suiteVersion } from '../../engine/version.ts';
import type { FhirRelease } from '../../fhir/index.ts';
import { UsageError } from '../report-error.ts';
import { selectScope } from '../selection.ts';
import type { CheckOptions } from './options.ts';

/**
 * Judges kept evidence again with this version of the suite. Sends nothing.
 * @throws UsageError if the file is not kept evidence
 */
export async function judgeEvidence(
  file: string,
  options: CheckOptions,
  fhirRelease: FhirRelease | undefined,
  bodies: BodyReader,
): Promise<RunRecord> {
  const kept = readKept(file);
  const tier = options.tier ?? kept.tier;
  const scope = selectScope(tier, options.only);
  try {
    return await judgeAgain(kept, { tier, scope, bodies, fhirRelease });
  } catch (thrown) {
    const why = thrown instanceof Error ? thrown.message : 'unknown cause';
    throw new UsageError(
      `${file} cannot be judged (${why}). Give an evidence.json as KEEP_EVIDENCE=true wrote it, whole and unchanged.`,
    );
  }
}

interface JudgeAgain {
  readonly tier: TierName;
  readonly scope: RunScope;
  readonly bodies: BodyReader;
  readonly fhirRelease: FhirRelease | undefined;
}

async function judgeAgain(
  kept: KeptEvidence,
  { tier, scope, bodies, fhirRelease }: JudgeAgain,
): Promise<RunRecord> {
  const collected = await readKeptEvidence(kept, bodies, fhirRelease);
  return makeRecord(collected, {
    installation: kept.installation,
    // Kept evidence is redacted already.
    redaction: redactionOf([]),
    scope,
    tier,
    suiteVersion,
    startedAt: new Date(kept.startedAt),
    finishedAt: new Date(kept.finishedAt),
  });
}

function readKept(file: string): KeptEvidence {
  const kept = asKeptEvidence(parseJson(textOf(file)));
  if (kept !== undefined && tiers.includes(kept.tier)) return kept;
  throw new UsageError(
    `${file} is not kept evidence in a known format. Give an evidence.json that KEEP_EVIDENCE=true wrote.`,
  );
}

function textOf(file: string): string {
  try {
    return readWhole(file).toString('utf8');
  } catch (thrown) {
    throw new UsageError(`${file} cannot be read: ${whyUnreadable(thrown)}`);
  }
}

/** Nothing where the text is not JSON: that is no kept evidence either. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
