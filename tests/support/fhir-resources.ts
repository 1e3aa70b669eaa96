/** JSON of a resource in a test table; `undefined` leaves a property out. */
export type Body = Record<string, unknown>;

/** The smallest valid resources, to which a table row adds what it is about. */
export const patient = (more: Body = {}): Body => ({ resourceType: 'Patient', ...more });

export const observation = (more: Body = {}): Body => ({
  resourceType: 'Observation',
  status: 'final',
  code: { text: 'weight' },
  ...more,
});

export const evidenceReport = (more: Body = {}): Body => ({
  resourceType: 'EvidenceReport',
  status: 'active',
  subject: { note: [{ text: 'aspirin' }] },
  ...more,
});

export const artifactAssessment = (more: Body = {}): Body => ({
  resourceType: 'ArtifactAssessment',
  artifactUri: 'https://example.org/article/1',
  ...more,
});

/** As R4B and R5 have it; R4's Evidence is another resource. */
export const evidence = (more: Body = {}): Body => ({
  resourceType: 'Evidence',
  status: 'active',
  variableDefinition: [{ variableRole: coding('http://hl7.org/fhir/variable-role', 'outcome') }],
  ...more,
});

export const citation = (more: Body = {}): Body => ({ resourceType: 'Citation', status: 'active', ...more });

export const questionnaire = (more: Body = {}): Body => ({
  resourceType: 'Questionnaire',
  status: 'active',
  ...more,
});

export const timing = (repeat: Body): Body => ({
  resourceType: 'ServiceRequest',
  status: 'active',
  intent: 'order',
  subject: { display: 'x' },
  occurrenceTiming: { repeat },
});

export const bundle = (entry: readonly Body[], more: Body = {}): Body => ({
  resourceType: 'Bundle',
  type: 'collection',
  entry,
  ...more,
});

export const composition = (more: Body = {}): Body => ({
  resourceType: 'Composition',
  id: 'c',
  status: 'final',
  type: { text: 'summary' },
  date: '2024-01-01',
  author: [{ display: 'an author' }],
  title: 'A summary',
  ...more,
});

/** A document whose Composition says more, with a patient to refer to. */
export const document = (more: Body = {}, others: readonly Body[] = []): Body =>
  bundle(
    [
      { fullUrl: 'https://example.org/fhir/Composition/c', resource: composition(more) },
      { fullUrl: 'https://example.org/fhir/Patient/p', resource: patient({ id: 'p' }) },
      ...others,
    ],
    {
      type: 'document',
      identifier: { system: 'https://example.org/documents', value: '1' },
      timestamp: '2024-01-01T00:00:00Z',
    },
  );

/** A CodeableConcept of one code. */
export function coding(system: string, code: string): Body {
  return { coding: [{ system, code }] };
}

/** A narrative with the given XHTML inside its root. */
export function narrative(inner: string): Body {
  return { text: { status: 'generated', div: `<div xmlns="http://www.w3.org/1999/xhtml">${inner}</div>` } };
}

/** An extension that any element may carry. */
export const extension: Body = { url: 'https://example.org/extension', valueString: 'x' };

/** A StructureDefinition of Patient with these elements. */
export const patientDefinition = (...element: readonly Body[]): Body => ({
  resourceType: 'StructureDefinition',
  url: 'http://example.org/x',
  name: 'Abc',
  status: 'active',
  kind: 'resource',
  abstract: false,
  type: 'Patient',
  differential: { element },
});

/** A questionnaire whose second question depends on answers to the first. */
export const conditionalQuestion = (enableWhen: readonly Body[], more: Body = {}): Body =>
  questionnaire({
    item: [
      { linkId: 'a', type: 'boolean', text: 'x' },
      { linkId: 'b', type: 'string', text: 'x', enableWhen, ...more },
    ],
  });
