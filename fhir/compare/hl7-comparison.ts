import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createValidator } from '../index.ts';
import { type Judged, judged, unusedRows } from './agreement.ts';
import { agreementTables, designTable, type Measured } from './agreement-tables.ts';
import type { Answer, Answers } from './answers.ts';
import { askHl7, buildHl7Judge, reasonToLeaveOut } from './hl7-judge.ts';
import { type Case, isMutant, type Material, writeMaterial } from './material.ts';
import { Random } from './random.ts';
import { runJudge } from './run-judge.ts';
import { writeSection } from './write-section.ts';

const defaultSeed = 20_260_101;
/** Disagreements that are printed. */
const mostShown = 40;

/** How the judges are compared. */
export interface ComparisonOptions {
  readonly seed?: number;
  /** So many cases, drawn from all; without it, all, and the documentation is written. */
  readonly sample?: number;
}

/**
 * Compares this validator with HL7's, and writes the tables of agreement into the documentation.
 *
 * @returns whether each disagreement has its row in `disagreements.ts`, and each row its disagreement
 */
export async function compareWithHl7({ seed = defaultSeed, sample }: ComparisonOptions): Promise<boolean> {
  const reason = reasonToLeaveOut();
  if (reason !== undefined) {
    print(reason);
    return true;
  }
  buildHl7Judge();
  const folder = mkdtempSync(join(tmpdir(), 'fhir-compare-'));
  try {
    const validate = await createValidator().prepare();
    const material = writeMaterial(folder, seed, (text, release) => validate(text, { release }).valid);
    const cases = sample === undefined ? material.cases : sampleOf(material, seed, sample);
    print(
      `Seed ${seed}: ${cases.length} of ${material.cases.length} files, ${cases.filter(isMutant).length} of them mutants.`,
    );
    const ours = await runJudge(
      process.execPath,
      [launcher, join(import.meta.dirname, 'our-judge.ts')],
      cases,
    );
    const hl7 = await askHl7(cases, sample !== undefined);
    return report({ material, cases, ours, hl7, seed }, sample === undefined);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const launcher = join(import.meta.dirname, '..', '..', 'scripts', 'program.mjs');

function report(measured: Measured, isWhole: boolean): boolean {
  const all: Judged[] = [];
  for (const each of measured.cases) {
    const our = answerTo(each, measured.ours);
    const their = answerTo(each, measured.hl7);
    if (their.thrown === undefined) all.push(judged(each, our, their));
  }
  const agreement = agreementTables(all, measured);
  print(`\n${agreement}\n`);
  const unexplained = all.filter(({ isExplained }) => !isExplained);
  for (const each of unexplained.slice(0, mostShown)) print(describe(each));
  print(`${unexplained.length} disagreements have no row in fhir/compare/disagreements.ts.`);
  if (!isWhole) return unexplained.length === 0;
  writeSection("agreement with HL7's validator", agreement);
  writeSection('what HL7 reports beyond', designTable(all));
  const unused = unusedRows(all);
  for (const { id, place } of unused) print(`A row explains nothing: ${id} ${place ?? ''}`);
  // Other mutants may need fewer rows.
  return unexplained.length === 0 && (unused.length === 0 || measured.seed !== defaultSeed);
}

function answerTo({ file }: Case, { byFile }: Answers): Answer {
  const answer = byFile.get(file);
  if (!answer) throw new Error(`A judge gave no answer to ${file}.`);
  return answer;
}

function describe({ of, ours, hl7 }: Judged): string {
  const said = (name: string, issues: Judged['ours']): string =>
    issues
      .slice(0, 3)
      .map(({ id, place, message }) => `\n  ${name}: ${id ?? ''} at ${place}: ${message.slice(0, 200)}`)
      .join('');
  return `${of.release} ${of.kind}, ${of.what}: ${of.file}${said('ours', ours)}${said('HL7', hl7)}`;
}

function sampleOf({ cases }: Material, seed: number, count: number): readonly Case[] {
  return new Random(seed).some(cases, count);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
