import type { Json, JsonFields } from '../json.ts';
import type { ResponseTransform } from '../response-transform.ts';
import { type Place, transformBody, transformFields } from '../transform-builders.ts';
import type { Variant } from './variant.ts';

const citation = 'GET /api/v3/citations/:id';
const project = 'GET /api/v3/projects/:id';
const extraction = 'GET /api/v3/extractions/:id';
const report = 'GET /api/v3/sd_meta_data/:id';

type Row = readonly [
  name: string,
  freedom: string,
  at: Place,
  statement: string,
  change: (record: JsonFields) => Json,
];

const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);
const fieldsOf = (value: Json | undefined): JsonFields => value as JsonFields;

/** Puts more resources into a project Bundle. */
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

const everyDate = ['2025', '2025-03', '2025-03-04', '2025-03-04T10:00:00Z', '2025-03-04T10:00:00.123+05:30'];
const unicode = '“Ünïcödé” — 血圧の自己測定 · измерение · ضغط الدم · 🩺\u200d👩🏽\u200d⚕️';

const rows: readonly Row[] = [
  [
    'citation-wrapped',
    'GAP-RECORD-FIELDS',
    citation,
    'A citation is wrapped in `citation`.',
    (record) => ({ citation: record }),
  ],
  [
    'citation-in-list',
    'GAP-RECORD-FIELDS',
    citation,
    'A citation is the only one of a list.',
    (record) => [record],
  ],
  [
    'citation-fhir',
    'GAP-RECORD-FIELDS',
    citation,
    'A citation is a FHIR resource, valid or not.',
    ({ title }) => ({ resourceType: 'Citation', title, unknown: true }),
  ],
  [
    'citation-with-error-field',
    'GAP-RECORD-FIELDS',
    citation,
    'A citation has a field `error` of its own.',
    (record) => ({ ...record, error: 'The abstract could not be fetched.' }),
  ],
  ['citation-empty', 'GAP-RECORD-FIELDS', citation, 'A citation has no fields.', () => ({})],
  [
    'citation-rich',
    'GAP-RECORD-FIELDS',
    citation,
    'A citation has numbers, dates and texts of every form.',
    (record) => ({
      ...record,
      pmid: 12_345_678_901_234,
      weight: 1e-7,
      dates: everyDate,
      note: unicode,
      error: null,
      nothing: null,
      __proto: {},
    }),
  ],
  [
    'fhir-ids-differ',
    'GAP-FHIR-ID',
    extraction,
    'The id in the resource is not the one of the path.',
    (resource) => ({ ...resource, id: 'assessment-of-okafor-2016' }),
  ],
  ['fhir-without-id', 'GAP-FHIR-ID', report, 'The resource has no id.', ({ id: _, ...resource }) => resource],
  [
    'bundle-searchset',
    'GAP-BUNDLE-TYPE',
    project,
    'A project is a Bundle of type searchset.',
    ({ entry, id }) => ({ resourceType: 'Bundle', id, type: 'searchset', entry }),
  ],
  [
    'bundle-without-entries',
    'GAP-BUNDLE-TYPE',
    project,
    'A project that has nothing is a Bundle without entries.',
    ({ resourceType, type }) => ({ resourceType, type }),
  ],
  [
    'bundle-without-full-urls',
    'GAP-BUNDLE-TYPE',
    project,
    'The entries of a project have no fullUrl.',
    (bundle) => ({
      ...bundle,
      entry: listOf(bundle.entry).map((entry) => ({ resource: fieldsOf(entry).resource })),
    }),
  ],
  [
    'bundle-with-r4-resources',
    'GAP-FHIR-RELEASE',
    project,
    'A project holds resources that only R4 has.',
    (bundle) =>
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
  ],
  [
    'bundle-with-r4b-resources',
    'GAP-FHIR-RELEASE',
    project,
    'A project holds resources as only R4B has them.',
    (bundle) =>
      withEntries(bundle, {
        resourceType: 'EvidenceReport',
        status: 'draft',
        subject: { note: [{ text: 'Adults' }] },
        citeAsMarkdown: 'A report',
      }),
  ],
  [
    'bundle-with-dangling-references',
    'GAP-FHIR-RELEASE',
    project,
    'Resources of a project refer to some that the Bundle does not hold.',
    (bundle) =>
      withEntries(bundle, {
        resourceType: 'Group',
        type: 'person',
        membership: 'definitional',
        managingEntity: { reference: 'Organization/404' },
      }),
  ],
  [
    'bundle-with-contained-resources',
    'GAP-FHIR-RELEASE',
    project,
    'A resource of a project contains another one.',
    (bundle) =>
      withEntries(bundle, {
        resourceType: 'Citation',
        status: 'draft',
        contained: [{ resourceType: 'Organization', id: 'o1', name: unicode }],
        contact: [
          { extension: [{ url: 'https://evidence.example/by', valueReference: { reference: '#o1' } }] },
        ],
      }),
  ],
  [
    'report-with-extensions',
    'GAP-FHIR-RELEASE',
    report,
    'An SR360 record has extensions, also on elements that have no value.',
    (resource) => ({
      ...resource,
      extension: [{ url: 'https://evidence.example/sr360', valueInteger: 360 }],
      _publisher: { extension: [{ url: 'https://evidence.example/origin', valueString: unicode }] },
    }),
  ],
  [
    'assessment-minimal',
    'GAP-FHIR-RELEASE',
    extraction,
    'An extraction says no more than what it is about.',
    () => ({ resourceType: 'ArtifactAssessment', artifactUri: 'https://doi.org/10.5555/okafor-2016' }),
  ],
];

/** A project Bundle of about so many megabytes: its entries again and again, each with a place of its own. */
function largeProject(megabytes: number): () => ResponseTransform {
  const grown = transformFields((bundle) => {
    const entries = listOf(bundle.entry);
    const times = Math.ceil((megabytes * 1e6) / JSON.stringify(entries).length);
    const copies = Array.from({ length: times }, (_, copy) =>
      entries.map((entry, index) => ({
        ...fieldsOf(entry),
        fullUrl: `https://evidence.example/fhir/copy-${copy}/${String(fieldsOf(fieldsOf(entry).resource).resourceType)}/${index}`,
        resource: { ...fieldsOf(fieldsOf(entry).resource), id: String(index) },
      })),
    );
    return { ...bundle, entry: copies.flat() };
  });
  return () => grown(project);
}

const withUnicode = transformBody((body) =>
  Array.isArray(body) ? body.map((entry): Json => ({ ...fieldsOf(entry), label: unicode })) : body,
);

export const recordVariants: readonly Variant[] = [
  ...rows.map(([name, freedom, at, statement, change]): Variant => {
    const transform = transformFields(change);
    return { name, freedom, statement, transform: () => transform(at) };
  }),
  {
    name: 'unicode-everywhere',
    freedom: 'GAP-LIST-FIELDS',
    statement: 'Entries of lists have texts in every script.',
    transform: () => withUnicode('everywhere'),
  },
  {
    name: 'large-project',
    freedom: 'GAP-IMPORT-LIMITS',
    statement: 'A project Bundle has two megabytes.',
    transform: largeProject(2),
  },
  {
    name: 'huge-project',
    freedom: 'GAP-IMPORT-LIMITS',
    statement: 'A project Bundle has fifty megabytes.',
    transform: largeProject(50),
    heavy: true,
  },
];
