import { fhirIdentifierOf } from '../domain/identifiers.ts';
import type { ResourceName } from '../domain/model.ts';
import type { SentenceName } from '../faults/sentences.ts';
import type { Site } from '../service/site.ts';
import { type Mistake, writing } from './mistake.ts';

/** A resource while a mistake is made in it. */
export type Loose = Record<string, unknown>;

/** A mistake in the resource that an endpoint returns. */
export function inResource(breaks: SentenceName, alter: (resource: Loose) => unknown): Mistake {
  return writing(breaks, (json) => alter(structuredClone(json) as Loose));
}

/** The resource without some of its elements. */
export function without(resource: Loose, ...names: string[]): Loose {
  return Object.fromEntries(Object.entries(resource).filter(([name]) => !names.includes(name)));
}

/** Mistakes that can be made in each of the three resources. */
export function anyResource(breaks: SentenceName) {
  return {
    'without resourceType': inResource(breaks, (resource) => without(resource, 'resourceType')),
    'with resourceType in small letters': inResource(breaks, (resource) => ({
      ...resource,
      resourceType: String(resource.resourceType).toLowerCase(),
    })),
    'with resource_type': inResource(breaks, ({ resourceType, ...rest }) => ({
      resource_type: resourceType,
      ...rest,
    })),
    'inside data': inResource(breaks, (resource) => ({ data: resource })),
    'inside a list': inResource(breaks, (resource) => [resource]),
    'inside its own name': inResource(breaks, (resource) => ({ resource })),
    'as a text': inResource(breaks, (resource) => ({ fhir: JSON.stringify(resource) })),
    'with a number as id': inResource('FHIR structures', (resource) => ({ ...resource, id: 42 })),
    'with an id that FHIR forbids': inResource('FHIR structures', (resource) => ({
      ...resource,
      id: 'row 4/2_a',
    })),
    'with a null': inResource('FHIR structures', (resource) => ({ ...resource, implicitRules: null })),
    'with an empty text': inResource('FHIR structures', (resource) => ({ ...resource, language: '' })),
    'with a column name': inResource('FHIR structures', (resource) => ({
      ...resource,
      created_at: '2024-05-02 09:30:00',
    })),
    'with a meta that is a text': inResource('FHIR structures', (resource) => ({
      ...resource,
      meta: '2024-05-02',
    })),
    'with lastUpdated without a zone': inResource('FHIR structures', (resource) => ({
      ...resource,
      meta: { lastUpdated: '2024-05-02 09:30:00' },
    })),
  } as const;
}

/** Mistakes that can be made in the two resources that carry a narrative. */
export function domainResource() {
  return {
    'with a narrative that is a text': inResource('FHIR structures', (resource) => ({
      ...resource,
      text: 'A summary',
    })),
    'with a narrative without div': inResource('FHIR structures', (resource) => ({
      ...resource,
      text: { status: 'generated' },
    })),
    'with an extension without url': inResource('FHIR structures', (resource) => ({
      ...resource,
      extension: [{ valueString: 'x' }],
    })),
    'with an identifier that is a text': inResource('FHIR structures', (resource) => ({
      ...resource,
      identifier: '42',
    })),
    'with an identifier that is no list': inResource('FHIR structures', (resource) => ({
      ...resource,
      identifier: { value: '42' },
    })),
    'with an empty object': inResource('FHIR structures', (resource) => ({ ...resource, identifier: [{}] })),
    'with a coding that is no list': inResource('FHIR structures', (resource) => ({
      ...resource,
      extension: [{ url: 'https://example.org/kind', valueCodeableConcept: { coding: { code: 'a' } } }],
    })),
  } as const;
}

/** The FHIR id of the first row of a table. */
export function firstId({ choices }: Site, table: ResourceName): string {
  return fhirIdentifierOf(choices.identifiers, table, 1);
}
