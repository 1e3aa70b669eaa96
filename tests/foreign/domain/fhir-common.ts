import { uuidOf } from './identifiers.ts';

/** How a team writes its FHIR resources: as few elements as the structures ask for, or many. */
export type FhirFlavour = 'spare' | 'usual' | 'rich';

/** The release from which a team takes the resources that go into the Bundle of a project. */
export type FhirRelease = 'R4' | 'R4B' | 'R5';

/** Where the resources of an installation say that they live. */
export const home = 'https://evidence.example.org';

/** The elements that every resource of this flavour starts with. */
export function resourceHead(flavour: FhirFlavour, table: string, sequence: number, title: string) {
  if (flavour === 'spare') {
    return {};
  }
  const escaped = title.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const narrative = {
    status: 'generated' as const,
    div: `<div xmlns="http://www.w3.org/1999/xhtml"><p>${escaped}</p></div>`,
  };
  const meta = { versionId: '3', lastUpdated: '2024-05-02T09:30:00.000Z' };
  if (flavour === 'usual') {
    return { meta, language: 'en', text: narrative };
  }
  return {
    meta: { ...meta, source: `${home}/export`, tag: [{ system: `${home}/tags`, code: 'exported' }] },
    implicitRules: `${home}/rules`,
    language: 'en-GB',
    text: narrative,
    extension: [
      { url: `${home}/fhir/StructureDefinition/row-number`, valueInteger: sequence },
      {
        url: `${home}/fhir/StructureDefinition/origin`,
        extension: [{ url: 'table', valueString: table }],
      },
    ],
  };
}

/** A business identifier. */
export function businessIdentifier(table: string, sequence: number) {
  return { system: `${home}/${table.replaceAll('_', '-')}`, value: String(sequence) };
}

/** An identifier as a URN. */
export function urnOf(table: string, sequence: number): string {
  return `urn:uuid:${uuidOf(table, sequence)}`;
}
