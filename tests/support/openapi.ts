import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';

/** The committed description of the API, as text. */
export const openapiText = readFileSync(new URL('../../schemas/openapi.json', import.meta.url), 'utf8');

interface Operation {
  readonly operationId: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
  }[];
  readonly responses: Readonly<Record<string, unknown>>;
}
interface Document {
  readonly info: { readonly description: string; readonly license?: { readonly name: string } };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly tags: readonly { readonly name: string }[];
}
export const openapi: Document = JSON.parse(openapiText);
/** Every operation of the description. */
export const operations = Object.entries(openapi.paths).flatMap(([path, item]) =>
  (['get', 'post'] as const).flatMap((method) => {
    const operation = item[method];
    return operation === undefined ? [] : [{ method, path, operation }];
  }),
);

/** Judges a JSON body by the schema of a response. */
export function judgeOf(): (path: string, method: string, status: number, body: unknown) => boolean {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(JSON.parse(openapiText), 'openapi');
  const escaped = (part: string): string => part.replaceAll('~', '~0').replaceAll('/', '~1');
  return (path, method, status, body) => {
    const parts =
      status >= 400
        ? ['components', 'responses', 'Error', 'content', 'application/json', 'schema']
        : ['paths', path, method, 'responses', String(status), 'content', 'application/json', 'schema'];
    const validate = ajv.getSchema(`openapi#/${parts.map(escaped).join('/')}`);
    if (validate === undefined) throw new Error(`Nothing is described for ${method} ${path} ${status}.`);
    return validate(body) === true;
  };
}
