import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { createValidator } from '../index.ts';
import type { FhirRelease } from '../types.ts';
import type { Answer } from './answers.ts';

/** This validator as a process, with the input and output of HL7's (`hl7/`), so that both are measured alike. */
const prepared = await createValidator().prepare();
for await (const line of createInterface({ input: process.stdin })) {
  const [release, file = ''] = line.split('\t');
  const start = performance.now();
  const report = prepared(readFileSync(file, 'utf8'), { release: release as FhirRelease });
  const answer: Answer = {
    file,
    issues: report.issues.map(({ severity, level, rule, path, message }) => ({
      severity,
      place: path,
      id: rule === undefined ? level : `${level} ${rule}`,
      message,
    })),
    ms: performance.now() - start,
  };
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
