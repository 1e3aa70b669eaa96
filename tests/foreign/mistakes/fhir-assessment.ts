import { assessmentOf } from '../domain/fhir-assessment.ts';
import { anyResource, domainResource, firstId, inResource, without } from './fhir-resource.ts';
import { writing } from './mistake.ts';

/** Mistakes in the ArtifactAssessment of an extraction. */
export const assessmentMistakes = {
  ...anyResource('assessment'),
  ...domainResource(),
  'a plain extraction': inResource('assessment', ({ id }) => ({ id, status: 'draft', arms: [] })),
  'an Observation': inResource('assessment', ({ id }) => ({
    resourceType: 'Observation',
    id,
    status: 'final',
    code: { text: 'outcome' },
  })),
  'an Evidence': inResource('assessment', ({ id }) => ({ resourceType: 'Evidence', id, status: 'active' })),
  'an assessment inside a Bundle': inResource('assessment', (resource) => ({
    resourceType: 'Bundle',
    type: 'collection',
    entry: [{ resource }],
  })),
  'an assessment of nothing': inResource('FHIR structures', (resource) =>
    without(resource, 'artifactReference', 'artifactUri', 'artifactCanonical'),
  ),
  'an assessment of two artifacts': inResource('FHIR structures', (resource) => ({
    ...resource,
    artifactReference: { reference: 'Citation/1' },
    artifactUri: 'https://evidence.example.org/citations/1',
  })),
  'an assessment of an artifact without type': inResource('FHIR structures', (resource) => ({
    ...without(resource, 'artifactReference', 'artifactUri'),
    artifact: { reference: 'Citation/1' },
  })),
  'an assessment with a reference as text': inResource('FHIR structures', (resource) => ({
    ...without(resource, 'artifactUri'),
    artifactReference: 'Citation/1',
  })),
  'an assessment with content that is no list': inResource('FHIR structures', (resource) => ({
    ...resource,
    content: { informationType: 'comment' },
  })),
  'an assessment with an empty content list': inResource('FHIR structures', (resource) => ({
    ...resource,
    content: [],
  })),
  'an assessment with an unknown information type': inResource('FHIR structures', (resource) => ({
    ...resource,
    content: [{ informationType: 'section' }],
  })),
  'an assessment with a date of the locale': inResource('FHIR structures', (resource) => ({
    ...resource,
    date: '05/02/2024',
  })),
  'an assessment with a state of its own': inResource('FHIR structures', (resource) => ({
    ...resource,
    workflowStatus: 'in_progress',
  })),
  'an assessment with a boolean as text': inResource('FHIR structures', (resource) => ({
    ...resource,
    content: [{ informationType: 'comment', freeToShare: 'true' }],
  })),
  'an assessment with a decimal as text': inResource('FHIR structures', (resource) => ({
    ...resource,
    content: [{ informationType: 'rating', quantity: { value: '12.50', unit: 'mg' } }],
  })),
  'an assessment with a classifier as text': inResource('FHIR structures', (resource) => ({
    ...resource,
    content: [{ informationType: 'classifier', classifier: ['Randomized trial'] }],
  })),
  'an assessment with a title object': inResource('FHIR structures', (resource) => ({
    ...resource,
    title: { en: 'Extraction' },
  })),
  'an assessment with a path that is no list': inResource('FHIR structures', (resource) => ({
    ...resource,
    content: [{ informationType: 'comment', path: 'title' }],
  })),
  'an assessment with a deep unknown element': inResource('FHIR structures', (resource) => ({
    ...resource,
    content: [{ informationType: 'container', component: [{ informationType: 'comment', arms: 2 }] }],
  })),
  'always the first assessment': writing('assessment', (json, { site }) => {
    const row = site.store.rows.extractions[0];
    return row === undefined
      ? json
      : assessmentOf(site.choices.bundle.flavour, firstId(site, 'extractions'), row);
  }),
} as const;
