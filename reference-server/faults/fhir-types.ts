import { listOf, withoutField } from '../json.ts';
import { rewriting, transformFields, transformSuccessByQuery } from '../transform-builders.ts';
import { type Fault, withCommon } from './fault.ts';

/** Something other than the FHIR resource that the document names. */
export const fhirTypeFaults: readonly Fault[] = withCommon({ caughtBy: 'fhir.resource-type' }, [
  {
    name: 'project-plain',
    breaks: 'SERVICE-2',
    at: 'GET /api/v3/projects/:id',
    statement: 'A project is a plain record, not FHIR.',
    transform: transformFields(({ id }) => ({ id, name: 'Blood pressure', published: true })),
  },
  {
    name: 'project-wrapped',
    breaks: 'RULE-1',
    at: 'GET /api/v3/projects/:id',
    statement: 'The project Bundle is wrapped in `data`.',
    transform: transformFields((resource) => ({ data: resource })),
  },
  {
    name: 'project-as-research-study',
    breaks: 'ENDPOINT-2',
    at: 'GET /api/v3/projects/:id',
    statement: 'A project is the study alone, not a Bundle.',
    transform: transformFields(() => ({ resourceType: 'ResearchStudy', status: 'active' })),
  },
  {
    name: 'project-in-list',
    breaks: 'RESOURCE-1',
    at: 'GET /api/v3/projects/:id',
    statement: 'A project is the bare list of its resources.',
    transform: transformFields(({ entry }) => listOf(entry)),
  },
  {
    name: 'extraction-plain',
    breaks: 'SERVICE-3',
    at: 'GET /api/v3/extractions/:id',
    statement: 'An extraction has no resourceType.',
    transform: transformFields((resource) => withoutField(resource, 'resourceType')),
  },
  {
    name: 'extraction-as-outcome',
    breaks: 'ENDPOINT-7',
    at: 'GET /api/v3/extractions/:id',
    statement: 'An extraction is an OperationOutcome, with status 200.',
    transform: transformFields(() => ({
      resourceType: 'OperationOutcome',
      issue: [{ severity: 'error', code: 'exception', diagnostics: 'The extraction could not be read.' }],
    })),
  },
  {
    name: 'extraction-as-bundle',
    breaks: 'RESOURCE-5',
    at: 'GET /api/v3/extractions/:id',
    statement: 'An extraction comes inside a Bundle.',
    transform: transformFields((resource) => ({
      resourceType: 'Bundle',
      type: 'collection',
      entry: [{ resource }],
    })),
  },
  {
    name: 'sr360-record-as-evidence',
    breaks: 'SERVICE-4',
    at: 'GET /api/v3/sd_meta_data/:id',
    statement: 'An SR360 record is an Evidence.',
    transform: transformFields((resource) => ({ ...resource, resourceType: 'Evidence' })),
  },
  {
    name: 'sr360-record-small-letters',
    breaks: 'RESOURCE-6',
    at: 'GET /api/v3/sd_meta_data/:id',
    statement: 'The resourceType of an SR360 record is written in lower case.',
    transform: transformFields((resource) => ({ ...resource, resourceType: 'evidencereport' })),
  },
  {
    name: 'sr360-record-as-composition',
    breaks: 'ENDPOINT-9',
    at: 'GET /api/v3/sd_meta_data/:id',
    statement: 'An SR360 record is a Composition.',
    transform: transformFields((resource) => ({ ...resource, resourceType: 'Composition' })),
  },
  {
    name: 'extraction-without-type-by-query',
    breaks: 'ENDPOINT-7',
    at: 'GET /api/v3/extractions/:id',
    statement: 'An extraction has no resourceType for a key in the query.',
    transform: transformSuccessByQuery(
      rewriting((text) => text.replace('"resourceType":"ArtifactAssessment",', '')),
    ),
  },
]);
