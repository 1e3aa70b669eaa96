import { listOf, withoutField } from '../json.ts';
import { rewriting, transformFields, transformSuccess } from '../transform-builders.ts';
import { type Fault, withCommon } from './fault.ts';

/** The right resource, but invalid: at least one row for each level of FHIR. */
export const fhirValidityFaults: readonly Fault[] = withCommon(
  { breaks: 'RESOURCE-11', caughtBy: 'fhir.valid' },
  [
    {
      name: 'extraction-unknown-element',
      at: 'GET /api/v3/extractions/:id',
      statement: 'Structure: an element that FHIR does not know.',
      transform: transformFields((resource) => ({ ...resource, project_id: 1 })),
    },
    {
      name: 'sr360-record-wrong-json-type',
      at: 'GET /api/v3/sd_meta_data/:id',
      statement: 'Structure: a list element is a single object.',
      transform: transformFields((resource) => ({ ...resource, section: listOf(resource.section)[0] })),
    },
    {
      name: 'sr360-record-null-element',
      at: 'GET /api/v3/sd_meta_data/:id',
      statement: 'Structure: an element without a value is null.',
      transform: transformFields((resource) => ({ ...resource, publisher: null })),
    },
    {
      name: 'extraction-empty-list',
      at: 'GET /api/v3/extractions/:id',
      statement: 'Structure: an element without values is an empty list.',
      transform: transformFields((resource) => ({ ...resource, relatedArtifact: [], content: [] })),
    },
    {
      name: 'extraction-number-as-text',
      at: 'GET /api/v3/extractions/:id',
      statement: 'Structure: a number is written as text.',
      transform: transformFields((resource) => ({
        ...resource,
        content: [{ informationType: 'comment', quantity: { value: '412' } }],
      })),
    },
    {
      name: 'sr360-record-without-status',
      at: 'GET /api/v3/sd_meta_data/:id',
      statement: 'Cardinality: a required element is missing.',
      transform: transformFields((resource) => withoutField(resource, 'status')),
    },
    {
      name: 'extraction-without-artifact',
      at: 'GET /api/v3/extractions/:id',
      statement: 'Cardinality: an assessment without its artifact.',
      transform: transformFields((resource) => withoutField(resource, 'artifactReference')),
    },
    {
      name: 'project-without-type',
      at: 'GET /api/v3/projects/:id',
      statement: 'Cardinality: the Bundle has no type.',
      transform: transformFields((resource) => withoutField(resource, 'type')),
    },
    {
      name: 'sr360-record-unknown-status',
      at: 'GET /api/v3/sd_meta_data/:id',
      statement: 'Binding: a status that FHIR does not have.',
      transform: transformFields((resource) => ({ ...resource, status: 'finished' })),
    },
    {
      name: 'extraction-unknown-information-type',
      at: 'GET /api/v3/extractions/:id',
      statement: 'Binding: a type of content that FHIR does not have.',
      transform: transformFields((resource) => ({ ...resource, content: [{ informationType: 'remark' }] })),
    },
    {
      name: 'project-unknown-bundle-type',
      at: 'GET /api/v3/projects/:id',
      statement: 'Binding: a type of Bundle that FHIR does not have.',
      transform: transformFields((resource) => ({ ...resource, type: 'project' })),
    },
    {
      name: 'extraction-date-of-day-first',
      at: 'GET /api/v3/extractions/:id',
      statement: 'Primitive format: a date with the day first.',
      transform: transformFields((resource) => ({ ...resource, date: '04/03/2025' })),
    },
    {
      name: 'project-time-without-zone',
      at: 'GET /api/v3/projects/:id',
      statement: 'Primitive format: an instant without a time zone.',
      transform: transformFields((resource) => ({ ...resource, timestamp: '2025-02-11T09:30:00' })),
    },
    {
      name: 'sr360-record-id-with-spaces',
      at: 'GET /api/v3/sd_meta_data/:id',
      statement: 'Primitive format: an id with characters that FHIR does not allow.',
      transform: transformFields((resource) => ({ ...resource, id: 'SR 360/29' })),
    },
    {
      name: 'extraction-two-choices',
      at: 'GET /api/v3/extractions/:id',
      statement: 'Choice: an assessment of two artifacts at once.',
      transform: transformFields((resource) => ({
        ...resource,
        artifactUri: 'https://doi.org/10.5555/okafor-2016',
      })),
    },
    {
      name: 'sr360-record-empty-quantity-rule',
      at: 'GET /api/v3/sd_meta_data/:id',
      statement: 'Invariant: a quantity has a code but no code system.',
      transform: transformFields((resource) => ({
        ...resource,
        subject: { characteristic: [{ code: { text: 'Age' }, valueQuantity: { value: 61, code: 'a' } }] },
      })),
    },
    {
      name: 'project-same-entry-twice',
      at: 'GET /api/v3/projects/:id',
      statement: 'Invariant: the Bundle holds an entry twice.',
      transform: transformFields((resource) => ({
        ...resource,
        entry: [...listOf(resource.entry), listOf(resource.entry)[0] ?? {}],
      })),
    },
    {
      name: 'project-total-in-collection',
      at: 'GET /api/v3/projects/:id',
      statement: 'Invariant: a total, which only search results have, in a collection.',
      transform: transformFields((resource) => ({ ...resource, total: listOf(resource.entry).length })),
    },
    {
      name: 'extraction-narrative-with-script',
      at: 'GET /api/v3/extractions/:id',
      statement: 'Narrative: a script in the text.',
      transform: transformFields((resource) => ({
        ...resource,
        text: {
          status: 'generated',
          div: '<div xmlns="http://www.w3.org/1999/xhtml"><script>alert(1)</script></div>',
        },
      })),
    },
    {
      name: 'project-entry-invalid',
      at: 'GET /api/v3/projects/:id',
      statement: 'Structure: one of the resources in the project Bundle has no resourceType.',
      transform: transformFields((resource) => ({
        ...resource,
        entry: [
          ...listOf(resource.entry),
          { fullUrl: 'urn:uuid:9f0c7a52-6a43-4c0b-9a69-0d8f7c3b1a11', resource: { id: 'x' } },
        ],
      })),
    },
    {
      name: 'project-entry-of-unknown-type',
      at: 'GET /api/v3/projects/:id',
      statement:
        'Structure: one of the resources in the project Bundle is of a type that FHIR does not have.',
      transform: transformFields((resource) => ({
        ...resource,
        entry: [{ resource: { resourceType: 'KeyQuestion', id: '1' } }],
      })),
    },
    {
      name: 'sr360-record-duplicate-name',
      at: 'GET /api/v3/sd_meta_data/:id',
      statement: 'Text: a JSON object holds a name twice, so that readers differ in what they see.',
      transform: transformSuccess(rewriting((text) => text.replace('{', '{"status":"draft",'))),
    },
  ],
);
