import { readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createFhirValidator } from '../fhir/index.ts';

/** Validates one large file as a monitor would and prints what it took; a process of its own, for its memory. */
const body = readFileSync(process.argv[2] ?? '');
const delay = monitorEventLoopDelay({ resolution: 10 });
const validator = createFhirValidator();
delay.enable();
const start = performance.now();
const report = await validator.validate(body);
const durationMs = performance.now() - start;
delay.disable();
await validator.close();
process.stdout.write(
  JSON.stringify({
    valid: report.valid,
    durationMs,
    delayMs: delay.max / 1e6,
    memoryMb: process.resourceUsage().maxRSS / 1024,
  }),
);
