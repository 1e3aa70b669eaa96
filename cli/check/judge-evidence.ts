import { readFile } from 'node:fs/promises';
import type { BodyReader } from '../../engine/evidence/body-reader.ts';
import { redactionOf } from '../../engine/evidence/redaction.ts';
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
  const kept = await readKept(file);
  const tier = options.tier ?? kept.tier;
  const collected = await readKeptEvidence(kept, bodies, fhirRelease);
  return makeRecord(collected, {
    installation: kept.installation,
    // Kept evidence is redacted already.
    redaction: redactionOf([]),
    scope: selectScope(tier, options.only),
    tier,
    suiteVersion,
    startedAt: new Date(kept.startedAt),
    finishedAt: new Date(kept.finishedAt),
  });
}

async function readKept(file: string): Promise<KeptEvidence> {
  let value: unknown;
  try {
    value = JSON.parse(await readFile(file, 'utf8'));
  } catch {
    throw new UsageError(
      `${file} cannot be read as kept evidence. Give an evidence.json that KEEP_EVIDENCE=true wrote.`,
    );
  }
  const kept = asKeptEvidence(value);
  if (kept !== undefined) return kept;
  throw new UsageError(
    `${file} is not kept evidence in a known format. Give an evidence.json that KEEP_EVIDENCE=true wrote.`,
  );
}
