import type { Endpoint, FhirType } from '../../contract/document/endpoints.ts';
import { statementOf } from './descriptions.ts';

/** A JSON Schema. */
export type Schema = Readonly<Record<string, unknown>>;

const fhirTypes: Readonly<Record<FhirType, string>> = {
  Bundle: 'A whole project.',
  ArtifactAssessment: 'An extraction.',
  EvidenceReport: 'An SR360 record.',
};

/**
 * An object that allows further properties. It says so explicitly, although that is the default of JSON Schema: client
 * generators otherwise treat it as closed or empty.
 */
function openObject(
  properties: Readonly<Record<string, Schema>> = {},
  required: readonly string[] = [],
): Schema {
  return {
    type: 'object',
    ...(required.length === 0 ? {} : { required }),
    ...(Object.keys(properties).length === 0 ? {} : { properties }),
    additionalProperties: true,
  };
}

/** The named schemas of the description. */
export function schemas(errorSchema: Schema): Readonly<Record<string, Schema>> {
  const { $schema: _, $id: __, ...error } = errorSchema;
  const fhir = Object.entries(fhirTypes).map(([type, description]) => [
    type,
    {
      description: `${description} ${statementOf('RESOURCE-11')}`,
      ...openObject(
        {
          resourceType: { const: type },
          ...(type === 'Bundle' ? { entry: { type: 'array', items: reference('BundleEntry') } } : {}),
        },
        ['resourceType'],
      ),
    },
  ]);
  return {
    Error: { ...error, additionalProperties: true },
    Id: { description: 'Type and format of ids are open (GAP-ID-FORMAT).', type: ['string', 'integer'] },
    List: {
      description: 'The shape of lists is open (GAP-LIST-SHAPE).',
      anyOf: [{ type: 'array', items: {} }, openObject()],
    },
    Record: {
      description: 'The fields of records are open (GAP-RECORD-FIELDS).',
      anyOf: [openObject(), { type: 'array', items: openObject(), minItems: 1, maxItems: 1 }],
    },
    ImportAnswer: {
      description: 'Holds the ids of what was created; its shape is open (GAP-IMPORT-ANSWER).',
    },
    UnstatedAnswer: { description: 'The document says nothing about this answer (GAP-V4-ANSWER).' },
    ImportBundle: {
      description: [statementOf('IMPORT-1'), statementOf('IMPORT-2'), statementOf('IMPORT-3')].join(' '),
      ...openObject(
        {
          resourceType: { const: 'Bundle' },
          type: { const: 'collection' },
          entry: { type: 'array', items: reference('BundleEntry') },
        },
        ['resourceType', 'type', 'entry'],
      ),
    },
    BundleEntry: {
      description: 'An entry of a FHIR Bundle.',
      ...openObject({ fullUrl: { type: 'string' }, resource: reference('Resource') }),
    },
    Resource: {
      description: 'A FHIR resource of any type.',
      ...openObject({ resourceType: { type: 'string' } }, ['resourceType']),
    },
    ...Object.fromEntries(fhir),
  };
}

function reference(name: string): Schema {
  return { $ref: `#/components/schemas/${name}` };
}

/** The schema of a success. */
function answerSchema({ fhirType, kind }: Endpoint): Schema {
  const names = {
    list: 'List',
    record: 'Record',
    import: 'ImportAnswer',
    unstated: 'UnstatedAnswer',
  } as const;
  return reference(fhirType ?? names[kind]);
}

/** A read may return either status of a success, the import only 201 (RULE-3). */
export function successResponses(endpoint: Endpoint): Schema {
  const schema = answerSchema(endpoint);
  const types = ['application/json', ...(endpoint.fhirType === undefined ? [] : ['application/fhir+json'])];
  const content = Object.fromEntries(types.map((type) => [type, { schema }]));
  if (endpoint.kind === 'import') return { '201': { description: statementOf('RULE-2'), content } };
  const success = { description: statementOf('SERVICE-7'), content };
  return { '200': success, '201': success };
}

/** Every error (section 7 of the document). */
export const errorResponse: Schema = {
  description: [statementOf('SERVICE-8'), statementOf('ERROR-3'), statementOf('ERROR-4')].join(' '),
  content: { 'application/json': { schema: reference('Error') } },
};

/**
 * Arbitrary query parameters for lists. Their names are open, but a client must be able to send the one that an
 * installation needs: an exploded object of style `form` is one parameter per property.
 */
export function queryOf(endpoint: Endpoint): Schema | undefined {
  if (endpoint.kind !== 'list') return undefined;
  const open =
    endpoint.projectScoped === true ? 'GAP-CITATIONS-PROJECT, GAP-LIST-PARAMETERS' : 'GAP-LIST-PARAMETERS';
  return {
    name: 'parameters',
    in: 'query',
    description: `Query parameters of any name, such as the project and the page: which there are is open (${open}).`,
    style: 'form',
    explode: true,
    schema: { type: 'object', additionalProperties: { type: ['string', 'integer', 'boolean'] } },
  };
}

/** The request body of an endpoint, if it has one. */
export function requestBodyOf({ kind }: Endpoint): Schema | undefined {
  if (kind !== 'import') return undefined;
  return {
    description: statementOf('ENDPOINT-11'),
    required: true,
    content: { 'application/json': { schema: reference('ImportBundle') } },
  };
}
