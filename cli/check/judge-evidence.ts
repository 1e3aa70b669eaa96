import { readFile } from 'node:fs/promises';
import { defaults, type Installation } from '../../engine/configuration/installation.ts';
import { asKeptEvidence, type KeptEvidence, readKeptEvidence } from '../../engine/evidence/kept-evidence.ts';
import { defaultImportBundle } from '../../engine/http/import-bodies.ts';
import { makeRecord } from '../../engine/record/make-record.ts';
import type { RunRecord } from '../../engine/record/run-record.ts';
import { Secret } from '../../engine/secret.ts';
import { suiteVersion } from '../../engine/version.ts';
import type { FhirValidator } from '../../fhir/index.ts';
import type { CheckOptions } from '../commands/check.ts';
import { UsageError } from '../report-error.ts';
import { selectScope } from '../selection.ts';

/**
 * Judges kept evidence again, as this version of the suite judges. Nothing is sent.
 * @throws UsageError when the file is not kept evidence
 */
export async function judgeEvidence(
  file: string,
  options: CheckOptions,
  fhir: FhirValidator,
): Promise<RunRecord> {
  const kept = await readKept(file);
  const collected = await readKeptEvidence(kept, fhir);
  return makeRecord(collected, {
    installation: withoutSecrets(kept.installation),
    scope: selectScope(kept.tier, options.only),
    tier: kept.tier,
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
      `${file} cannot be read as kept evidence. Name an evidence.json that KEEP_EVIDENCE=true wrote.`,
    );
  }
  const kept = asKeptEvidence(value);
  if (kept !== undefined) return kept;
  throw new UsageError(
    `${file} is not kept evidence of this format. Name an evidence.json that KEEP_EVIDENCE=true wrote.`,
  );
}

/** Kept evidence holds no secrets, and judging needs none. */
function withoutSecrets({ name, baseUrl }: KeptEvidence['installation']): Installation {
  return {
    name,
    baseUrl,
    key: new Secret(''),
    importBundle: defaultImportBundle,
    pinnedIds: {},
    ...defaults,
    extraHeaders: {},
    connection: {},
  };
}
