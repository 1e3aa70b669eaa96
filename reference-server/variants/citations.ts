import type { Json, JsonFields } from '../json.ts';
import { atEndpoint, transformFields } from '../transform-builders.ts';
import { unicode, type Variant, withFreedom } from './variant.ts';

const ofCitation = (transform: (record: JsonFields) => Json) =>
  atEndpoint('GET /api/v3/citations/:id', transformFields(transform));

const everyDate = ['2025', '2025-03', '2025-03-04', '2025-03-04T10:00:00Z', '2025-03-04T10:00:00.123+05:30'];
/** The possible forms of a citation: the document does not call it FHIR, and names none of its fields. */
export const citationVariants: readonly Variant[] = withFreedom('GAP-RECORD-FIELDS', [
  {
    name: 'citation-wrapped',
    statement: 'A citation is wrapped in `citation`.',
    transform: ofCitation((record) => ({ citation: record })),
  },
  {
    name: 'citation-in-list',
    statement: 'A citation is the only entry of a list.',
    hidesFaultsOf: ['citation-of-any-id-in-an-envelope'],
    transform: ofCitation((record) => [record]),
  },
  {
    name: 'citation-fhir',
    statement: 'A citation is a FHIR resource, valid or not.',
    hidesFaultsOf: ['unknown-citation-gets-the-first'],
    transform: ofCitation(({ title }) => ({ resourceType: 'Citation', title, unknown: true })),
  },
  {
    name: 'citation-with-error-field',
    statement: 'A citation has a field `error` of its own.',
    transform: ofCitation((record) => ({ ...record, error: 'The abstract could not be fetched.' })),
  },
  {
    name: 'citation-rich',
    statement: 'A citation has numbers, dates and texts of every form.',
    transform: ofCitation((record) => ({
      ...record,
      pmid: 12_345_678_901_234,
      weight: 1e-7,
      dates: everyDate,
      note: unicode,
      error: null,
      nothing: null,
      __proto: {},
    })),
  },
]);
