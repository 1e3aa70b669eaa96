import { bundleOf } from '../domain/fhir-project.ts';
import { anyResource, firstId, inResource, type Loose, without } from './fhir-resource.ts';
import { writing } from './mistake.ts';

function entries(bundle: Loose): Loose[] {
  return bundle.entry as Loose[];
}

function resources(bundle: Loose): Loose[] {
  return entries(bundle).map((entry) => entry.resource as Loose);
}

function withEntries(bundle: Loose, entry: unknown): Loose {
  return { ...bundle, entry };
}

function withResources(bundle: Loose, alter: (resource: Loose) => unknown): Loose {
  return withEntries(
    bundle,
    entries(bundle).map((entry) => ({ ...entry, resource: alter(entry.resource as Loose) })),
  );
}

/** Mistakes in the Bundle of a project. */
export const bundleMistakes = {
  ...anyResource('bundle'),
  'a plain project': inResource('bundle', ({ id }) => ({ id, title: 'Asthma', citations: 3 })),
  'a Project resource': inResource('bundle', (bundle) => ({
    ...without(bundle, 'type', 'entry'),
    resourceType: 'Project',
  })),
  'a Bundle without type': inResource('FHIR structures', (bundle) => without(bundle, 'type')),
  'a Bundle of an unknown type': inResource('FHIR structures', (bundle) => ({ ...bundle, type: 'project' })),
  'a Bundle with its type in capitals': inResource('FHIR structures', (bundle) => ({
    ...bundle,
    type: 'Collection',
  })),
  'a Bundle with entries by name': inResource('FHIR structures', (bundle) =>
    withEntries(bundle, Object.fromEntries(entries(bundle).map((entry, place) => [`entry${place}`, entry]))),
  ),
  'a Bundle with one entry that is no list': inResource('FHIR structures', (bundle) =>
    withEntries(bundle, entries(bundle)[0]),
  ),
  'a Bundle with bare resources': inResource('FHIR structures', (bundle) =>
    withEntries(bundle, resources(bundle)),
  ),
  'a Bundle with untyped resources': inResource('FHIR structures', (bundle) =>
    withResources(bundle, (resource) => without(resource, 'resourceType')),
  ),
  'a Bundle with resources as text': inResource('FHIR structures', (bundle) =>
    withResources(bundle, (resource) => JSON.stringify(resource)),
  ),
  'a Bundle with nulls': inResource('FHIR structures', (bundle) =>
    withEntries(bundle, [null, ...entries(bundle)]),
  ),
  'a Bundle with null entries': inResource('FHIR structures', (bundle) => withEntries(bundle, null)),
  'a Bundle with an empty entry list': inResource('whole project', (bundle) => withEntries(bundle, [])),
  'a Bundle with nothing in it': inResource('whole project', (bundle) => without(bundle, 'entry')),
  'a Bundle with a timestamp of the database': inResource('FHIR structures', (bundle) => ({
    ...bundle,
    timestamp: '2024-05-02 09:30:00 UTC',
  })),
  'a collection with a total': inResource('FHIR structures', (bundle) => ({
    ...bundle,
    type: 'collection',
    total: 3,
  })),
  'a Bundle with one address twice': inResource('FHIR structures', (bundle) =>
    withEntries(
      bundle,
      entries(bundle).map((entry) => ({ ...entry, fullUrl: 'https://evidence.example.org/fhir/Basic/1' })),
    ),
  ),
  'a Bundle with requests in a collection': inResource('FHIR structures', (bundle) =>
    withEntries(
      { ...without(bundle, 'total'), type: 'collection' },
      entries(bundle).map((entry) => ({
        ...without(entry, 'search'),
        request: { method: 'POST', url: 'Basic' },
      })),
    ),
  ),
  'a Bundle with entries of addresses only': inResource('FHIR structures', (bundle) =>
    withEntries(bundle, [{ fullUrl: 'urn:uuid:0c3201bd-1cbf-4d64-b04d-cd9187a4c6e0' }]),
  ),
  'a Bundle with types of its own': inResource('FHIR structures', (bundle) =>
    withResources(bundle, (resource) => ({ ...resource, resourceType: 'KeyQuestion' })),
  ),
  'a Bundle with a report without status': inResource('FHIR structures', (bundle) =>
    withResources(bundle, (resource) =>
      resource.resourceType === 'EvidenceReport' ? without(resource, 'status') : resource,
    ),
  ),
  'a Bundle with an assessment of nothing': inResource('FHIR structures', (bundle) =>
    withResources(bundle, (resource) =>
      resource.resourceType === 'ArtifactAssessment'
        ? without(resource, 'artifactReference', 'artifactUri', 'artifactCanonical')
        : resource,
    ),
  ),
  'a Bundle with a link without address': inResource('FHIR structures', (bundle) => ({
    ...bundle,
    link: [{ relation: 'self' }],
  })),
  'a Bundle with values in objects': inResource('FHIR structures', (bundle) => ({
    ...bundle,
    type: { value: 'collection' },
  })),
  'a Bundle with numbers as resource ids': inResource('FHIR structures', (bundle) =>
    withResources(bundle, (resource) => ({ ...resource, id: 7 })),
  ),
  'always the Bundle of the first project': writing('whole project', (json, { site }) => {
    const row = site.store.rows.projects[0];
    return row === undefined
      ? json
      : bundleOf(site.choices.bundle, firstId(site, 'projects'), row, site.store);
  }),
  'an OperationOutcome in a 200': inResource('bundle', () => ({
    resourceType: 'OperationOutcome',
    issue: [{ severity: 'error', code: 'exception' }],
  })),
} as const;
