import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { installedDefinitions } from '../fhir/installed-definitions.ts';
import { validateBody } from '../fhir/validate-body.ts';
import { bloodPressureReview } from '../reference-server/sample/blood-pressure-review.ts';
import { resourceIdsOf } from '../reference-server/sample/resource-ids.ts';
import { resourcesOfReview } from '../reference-server/sample/resources.ts';
import { type BenchRow, measured } from './row.ts';

interface LargeResult {
  readonly valid: boolean;
  readonly durationMs: number;
  readonly delayMs: number;
  readonly memoryMb: number;
}

const run = promisify(execFile);
const repetitions = 200;

/**
 * Measures FHIR validation: one resource, a project of 5 MB, one of 50 MB in a body-reading process, and the start of a
 * process.
 * @throws if a body of the benchmark is invalid, since something else would then be measured
 */
export async function benchFhir(): Promise<readonly BenchRow[]> {
  const definitions = installedDefinitions();
  const validate = (text: string) => validateBody(definitions, text);
  const resources = resourcesOf('one').map((resource) => JSON.stringify(resource));
  for (const text of resources) requireValid(validate(text).valid, text.slice(0, 60));
  const ready = await readyMs(resources[0] ?? '');
  const oneMs = averageMs(() => resources.map((text) => validate(text))) / resources.length;

  const small = makeProject(5_000_000);
  const coldMs = timeMs(() => requireValid(validate(small).valid, 'the 5 MB project'));
  const warmMs = Math.min(...[1, 2, 3].map(() => timeMs(() => validate(small))));
  const parseMs = Math.min(...[1, 2, 3].map(() => timeMs(() => JSON.parse(small))));

  const large = await validateLarge(50_000_000);
  requireValid(large.valid, 'the 50 MB project');
  return [
    measured('FHIR: a process is ready with its first resource validated', ready, 'ms', 300),
    measured('FHIR: one resource with its rules, warm', oneMs, 'ms', 5),
    measured('FHIR: a 5 MB project, first time', coldMs, 'ms', 1_500),
    measured('FHIR: a 5 MB project, warm', warmMs, 'ms', 1_500),
    measured('FHIR: a 5 MB project, times JSON.parse', warmMs / parseMs, 'x'),
    measured('FHIR: a 50 MB project in a process that reads bodies', large.durationMs / 1_000, 's', 12),
    measured('FHIR: memory of both processes', large.memoryMb, 'MB', 700),
    measured('FHIR: longest pause of the event loop meanwhile', large.delayMs, 'ms', 250),
  ];
}

/** The resources of the sample project, with ids of their own for each key. */
function resourcesOf(key: string): ReturnType<typeof resourcesOfReview> {
  return resourcesOfReview(bloodPressureReview, resourceIdsOf(key));
}

/**
 * A valid project Bundle: the sample project, repeated as needed.
 * @param bytes minimum size of the text
 */
function makeProject(bytes: number): string {
  const entries: string[] = [];
  for (let size = 0, turn = 0; size < bytes; turn += 1) {
    for (const resource of resourcesOf(`project-${turn}`)) {
      const text = JSON.stringify({ fullUrl: `urn:uuid:${resource.id}`, resource });
      entries.push(text);
      size += text.length + 1;
    }
  }
  return `{"resourceType":"Bundle","type":"collection","entry":[${entries.join(',')}]}`;
}

function requireValid(valid: boolean, what: string): void {
  if (!valid) throw new Error(`The benchmark's body is not valid: ${what}`);
}

function timeMs(act: () => void): number {
  const start = performance.now();
  act();
  return performance.now() - start;
}

function averageMs(act: () => void): number {
  for (let time = 0; time < repetitions; time += 1) act();
  return (
    timeMs(() => {
      for (let time = 0; time < repetitions; time += 1) act();
    }) / repetitions
  );
}

async function readyMs(resource: string): Promise<number> {
  const results: number[] = [];
  for (let time = 0; time < 3; time += 1) {
    const { stdout } = await runSource('fhir-ready.ts', resource);
    results.push((JSON.parse(stdout) as { durationMs: number }).durationMs);
  }
  return Math.min(...results);
}

async function validateLarge(bytes: number): Promise<LargeResult> {
  const folder = mkdtempSync(join(tmpdir(), 'fhir-bench-'));
  try {
    const file = join(folder, 'project.json');
    writeFileSync(file, makeProject(bytes));
    const { stdout } = await runSource('fhir-large.ts', file);
    return JSON.parse(stdout) as LargeResult;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function runSource(name: string, argument: string): Promise<{ stdout: string }> {
  const root = join(import.meta.dirname, '..');
  return run(process.execPath, ['--import', 'tsx', join(import.meta.dirname, name), argument], { cwd: root });
}
