import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { installedDefinitions, installedModel } from '../fhir/installed-definitions.ts';
import { IssueCollector } from '../fhir/issue-collector.ts';
import type { JsonObject } from '../fhir/json/json-value.ts';
import { readJson } from '../fhir/json/read-json.ts';
import { primitiveFormats } from '../fhir/structure/primitives.ts';
import { StructureValidator } from '../fhir/structure/structure-validator.ts';
import { validateBody } from '../fhir/validate-body.ts';
import { makeProject, makeResources } from './fhir-bodies.ts';
import type { BenchRow } from './row.ts';

interface LargeResult {
  readonly valid: boolean;
  readonly durationMs: number;
  readonly delayMs: number;
  readonly memoryMb: number;
}

const run = promisify(execFile);
const repetitions = 200;

/**
 * Measures FHIR validation: one resource, a project of 5 MB, one of 50 MB in a process that reads bodies, the start of a process,
 * hostile texts.
 *
 * @throws if a body of the benchmark is not valid, because then something else would be measured
 */
export async function benchFhir(): Promise<readonly BenchRow[]> {
  const rows: BenchRow[] = [];
  const add = (name: string, value: number, unit: string, most?: number) =>
    rows.push({
      name,
      value: Number(value.toPrecision(3)),
      unit,
      ...(most === undefined ? {} : { target: `at most ${most}`, ok: value <= most }),
    });

  const definitions = installedDefinitions();
  const validate = (text: string) => validateBody(definitions, text);
  const resources = makeResources();
  for (const text of resources) requireValid(validate(text).valid, text.slice(0, 60));
  add(
    'FHIR: a process is ready with its first resource validated',
    await readyMs(resources[0] ?? ''),
    'ms',
    300,
  );
  add('FHIR: structure of one resource, warm', structureMs(resources), 'ms', 2);
  add(
    'FHIR: one resource with its rules, warm',
    averageMs(() => resources.map((text) => validate(text))) / resources.length,
    'ms',
    5,
  );

  const small = makeProject(5_000_000);
  const coldMs = timeMs(() => requireValid(validate(small).valid, 'the 5 MB project'));
  const warmMs = Math.min(...[1, 2, 3].map(() => timeMs(() => validate(small))));
  const parseMs = Math.min(...[1, 2, 3].map(() => timeMs(() => JSON.parse(small))));
  add('FHIR: a 5 MB project, first time', coldMs, 'ms', 1_500);
  add('FHIR: a 5 MB project, warm', warmMs, 'ms', 1_500);
  add('FHIR: a 5 MB project, times JSON.parse', warmMs / parseMs, 'x');

  const large = await validateLarge(50_000_000);
  requireValid(large.valid, 'the 50 MB project');
  add('FHIR: a 50 MB project in a process that reads bodies', large.durationMs / 1_000, 's', 12);
  add('FHIR: memory of both processes', large.memoryMb, 'MB', 700);
  add('FHIR: longest pause of the event loop meanwhile', large.delayMs, 'ms', 250);
  add('FHIR: worst primitive pattern on a hostile 1 MB text', hostileMs(), 'ms', 50);
  return rows;
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

function structureMs(resources: readonly string[]): number {
  const model = installedModel('5.0.0');
  const validate = (text: string) => {
    const read = readJson(text);
    const resource = read.value as JsonObject;
    const type = model.resource(String(resource.resourceType));
    if (!type || read.value === undefined) throw new Error('The benchmark needs resources of R5.');
    new StructureValidator(model, new IssueCollector(type.name, read.numberTexts)).validate(resource, type);
  };
  return averageMs(() => resources.forEach(validate)) / resources.length;
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

function hostileMs(): number {
  const size = 1_000_000;
  const texts = ['a', ' ', '1', '1.', 'a ', 'AAAA ', '+14:00', '-', 'é'].flatMap((part) => {
    const long = part.repeat(size / part.length);
    return [long, `${long}*`, `urn:oid:1.${long}`, `2000-01-01T00:00:00.${long}`];
  });
  let worst = 0;
  for (const format of primitiveFormats.values()) {
    for (const text of texts)
      worst = Math.max(
        worst,
        timeMs(() => format.findError(text)),
      );
  }
  return worst;
}
