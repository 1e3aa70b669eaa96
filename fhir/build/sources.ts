import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CodeSystem, StructureDefinition, ValueSet } from 'fhir/r5.d.ts';
import type { FhirRelease } from '../types.ts';

/** HL7's definitions of one release, as published. */
export interface PublishedDefinitions {
  readonly structures: readonly StructureDefinition[];
  readonly valueSets: ReadonlyMap<string, ValueSet>;
  readonly codeSystems: ReadonlyMap<string, CodeSystem>;
}

type Published = StructureDefinition | ValueSet | CodeSystem;

const packages = join(import.meta.dirname, 'node_modules');
const folders: Readonly<Record<FhirRelease, string>> = {
  '4.0.1': 'hl7.fhir.r4.examples',
  '4.3.0': 'hl7.fhir.r4b.core',
  '5.0.0': 'hl7.fhir.r5.core',
};
/** HL7's package of the code systems that a release only refers to. */
const terminology = 'hl7.terminology.r5';
const definitionFile = /^(?:StructureDefinition|ValueSet|CodeSystem)-/;

/**
 * Reads the definitions of a release from the installed packages. The npm registry lacks R4's core package, but HL7's
 * package of R4 examples holds every R4 definition.
 *
 * @throws if the packages are not installed (`npm ci` in this folder)
 */
export function readDefinitions(release: FhirRelease): PublishedDefinitions {
  const structures: StructureDefinition[] = [];
  const valueSets = new Map<string, ValueSet>();
  const codeSystems = new Map<string, CodeSystem>();
  const own = readFolder(folders[release]);
  const shared = readFolder(terminology).filter(
    (resource) => resource.resourceType !== 'StructureDefinition',
  );
  // The release's own definitions come last, so that they win.
  for (const resource of [...shared, ...own]) {
    const url = String(resource.url);
    if (resource.resourceType === 'StructureDefinition') {
      if (resource.fhirVersion === release) structures.push(resource);
    } else if (resource.resourceType === 'ValueSet') valueSets.set(url, resource);
    else if (isPreferred(resource, codeSystems.get(url))) codeSystems.set(url, resource);
  }
  return { structures, valueSets, codeSystems };
}

/** A code system that a release only mentions must not hide the complete one. */
function isPreferred(next: CodeSystem, known: CodeSystem | undefined): boolean {
  return known === undefined || next.content === 'complete' || known.content !== 'complete';
}

function readFolder(name: string): Published[] {
  const folder = join(packages, name);
  return readdirSync(folder)
    .filter((file) => definitionFile.test(file))
    .sort()
    .map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Published);
}
