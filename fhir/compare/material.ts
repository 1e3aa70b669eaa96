import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { examplePackages } from '../build/example-packages.ts';
import type { ReleaseModel } from '../definitions/release-model.ts';
import { installedModel } from '../installed-definitions.ts';
import type { JsonObject } from '../json/json-value.ts';
import { type FhirRelease, fhirReleases } from '../types.ts';
import { type DefectKind, defectsOf } from './defects.ts';
import { someExamples } from './examples.ts';
import type { MutantKind } from './mutant-maker.ts';
import { otherTypes, reviewTypes } from './mutant-types.ts';
import { mutantsOf } from './mutants.ts';
import { Random } from './random.ts';

export type CaseKind = MutantKind | 'official examples';

/** A file that both judges are asked about. */
export interface Case {
  readonly release: FhirRelease;
  readonly file: string;
  readonly kind: CaseKind;
  /** What was done to the example; empty if it is as published. */
  readonly what: string;
  readonly from: 'examples' | 'defects' | 'mutants';
}

/** Whether a text is valid in a release, by this validator. */
export type IsValid = (text: string, release: FhirRelease) => boolean;

export interface Material {
  readonly cases: readonly Case[];
  /** Examples that HL7's validator is not asked about, by reason. */
  readonly leftOut: ReadonlyMap<string, number>;
}

/** HL7's validator takes minutes for some of the larger ones. */
const mostBytes = 500_000;
const mostBytesOfBase = 20_000;
const basesOfOneType = 6;
const mutantsOfOneType = 48;

const kindOfDefect: Readonly<Record<DefectKind, MutantKind>> = {
  'duplicate property': 'structure',
  structure: 'structure',
  cardinality: 'cardinality',
  code: 'required binding',
  format: 'primitive format',
  choice: 'choice',
  rule: 'invariant',
  reference: 'reference and fullUrl',
};

/**
 * All cases: HL7's official examples, the defects that other validators are compared by, and mutants.
 *
 * @param folder for the files that are made
 */
export function writeMaterial(folder: string, seed: number, isValid: IsValid): Material {
  const cases: Case[] = [];
  const leftOut = new Map<string, number>();
  for (const release of fhirReleases) {
    const model = installedModel(release);
    for (const { file, reason } of examplesOf(release)) {
      if (reason === undefined)
        cases.push({ release, file, kind: 'official examples', what: '', from: 'examples' });
      else leftOut.set(reason, (leftOut.get(reason) ?? 0) + 1);
    }
    const write = fileWriter(join(folder, release));
    someExamples(release).forEach(({ file, text }, at) => {
      for (const defect of defectsOf(text, model, at + 1, 4)) {
        const kind = defect.what.startsWith('txt-') ? 'narrative' : kindOfDefect[defect.kind];
        const written = write(`defect-${file.replace('.json', '')}`, defect.text);
        cases.push({ release, file: written, kind, what: defect.what, from: 'defects' });
      }
    });
    for (const mutant of mutantsOfRelease(release, model, seed, isValid)) {
      const { kind, what, name, text } = mutant;
      cases.push({ release, file: write(`mutant-${name}`, text), kind, what, from: 'mutants' });
    }
  }
  return { cases, leftOut };
}

function examplesOf(release: FhirRelease): readonly { file: string; reason: string | undefined }[] {
  const folder = folderOf(release);
  return readdirSync(folder)
    .filter((name) => /^[A-Za-z].*\.json$/.test(name) && name !== 'package.json')
    .sort()
    .map((name) => ({
      file: join(folder, name),
      reason: reasonToLeaveOut(release, join(folder, name), name),
    }));
}

function reasonToLeaveOut(release: FhirRelease, file: string, name: string): string | undefined {
  if (statSync(file).size > mostBytes) return 'larger than 500 kB';
  if (release === '5.0.0' || !name.startsWith('StructureDefinition-')) return undefined;
  const { type } = JSON.parse(readFileSync(file, 'utf8')) as { type?: unknown };
  return type === 'Extension' ? 'definitions of extensions, for which it asks the network' : undefined;
}

interface NamedMutant {
  readonly name: string;
  readonly kind: MutantKind;
  readonly what: string;
  readonly text: string;
}

function* mutantsOfRelease(
  release: FhirRelease,
  model: ReleaseModel,
  seed: number,
  isValid: IsValid,
): Iterable<NamedMutant> {
  const folder = folderOf(release);
  const files = readdirSync(folder).sort();
  for (const type of [...reviewTypes, ...otherTypes]) {
    if (!model.resource(type)) continue;
    // The mutants of a type do not depend on other types.
    const random = new Random(seed + hashOf(release + type));
    const bases = random
      .some(
        files.filter(
          (file) =>
            file.startsWith(`${type}-`) &&
            file.endsWith('.json') &&
            statSync(join(folder, file)).size <= mostBytesOfBase,
        ),
        3 * basesOfOneType,
      )
      .map((file) => ({ file, text: readFileSync(join(folder, file), 'utf8') }))
      .filter(({ text }) => isValid(text, release))
      .slice(0, basesOfOneType);
    for (const { file, text } of bases) {
      const count = Math.ceil(mutantsOfOneType / bases.length);
      for (const mutant of mutantsOf(JSON.parse(text) as JsonObject, model, random, count))
        yield { name: file.replace('.json', ''), ...mutant };
    }
  }
}

function folderOf(release: FhirRelease): string {
  return join(import.meta.dirname, '..', 'build', 'node_modules', examplePackages[release]);
}

function fileWriter(folder: string): (name: string, text: string) => string {
  mkdirSync(folder, { recursive: true });
  let written = 0;
  return (name, text) => {
    written += 1;
    const file = join(folder, `${name}-${written}.json`);
    writeFileSync(file, text);
    return file;
  };
}

function hashOf(text: string): number {
  let hash = 0;
  for (const character of text) hash = (Math.imul(hash, 31) + (character.codePointAt(0) ?? 0)) >>> 0;
  return hash;
}
