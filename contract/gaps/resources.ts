import type { Endpoint } from '../document/endpoints.ts';
import { isObject, isSuccess, jsonOf } from '../judging/answers.ts';
import { entriesOf, idForm, idOf } from '../judging/choose-records.ts';
import type { Exchange } from '../judging/exchange.ts';
import { type Gap, observedGap, recordShape, unobservedGap } from './observe.ts';

const isList = ({ kind }: Endpoint): boolean => kind === 'list' || kind === 'unstated';
const isFhirRecord = ({ fhirType }: Endpoint): boolean => fhirType !== undefined;

function bodyOf(valid: Exchange): unknown {
  return isSuccess(valid) ? jsonOf(valid) : undefined;
}

function resourceOf(valid: Exchange): Readonly<Record<string, unknown>> {
  const value = bodyOf(valid);
  return isObject(value) ? value : {};
}

/** The names of all fields in the first hundred records, since a record may lack a field that others have. */
function fieldNames(records: readonly unknown[]): string | undefined {
  const first = records.slice(0, 100);
  const names = new Set(first.flatMap((record) => (isObject(record) ? Object.keys(record) : [])));
  if (names.size === 0 && first.length > 0 && !first.some(isObject)) return 'no fields';
  return names.size === 0 ? undefined : [...names].sort().slice(0, 100).join(', ');
}

/** The field names of one record; none if it is wrapped in a list, since a client then finds no field by name. */
function fieldNamesOf(record: unknown): string | undefined {
  if (!Array.isArray(record)) return fieldNames([record]);
  const names = fieldNames(record)?.split(', ') ?? [];
  return names.length === 0 ? undefined : names.map((name) => `[].${name}`).join(', ');
}

function shapeOf(value: unknown): string | undefined {
  if (Array.isArray(value)) return 'array';
  if (!isObject(value)) return undefined;
  if (value.resourceType === 'Bundle') return 'Bundle';
  return ['object', ...Object.keys(value).sort().slice(0, 30)].join(', ');
}

export const resourceGaps: readonly Gap[] = [
  observedGap({
    id: 'GAP-ID-FORMAT',
    section: '2',
    statement: 'The type and format of the ids in paths.',
    matters: 'A client that stores ids as numbers breaks when they become text.',
    at: isList,
    clientsRely: true,
    features: 'kinds-seen',
    observe: ({ valid }, { resource }) => {
      const ids = (entriesOf(bodyOf(valid), resource) ?? []).flatMap((entry) => idOf(entry)?.id ?? []);
      const forms = new Set(ids.slice(0, 5).map(idForm));
      return forms.size === 0 ? undefined : [...forms].sort().join(', ');
    },
  }),
  observedGap({
    id: 'GAP-LIST-SHAPE',
    section: '4',
    statement: 'The shape of list bodies.',
    matters: 'A client finds the entries by this shape; another one looks to it like an empty list.',
    at: isList,
    clientsRely: true,
    observe: ({ valid }) => shapeOf(bodyOf(valid)),
  }),
  observedGap({
    id: 'GAP-LIST-FIELDS',
    section: '2',
    statement: 'Names, types and formats of the fields of list entries.',
    matters:
      'A client reads entries by these names; one that is gone or renamed is missing without an error.',
    at: isList,
    clientsRely: true,
    observe: ({ valid }, { resource }) => fieldNames(entriesOf(bodyOf(valid), resource) ?? []),
    shape: ({ valid }, { resource }) => recordShape(entriesOf(bodyOf(valid), resource) ?? []),
  }),
  observedGap({
    id: 'GAP-RECORD-FIELDS',
    section: '2',
    statement: 'Names, types and formats of the fields of a citation and a user record.',
    matters:
      'A client reads a record by these names; one that is gone or renamed is missing without an error.',
    at: ({ kind, fhirType }) => kind === 'record' && fhirType === undefined,
    clientsRely: true,
    observe: ({ valid }) => (isSuccess(valid) ? fieldNamesOf(bodyOf(valid)) : undefined),
    shape: ({ valid }) => recordShape([bodyOf(valid)], valid.recordId),
  }),
  unobservedGap({
    id: 'GAP-KEY-QUESTION-RECORD',
    section: '2',
    statement: 'The fields of a single key question, form template and artifact assessment.',
    notObserved: 'No endpoint returns one of them alone; the fields of their list entries are observed.',
  }),
  observedGap({
    id: 'GAP-FHIR-RELEASE',
    section: '2',
    statement:
      'The FHIR release actually served: R4 is named, but it defines neither ArtifactAssessment nor EvidenceReport.',
    matters:
      'A FHIR library reads one release; resources of another are refused, or read without some of their content.',
    at: isFhirRecord,
    // The earliest fitting release is named: other records may fit more or fewer releases.
    features: 'values-by-kind',
    observe: ({ valid }) => {
      const report = valid.answer?.fhir;
      if (report === undefined) return undefined;
      const types = Object.entries(report.releasesByType).sort(([one], [other]) => (one < other ? -1 : 1));
      return types.map(([type, releases]) => `${type} ${releases.join('/')}`).join(', ');
    },
  }),
  observedGap({
    id: 'GAP-FHIR-ID',
    section: '2',
    statement: 'Whether the id inside a FHIR resource is the id in the path.',
    matters: 'Where they differ, a reference inside the resource does not lead back to its path.',
    at: isFhirRecord,
    observe: ({ valid }) => {
      if (!isSuccess(valid)) return undefined;
      const { id } = resourceOf(valid);
      if (typeof id !== 'string') return 'no id';
      return valid.recordId === id ? 'same' : 'other';
    },
  }),
  observedGap({
    id: 'GAP-BUNDLE-TYPE',
    section: '4',
    statement: 'The type of the Bundle that represents a project.',
    matters: 'The type says how the entries are meant: a document has an order, a searchset has matches.',
    at: ({ fhirType }) => fhirType === 'Bundle',
    clientsRely: true,
    observe: ({ valid }) => {
      const { type } = resourceOf(valid);
      return typeof type === 'string' ? type : undefined;
    },
  }),
  observedGap({
    id: 'GAP-READ-STATUS',
    section: '4',
    statement: 'Which of the statuses 200 and 201 a read returns.',
    matters: 'A client that accepts 200 alone takes 201 for an error.',
    at: ({ kind }) => kind !== 'import',
    observe: ({ valid }) => (isSuccess(valid) ? valid.answer?.status.toString() : undefined),
  }),
  unobservedGap({
    id: 'GAP-PROJECT-STATES',
    section: '3',
    statement: 'How a project becomes published or accessible, or ceases to be.',
    notObserved: 'The API has no call that changes the state of a project.',
  }),
];
