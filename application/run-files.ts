import { join } from 'node:path';
import { type Installation, secretsOf } from '../engine/configuration/installation.ts';
import { redactionOf } from '../engine/evidence/redaction.ts';
import { importBundleFile, readsBundleFile } from '../engine/http/curl-line.ts';
import type { KeptEvidence } from '../engine/record/kept-evidence.ts';
import type { RunRecord } from '../engine/record/run-record.ts';
import { writeWhole } from '../reports/write.ts';

/**
 * Writes what a run keeps next to its reports: the whole exchanges, and the Bundle that its command lines read.
 * @param evidence if KEEP_EVIDENCE asks for it
 * @throws WriteError if a file cannot be written
 */
export async function writeRunFiles(
  directory: string,
  { exchanges }: RunRecord,
  installation: Installation,
  evidence: KeptEvidence | undefined,
): Promise<void> {
  if (evidence !== undefined) await writeWhole(join(directory, 'evidence.json'), evidence);
  if (exchanges.some(({ curl }) => readsBundleFile(curl)))
    await writeWhole(
      join(directory, importBundleFile),
      redactionOf(secretsOf(installation)).parts(installation.importBundle),
    );
}
