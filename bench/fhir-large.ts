import { readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { defaults } from '../engine/configuration/installation.ts';
import { makeBodyReader } from '../engine/evidence/body-reader.ts';
import { redactionOf } from '../engine/evidence/redaction.ts';
import { residentMbOfChildren } from './processes.ts';

/** Validates one large file as a monitor would and prints the cost; a separate process, to measure its memory. */
const body = readFileSync(process.argv[2] ?? '');
const delay = monitorEventLoopDelay({ resolution: 10 });
const bodies = makeBodyReader();
let childrenMb = 0;
const timer = setInterval(() => {
  childrenMb = Math.max(childrenMb, residentMbOfChildren(process.pid));
}, 250);
delay.enable();
const start = performance.now();
const { fhir: report } = await bodies.read(
  body,
  { fhir: {}, keepText: false, limits: defaults },
  redactionOf([]),
);
const durationMs = performance.now() - start;
delay.disable();
clearInterval(timer);
await bodies.close();
process.stdout.write(
  JSON.stringify({
    valid: report?.valid,
    durationMs,
    delayMs: delay.max / 1e6,
    memoryMb: process.resourceUsage().maxRSS / 1024 + childrenMb,
  }),
);
