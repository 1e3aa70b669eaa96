import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { exampleFiles } from '../build/example-packages.ts';
import type { ReleaseModel } from '../definitions/release-model.ts';
import { installedModel } from '../installed-definitions.ts';
import type { JsonObject } from '../json/json-value.ts';
import { type FhirRelease, fhirReleases } from '../types.ts';
import type { MutantKind } from './mutant-maker.ts';
import { mutantsOf } from './mutants.ts';
import { Random } from './random.ts';
import { rareMutants } from './rare-mutants.ts';

export const asPublished = 'official examples';
export type CaseKind = MutantKind | typeof asPublished;

/** Whether a case is a mutant, and no example as HL7 published it. */
export function isMutant({ kind }: Case): boolean {
  return kind !== asPublished;
}

/** A file that both judges are asked about. */
export interface Case {
  readonly release: FhirRelease;
  readonly file: string;
  readonly kind: CaseKind;
  /** What was done to the example; empty if it is as published. */
  readonly what: string;
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
const mutantsOfOneType = 30;

/**
 * All cases: HL7's official examples, and mutants of them.
 *
 * @param folder for the files that are made
 */
export function writeMaterial(folder: string, seed: number, isValid: IsValid): Material {
  const cases: Case[] = [];
  const leftOut = new Map<string, number>();
  for (const release of fhirReleases) {
    const model = installedModel(release);
    for (const file of exampleFiles(release)) {
      const reason = reasonToLeaveOut(release, file);
      if (reason === undefined) cases.push({ release, file, kind: asPublished, what: '' });
      else leftOut.set(reason, (leftOut.get(reason) ?? 0) + 1);
    }
    const write = fileWriter(join(folder, release));
    for (const mutant of mutantsOfRelease(release, model, seed, isValid)) {
      const { kind, what, name, text } = mutant;
      cases.push({ release, file: write(`mutant-${name}`, text), kind, what });
    }
  }
  return { cases, leftOut };
}

function reasonToLeaveOut(release: FhirRelease, file: string): string | undefined {
  if (statSync(file).size > mostBytes) return 'larger than 500 kB';
  if (release === '5.0.0' || !basename(file).startsWith('StructureDefinition-')) return undefined;
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
  const files = exampleFiles(release).filter((file) => statSync(file).size <= mostBytesOfBase);
  for (const type of model.typeNames()) {
    if (!model.resource(type)) continue;
    // The mutants of a type do not depend on other types.
    const random = new Random(seed + hashOf(release + type));
    const bases = random
      .some(
        files.filter((file) => basename(file).startsWith(`${type}-`)),
        3 * basesOfOneType,
      )
      .map((file) => ({ file, text: readFileSync(file, 'utf8') }))
      .filter(({ text }) => isValid(text, release))
      .slice(0, basesOfOneType);
    for (const { file, text } of bases) {
      const count = Math.ceil(mutantsOfOneType / bases.length);
      for (const mutant of mutantsOf(JSON.parse(text) as JsonObject, model, random, count))
        yield { name: basename(file, '.json'), ...mutant };
    }
  }
  for (const mutant of rareMutants[release]) yield { name: 'rare', ...mutant };
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
