import type { Endpoint } from '../endpoints.ts';
import { isFields, type Json } from '../json.ts';
import { transformBody } from '../transform-builders.ts';
import { type Variant, withFreedom } from './variant.ts';

/** Endpoints whose fields the document names: FHIR resources, and the answer to an import. */
const named: readonly (Endpoint | undefined)[] = [
  'GET /api/v3/projects/:id',
  'GET /api/v3/extractions/:id',
  'GET /api/v3/sd_meta_data/:id',
  'POST /api/v3/fhir_imports',
];

function rewritten(value: Json, rewrite: (name: string, item: Json) => string | undefined): Json {
  if (Array.isArray(value)) return value.map((item) => rewritten(item, rewrite));
  if (!isFields(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, item = null]) => {
      const written = rewrite(name, item);
      return written === undefined ? [] : [[written, rewritten(item, rewrite)]];
    }),
  );
}

const rewriting = (rewrite: (name: string, item: Json) => string | undefined) =>
  transformBody((body, { endpoint }) => (named.includes(endpoint) ? body : rewritten(body, rewrite)));

const inCamelCase = (name: string): string =>
  name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Possible names of fields that the document does not name. */
export const fieldVariants: readonly Variant[] = withFreedom('GAP-LIST-FIELDS', [
  {
    name: 'fields-in-camel-case',
    statement: 'The names of fields are in camel case.',
    transform: rewriting(inCamelCase),
  },
  {
    name: 'absent-fields-left-out',
    statement: 'A field without a value is left out instead of null.',
    transform: rewriting((name, item) => (item === null ? undefined : name)),
  },
]);
