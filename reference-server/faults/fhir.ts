import { textOf } from '../answer.ts';
import type { Json, JsonFields } from '../json.ts';
import { transformFields, transformSuccess } from '../transform-builders.ts';
import { type EndpointName, endpointNames, type Fault } from './fault.ts';

interface Row {
  readonly name: string;
  readonly breaks: string;
  readonly caughtBy: string;
  readonly at: EndpointName;
  readonly statement: string;
  readonly change: (resource: JsonFields) => Json;
}

const without = (resource: JsonFields, unwanted: string): JsonFields => {
  const { [unwanted]: _, ...rest } = resource;
  return rest;
};

const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);

/** Something else than the resource that the document names. */
const otherTypes: readonly Row[] = [
  {
    name: 'project-plain',
    breaks: 'SERVICE-2',
    caughtBy: 'fhir.resource-type',
    at: 'project',
    statement: 'A project is a plain record, not FHIR.',
    change: ({ id }) => ({ id, name: 'Blood pressure', published: true }),
  },
  {
    name: 'project-wrapped',
    breaks: 'RULE-1',
    caughtBy: 'fhir.resource-type',
    at: 'project',
    statement: 'The project Bundle is wrapped in `data`.',
    change: (resource) => ({ data: resource }),
  },
  {
    name: 'project-as-research-study',
    breaks: 'ENDPOINT-2',
    caughtBy: 'fhir.resource-type',
    at: 'project',
    statement: 'A project is given as the study alone, not as a Bundle.',
    change: () => ({ resourceType: 'ResearchStudy', status: 'active' }),
  },
  {
    name: 'project-in-list',
    breaks: 'RESOURCE-1',
    caughtBy: 'fhir.resource-type',
    at: 'project',
    statement: 'A project is the bare list of its resources.',
    change: ({ entry }) => listOf(entry),
  },
  {
    name: 'extraction-plain',
    breaks: 'SERVICE-3',
    caughtBy: 'fhir.resource-type',
    at: 'extraction',
    statement: 'An extraction lost its resourceType.',
    change: (resource) => without(resource, 'resourceType'),
  },
  {
    name: 'extraction-as-outcome',
    breaks: 'ENDPOINT-7',
    caughtBy: 'fhir.resource-type',
    at: 'extraction',
    statement: 'An OperationOutcome comes as a success.',
    change: () => ({
      resourceType: 'OperationOutcome',
      issue: [{ severity: 'error', code: 'exception', diagnostics: 'The extraction could not be read.' }],
    }),
  },
  {
    name: 'extraction-as-bundle',
    breaks: 'RESOURCE-5',
    caughtBy: 'fhir.resource-type',
    at: 'extraction',
    statement: 'An extraction comes inside a Bundle.',
    change: (resource) => ({ resourceType: 'Bundle', type: 'collection', entry: [{ resource }] }),
  },
  {
    name: 'sr360-record-as-evidence',
    breaks: 'SERVICE-4',
    caughtBy: 'fhir.resource-type',
    at: 'sr360-record',
    statement: 'An SR360 record is given as Evidence.',
    change: (resource) => ({ ...resource, resourceType: 'Evidence' }),
  },
  {
    name: 'sr360-record-small-letters',
    breaks: 'RESOURCE-6',
    caughtBy: 'fhir.resource-type',
    at: 'sr360-record',
    statement: 'The resourceType of an SR360 record is written in small letters.',
    change: (resource) => ({ ...resource, resourceType: 'evidencereport' }),
  },
  {
    name: 'sr360-record-as-composition',
    breaks: 'ENDPOINT-9',
    caughtBy: 'fhir.resource-type',
    at: 'sr360-record',
    statement: 'An SR360 record is given as a Composition.',
    change: (resource) => ({ ...resource, resourceType: 'Composition' }),
  },
];

/** The right resource, not valid: one row for each level of FHIR and more. */
const invalid: readonly Omit<Row, 'breaks' | 'caughtBy'>[] = [
  {
    name: 'extraction-unknown-element',
    at: 'extraction',
    statement: 'Structure: an element that FHIR does not know.',
    change: (resource) => ({ ...resource, project_id: 1 }),
  },
  {
    name: 'sr360-record-wrong-json-type',
    at: 'sr360-record',
    statement: 'Structure: a list element is a single object.',
    change: (resource) => ({ ...resource, section: listOf(resource.section)[0] }),
  },
  {
    name: 'sr360-record-null-element',
    at: 'sr360-record',
    statement: 'Structure: elements without a value are null.',
    change: (resource) => ({ ...resource, publisher: null }),
  },
  {
    name: 'extraction-empty-list',
    at: 'extraction',
    statement: 'Structure: an element without values is an empty list.',
    change: (resource) => ({ ...resource, relatedArtifact: [], content: [] }),
  },
  {
    name: 'extraction-number-as-text',
    at: 'extraction',
    statement: 'Structure: a number is written as text.',
    change: (resource) => ({
      ...resource,
      content: [{ informationType: 'comment', quantity: { value: '412' } }],
    }),
  },
  {
    name: 'sr360-record-without-status',
    at: 'sr360-record',
    statement: 'Cardinality: a required element is missing.',
    change: (resource) => without(resource, 'status'),
  },
  {
    name: 'extraction-without-artifact',
    at: 'extraction',
    statement: 'Cardinality: an assessment of nothing.',
    change: (resource) => without(resource, 'artifactReference'),
  },
  {
    name: 'project-without-type',
    at: 'project',
    statement: 'Cardinality: the Bundle has no type.',
    change: (resource) => without(resource, 'type'),
  },
  {
    name: 'sr360-record-unknown-status',
    at: 'sr360-record',
    statement: 'Binding: a status that FHIR does not have.',
    change: (resource) => ({ ...resource, status: 'finished' }),
  },
  {
    name: 'extraction-unknown-information-type',
    at: 'extraction',
    statement: 'Binding: a type of content that FHIR does not have.',
    change: (resource) => ({ ...resource, content: [{ informationType: 'remark' }] }),
  },
  {
    name: 'project-unknown-bundle-type',
    at: 'project',
    statement: 'Binding: a type of Bundle that FHIR does not have.',
    change: (resource) => ({ ...resource, type: 'project' }),
  },
  {
    name: 'extraction-date-of-day-first',
    at: 'extraction',
    statement: 'Primitive format: a date with the day first.',
    change: (resource) => ({ ...resource, date: '04/03/2025' }),
  },
  {
    name: 'project-time-without-zone',
    at: 'project',
    statement: 'Primitive format: an instant without a time zone.',
    change: (resource) => ({ ...resource, timestamp: '2025-02-11T09:30:00' }),
  },
  {
    name: 'sr360-record-id-with-spaces',
    at: 'sr360-record',
    statement: 'Primitive format: an id with characters that FHIR does not allow.',
    change: (resource) => ({ ...resource, id: 'SR 360/29' }),
  },
  {
    name: 'extraction-two-choices',
    at: 'extraction',
    statement: 'Choice: an assessment of two artifacts at once.',
    change: (resource) => ({ ...resource, artifactUri: 'https://doi.org/10.5555/okafor-2016' }),
  },
  {
    name: 'sr360-record-empty-quantity-rule',
    at: 'sr360-record',
    statement: 'Invariant: a quantity has a code without saying of which system.',
    change: (resource) => ({
      ...resource,
      subject: { characteristic: [{ code: { text: 'Age' }, valueQuantity: { value: 61, code: 'a' } }] },
    }),
  },
  {
    name: 'project-same-entry-twice',
    at: 'project',
    statement: 'Invariant: an entry stands in the Bundle twice.',
    change: (resource) => ({
      ...resource,
      entry: [...listOf(resource.entry), listOf(resource.entry)[0] ?? {}],
    }),
  },
  {
    name: 'project-total-in-collection',
    at: 'project',
    statement: 'Invariant: a total, which only search results have, in a collection.',
    change: (resource) => ({ ...resource, total: listOf(resource.entry).length }),
  },
  {
    name: 'extraction-narrative-with-script',
    at: 'extraction',
    statement: 'Narrative: a script in the text.',
    change: (resource) => ({
      ...resource,
      text: {
        status: 'generated',
        div: '<div xmlns="http://www.w3.org/1999/xhtml"><script>alert(1)</script></div>',
      },
    }),
  },
  {
    name: 'project-entry-invalid',
    at: 'project',
    statement: 'Structure: one of the resources in the project Bundle has no resourceType.',
    change: (resource) => ({
      ...resource,
      entry: [
        ...listOf(resource.entry),
        { fullUrl: 'urn:uuid:9f0c7a52-6a43-4c0b-9a69-0d8f7c3b1a11', resource: { id: 'x' } },
      ],
    }),
  },
  {
    name: 'project-entry-of-unknown-type',
    at: 'project',
    statement: 'Structure: one of the resources in the project Bundle is of a type that FHIR does not have.',
    change: (resource) => ({ ...resource, entry: [{ resource: { resourceType: 'KeyQuestion', id: '1' } }] }),
  },
];

export const fhirFaults: readonly Fault[] = [
  ...[
    ...otherTypes,
    ...invalid.map((row) => ({ ...row, breaks: 'RESOURCE-11', caughtBy: 'fhir.valid' })),
  ].map(({ change, at, ...row }) => ({ ...row, at: endpointNames[at], transform: transformFields(change) })),
  {
    name: 'sr360-record-duplicate-name',
    breaks: 'RESOURCE-11',
    caughtBy: 'fhir.valid',
    at: endpointNames['sr360-record'],
    statement: 'Text: a name stands twice in one JSON object, so that readers differ in what they see.',
    transform: transformSuccess((answer) => ({
      ...answer,
      body: Buffer.from(textOf(answer).replace('{', '{"status":"draft",'), 'utf8'),
    })),
  },
];
