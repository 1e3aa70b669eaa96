import { withHeaders } from '../answer.ts';
import type { Endpoint } from '../endpoints.ts';
import { isFields, type Json } from '../json.ts';
import {
  isSuccess,
  type ResponseTransform,
  rewriting,
  transformBody,
  transformWhere,
} from '../transform-builders.ts';
import { type Variant, withFreedom } from './variant.ts';

/** How an installation formats the ids of its records, and parses them. */
interface IdFormat {
  readonly write: (id: number) => Json;
  readonly read: (text: string) => string;
  /** The field that holds a record's id; default `id`. */
  readonly field?: string;
}

const idFields: readonly string[] = ['id', 'project_id', 'citation_id'];

/** FHIR resources have ids of their own, which are kept. */
const fhirEndpoints: readonly (Endpoint | undefined)[] = [
  'GET /api/v3/projects/:id',
  'GET /api/v3/extractions/:id',
  'GET /api/v3/sd_meta_data/:id',
];

/** Formats the ids in all answers differently, and parses them in paths and in `project_id`. */
function withIdFormat({ write, read, field = 'id' }: IdFormat): () => ResponseTransform {
  const rewritten = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(rewritten);
    if (!isFields(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, item]): [string, Json | undefined] =>
        idFields.includes(name) && typeof item === 'number'
          ? [name === 'id' ? field : name, write(item)]
          : [name, item === undefined ? item : rewritten(item)],
      ),
    );
  };
  const { transformAnswer: rewrittenBody = (answer) => answer } = transformBody((body, { endpoint }) =>
    fhirEndpoints.includes(endpoint) ? body : rewritten(body),
  )();
  return () => ({
    before: (request, _response, next) => {
      const number = (text: string): string => read(decodeURIComponent(text));
      request.url = request.url
        .replace(/^(\/api\/v3\/\w+\/)([^/?]+)/, (_, start: string, id: string) => start + number(id))
        .replace(/([?&]project_id=)([^&]+)/, (_, start: string, id: string) => start + number(id));
      next();
    },
    transformAnswer: (answer, request) => {
      const { location } = answer.headers;
      const withLocation =
        location === undefined
          ? answer
          : withHeaders(answer, {
              location: location.replace(/\d+$/, (id) => encodeURIComponent(String(write(Number(id))))),
            });
      return rewrittenBody(withLocation, request);
    },
  });
}

const uuidStart = '5f1d2c4e-8a3b-4c5d-9e7f-';
const uuid: IdFormat = {
  write: (id) => uuidStart + id.toString(16).padStart(12, '0'),
  read: (text) => (text.startsWith(uuidStart) ? String(Number.parseInt(text.slice(-12), 16)) : '0'),
};
/** Like signed ids: only the end distinguishes them. */
const signature = 'k'.repeat(600);
const bigOffset = 4_503_599_627_370_496;

const idFormats: readonly (readonly [name: string, statement: string, format: IdFormat])[] = [
  ['ids-as-strings', 'Ids are strings of digits.', { write: String, read: (text) => text }],
  ['ids-as-uuids', 'Ids are UUIDs.', uuid],
  ['ids-as-uuid-field', 'Records have no `id` but a `uuid`.', { ...uuid, field: 'uuid' }],
  ['ids-as-mongo-field', 'Records have no `id` but an `_id`.', { ...uuid, field: '_id' }],
  [
    'ids-as-codes',
    'Ids are codes with letters, a dot and a colon.',
    { write: (id) => `SR.${id}:a`, read: (text) => /^SR\.(\d+):a$/.exec(text)?.[1] ?? '0' },
  ],
  [
    'ids-with-spaces',
    'Ids are codes with a space.',
    { write: (id) => `SR ${id}:a`, read: (text) => /^SR[ +](\d+):a$/.exec(text)?.[1] ?? '0' },
  ],
  [
    'ids-signed',
    'Ids are texts of six hundred characters and a number.',
    {
      write: (id) => `${signature}.${id}`,
      read: (text) => (text.startsWith(`${signature}.`) ? text.slice(signature.length + 1) : '0'),
    },
  ],
  [
    'ids-big-integers',
    'Ids are whole numbers of sixteen digits.',
    { write: (id) => bigOffset + id, read: (text) => String(Number(text) - bigOffset) },
  ],
  [
    'ids-from-zero',
    'Ids count from zero.',
    { write: (id) => id - 1, read: (text) => (/^\d+$/.test(text) ? String(Number(text) + 1) : '0') },
  ],
  [
    'ids-padded',
    'Ids are texts of seven digits.',
    {
      write: (id) => String(id).padStart(7, '0'),
      read: (text) => (text.length === 7 ? String(Number(text)) : '0'),
    },
  ],
  [
    'ids-beyond-doubles-as-text',
    'Ids are texts of digits that a double cannot hold.',
    {
      write: (id) => `9223372036854${String(id).padStart(6, '0')}`,
      read: (text) => (text.startsWith('9223372036854') ? String(Number(text.slice(13))) : '0'),
    },
  ],
  [
    'ids-with-accents',
    'Ids are words with an accent and a number sign.',
    { write: (id) => `étude-№${id}`, read: (text) => /^étude-№(\d+)$/.exec(text)?.[1] ?? '0' },
  ],
  [
    'ids-negative',
    'Ids are negative numbers.',
    { write: (id) => -id, read: (text) => (text.startsWith('-') ? text.slice(1) : '0') },
  ],
];

export const idVariants: readonly Variant[] = withFreedom('GAP-ID-FORMAT', [
  ...idFormats.map(([name, statement, format]) => ({
    name,
    statement,
    transform: withIdFormat(format),
    ...(format.field === undefined
      ? {}
      : { leavesUnjudged: 'What an import created is not looked for in this field.' }),
  })),
  {
    name: 'ids-in-a-field-of-another-name',
    statement: 'Records have no `id` but a `key`.',
    transform: withIdFormat({ ...uuid, field: 'key' }),
    leavesUnjudged: 'The id is looked for in fields that usually hold one.',
    state: 'incomplete',
  },
]);

/** Ids that no JavaScript number can represent. */
export const largeIdVariants: readonly Variant[] = [
  {
    name: 'ids-beyond-doubles',
    freedom: 'GAP-ID-FORMAT',
    statement: 'Ids are JSON numbers that a double cannot hold.',
    transform: transformWhere(
      (answer, { endpoint }) => isSuccess(answer) && !fhirEndpoints.includes(endpoint),
      rewriting((text) => text.replaceAll(/"id":(\d+)/g, '"id":90071992547409930$1')),
    ),
    leavesUnjudged: 'A JSON reader rounds such ids, so no record is found by them.',
    state: 'incomplete',
  },
];
