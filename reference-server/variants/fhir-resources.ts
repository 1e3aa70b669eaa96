import type { Endpoint } from '../endpoints.ts';
import { fieldsOf, type Json, type JsonFields, listOf, withoutField } from '../json.ts';
import { atEndpoint, transformFields } from '../transform-builders.ts';
import { unicode, type Variant, withFreedom } from './variant.ts';

const resourceAt = (endpoint: Endpoint) => (transform: (resource: JsonFields) => Json) =>
  atEndpoint(endpoint, transformFields(transform));
const ofProject = resourceAt('GET /api/v3/projects/:id');
const ofExtraction = resourceAt('GET /api/v3/extractions/:id');
const ofReport = resourceAt('GET /api/v3/sd_meta_data/:id');

/** Adds resources to a project Bundle. */
const withEntries = (bundle: JsonFields, ...resources: readonly JsonFields[]): JsonFields => ({
  ...bundle,
  entry: [
    ...listOf(bundle.entry),
    ...resources.map((resource, index) => ({
      fullUrl: `urn:uuid:9f0c7a52-6a43-4c0b-9a69-0d8f7c3b1a${String(10 + index)}`,
      resource,
    })),
  ],
});

/** A Bundle of about this many megabytes: its entries repeated, each with its own fullUrl and id. */
function grownTo(megabytes: number, bundle: JsonFields): Json {
  const entries = listOf(bundle.entry).map(fieldsOf);
  const times = Math.ceil((megabytes * 1e6) / JSON.stringify(entries).length);
  const copies = Array.from({ length: times }, (_, copy) =>
    entries.map((entry, index) => {
      const resource = fieldsOf(entry.resource);
      return {
        ...entry,
        fullUrl: `https://evidence.example/fhir/copy-${copy}/${String(resource.resourceType)}/${index}`,
        resource: { ...resource, id: String(index) },
      };
    }),
  );
  return { ...bundle, entry: copies.flat() };
}

/** The possible forms of valid FHIR resources. */
export const fhirResourceVariants: readonly Variant[] = withFreedom('GAP-FHIR-RELEASE', [
  {
    name: 'fhir-ids-differ',
    freedom: 'GAP-FHIR-ID',
    statement: 'The id in the resource is not the one of the path.',
    transform: ofExtraction((resource) => ({ ...resource, id: 'assessment-of-okafor-2016' })),
  },
  {
    name: 'fhir-without-id',
    freedom: 'GAP-FHIR-ID',
    statement: 'The resource has no id.',
    transform: ofReport((resource) => withoutField(resource, 'id')),
  },
  {
    name: 'bundle-searchset',
    freedom: 'GAP-BUNDLE-TYPE',
    statement: 'A project is a Bundle of type searchset.',
    transform: ofProject(({ entry, id }) => ({ resourceType: 'Bundle', id, type: 'searchset', entry })),
  },
  {
    name: 'bundle-without-entries',
    freedom: 'GAP-BUNDLE-TYPE',
    statement: 'An empty project is a Bundle without entries.',
    transform: ofProject(({ resourceType, type }) => ({ resourceType, type })),
  },
  {
    name: 'bundle-without-full-urls',
    freedom: 'GAP-BUNDLE-TYPE',
    statement: 'The entries of a project have no fullUrl.',
    transform: ofProject((bundle) => ({
      ...bundle,
      entry: listOf(bundle.entry).map((entry) => ({ resource: fieldsOf(entry).resource })),
    })),
  },
  {
    name: 'bundle-with-r4-resources',
    statement: 'A project holds resources that exist in R4 only.',
    transform: ofProject((bundle) =>
      withEntries(
        bundle,
        {
          resourceType: 'RiskEvidenceSynthesis',
          status: 'active',
          population: { reference: 'EvidenceVariable/1' },
          outcome: { reference: 'EvidenceVariable/2' },
        },
        {
          resourceType: 'Evidence',
          status: 'draft',
          exposureBackground: { reference: 'EvidenceVariable/1' },
        },
      ),
    ),
  },
  {
    name: 'bundle-with-r4b-resources',
    statement: 'A project holds resources that are valid in R4B only.',
    transform: ofProject((bundle) =>
      withEntries(bundle, {
        resourceType: 'EvidenceReport',
        status: 'draft',
        subject: { note: [{ text: 'Adults' }] },
        citeAsMarkdown: 'A report',
      }),
    ),
  },
  {
    name: 'bundle-with-r5-resources',
    statement: 'A project holds a citation that is valid in R5 only.',
    transform: ofProject((bundle) =>
      withEntries(bundle, {
        resourceType: 'Citation',
        id: 'c-r5',
        status: 'active',
        citedArtifact: {
          title: [{ text: 'Blood pressure at home' }],
          publicationForm: [{ publishedIn: { title: 'J Evid Synth' }, volume: '12' }],
        },
      }),
    ),
  },
  {
    name: 'bundle-document',
    freedom: 'GAP-BUNDLE-TYPE',
    statement: 'A project is a Bundle of type document, which begins with a Composition.',
    transform: ofProject(({ id, entry }) => ({
      resourceType: 'Bundle',
      id,
      type: 'document',
      identifier: { system: 'https://evidence.example/projects', value: String(id) },
      timestamp: '2025-03-04T10:00:00Z',
      entry: [
        {
          fullUrl: 'https://evidence.example/fhir/Composition/1',
          resource: {
            resourceType: 'Composition',
            id: '1',
            status: 'final',
            type: { text: 'Review' },
            date: '2025-03-04',
            author: [{ display: 'Evidence Centre' }],
            title: 'Review',
          },
        },
        ...listOf(entry),
      ],
    })),
  },
  {
    name: 'bundle-with-dangling-references',
    statement: 'Resources of a project refer to resources that the Bundle does not hold.',
    transform: ofProject((bundle) =>
      withEntries(bundle, {
        resourceType: 'Group',
        type: 'person',
        membership: 'definitional',
        managingEntity: { reference: 'Organization/404' },
      }),
    ),
  },
  {
    name: 'bundle-with-contained-resources',
    statement: 'A resource of a project contains another one.',
    transform: ofProject((bundle) =>
      withEntries(bundle, {
        resourceType: 'Citation',
        status: 'draft',
        contained: [{ resourceType: 'Organization', id: 'o1', name: unicode }],
        contact: [
          { extension: [{ url: 'https://evidence.example/by', valueReference: { reference: '#o1' } }] },
        ],
      }),
    ),
  },
  {
    name: 'report-with-extensions',
    statement: 'An SR360 record has extensions, also on an element without a value.',
    transform: ofReport((resource) => ({
      ...resource,
      extension: [{ url: 'https://evidence.example/sr360', valueInteger: 360 }],
      _publisher: { extension: [{ url: 'https://evidence.example/origin', valueString: unicode }] },
    })),
  },
  {
    name: 'assessment-minimal',
    statement: 'An extraction names its artifact and nothing else.',
    transform: ofExtraction(() => ({
      resourceType: 'ArtifactAssessment',
      artifactUri: 'https://doi.org/10.5555/okafor-2016',
    })),
  },
  {
    name: 'large-project',
    freedom: 'GAP-IMPORT-LIMITS',
    statement: 'A project Bundle has two megabytes.',
    transform: ofProject((bundle) => grownTo(2, bundle)),
  },
  {
    name: 'huge-project',
    freedom: 'GAP-IMPORT-LIMITS',
    statement: 'A project Bundle has fifty megabytes.',
    transform: ofProject((bundle) => grownTo(50, bundle)),
    heavy: true,
  },
]);
