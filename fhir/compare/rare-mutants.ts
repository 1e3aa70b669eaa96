import type { JsonObject } from '../json/json-value.ts';
import type { FhirRelease } from '../types.ts';
import { div } from './changes.ts';
import type { MutantKind } from './mutant-maker.ts';
import type { Mutant } from './mutants.ts';

/** Mutants that chance makes too rarely or never: without them, whether some rows have a disagreement would depend on the seed. */
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
    rare('primitive format', 'the id of an element with a space', {
      resourceType: 'Patient',
      name: [{ id: 'a b', text: 'x' }],
    }),
    rare('narrative', 'an inserted text', told('<ins>x</ins>')),
    rare('invariant', 'two conditions without what joins them', {
      resourceType: 'Questionnaire',
      status: 'draft',
      item: [
        { linkId: 'a', type: 'boolean', text: 'x' },
        {
          linkId: 'b',
          type: 'string',
          text: 'x',
          enableWhen: [
            { question: 'a', operator: '=', answerBoolean: true },
            { question: 'a', operator: 'exists', answerBoolean: true },
          ],
        },
      ],
    }),
    rare('invariant', 'an offset from two events, one of them a meal', {
      resourceType: 'ServiceRequest',
      status: 'active',
      intent: 'order',
      subject: { display: 'x' },
      occurrenceTiming: { repeat: { offset: 30, when: ['C', 'MORN'] } },
    }),
  ],
  '4.3.0': [rare('narrative', 'a deleted text', told('<p>x <del>y</del></p>'))],
  '5.0.0': [
    rare('narrative', 'an object', told('x<object/>')),
    rare('reference and fullUrl', 'the URL of a type in place of its name', {
      resourceType: 'Observation',
      status: 'final',
      code: { text: 'x' },
      subject: { reference: 'Patient/1', type: 'http://hl7.org/fhir/StructureDefinition/Patient' },
    }),
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

function told(text: string): JsonObject {
  return { resourceType: 'Patient', text: { status: 'generated', div: div(text) } };
}

function rare(kind: MutantKind, what: string, resource: JsonObject): Mutant {
  return { kind, what, text: JSON.stringify(resource) };
}
