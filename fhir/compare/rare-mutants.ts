import type { JsonObject } from '../json/json-value.ts';
import type { FhirRelease } from '../types.ts';
import type { MutantKind } from './mutant-maker.ts';
import type { Mutant } from './mutants.ts';

/** Mutants that chance makes too rarely: without them, whether some rows have a disagreement would depend on the seed. */
export const rareMutants: Readonly<Record<FhirRelease, readonly Mutant[]>> = {
  '4.0.1': [
    rare('Bundle rules', 'a link twice', {
      resourceType: 'Bundle',
      type: 'searchset',
      link: [
        { relation: 'self', url: 'https://example.org/fhir/Basic' },
        { relation: 'self', url: 'https://example.org/fhir/Basic' },
      ],
    }),
  ],
  '4.3.0': [],
  '5.0.0': [
    rare('invariant', 'a period that ends in the year before it starts', {
      resourceType: 'Patient',
      name: [{ text: 'x', period: { start: '2021', end: '2020' } }],
    }),
    rare('choice', 'another type of the choice', {
      resourceType: 'List',
      status: 'current',
      mode: 'changes',
      extension: [
        { url: 'http://hl7.org/fhir/StructureDefinition/list-changeBase', valueQuantity: { value: 1 } },
      ],
    }),
  ],
};

function rare(kind: MutantKind, what: string, resource: JsonObject): Mutant {
  return { kind, what, text: JSON.stringify(resource) };
}
