import { type Endpoint, endpoints } from '../../contract/document/endpoints.ts';
import { requirements } from '../../contract/document/requirements.ts';
import { gaps } from '../../contract/gaps/gaps.ts';
import { describeApi, describeEndpoint, statementOf } from './descriptions.ts';
import { errorResponse, queryOf, requestBodyOf, type Schema, schemas, successResponses } from './schemas.ts';

/** A JSON object of the OpenAPI document. */
export type Json = Readonly<Record<string, unknown>>;

/**
 * Makes the OpenAPI 3.1 description of the API from the endpoints, requirements and gaps of the contract. What the
 * document leaves open stays open here: schemas are loose, and descriptions name the gap.
 * @param errorSchema the JSON Schema of the error body
 */
export function makeOpenApi(errorSchema: Schema): Json {
  return {
    openapi: '3.1.1',
    info: {
      title: 'Research Evidence Service REST API',
      summary:
        'Projects, citations, extractions and other records of systematic reviews, in part as FHIR resources.',
      description: describeApi(),
      version: '3',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [
      {
        url: '{base_url}',
        description: 'An installation.',
        variables: {
          base_url: { default: 'http://localhost:4010', description: 'The address before /api.' },
        },
      },
    ],
    security: [{ headerKey: [] }, { queryKey: [] }],
    tags: tags(),
    paths: Object.fromEntries(endpoints.map((endpoint) => [pathOf(endpoint), pathItem(endpoint)])),
    components: {
      securitySchemes: {
        headerKey: { type: 'http', scheme: 'bearer', description: statementOf('AUTH-6') },
        queryKey: { type: 'apiKey', in: 'query', name: 'api_key', description: statementOf('AUTH-7') },
      },
      schemas: schemas(errorSchema),
      responses: { Error: errorResponse },
    },
  };
}

/** A path as OpenAPI writes it: `{id}` for `:id`. */
function pathOf({ path }: Endpoint): string {
  return path.replace(':id', '{id}');
}

function pathItem(endpoint: Endpoint): Json {
  const id = { $ref: '#/components/schemas/Id' };
  const parameters = [
    { name: 'id', in: 'path', required: true, description: `Id of one ${endpoint.noun}.`, schema: id },
  ];
  return {
    ...(endpoint.path.includes(':id') ? { parameters } : {}),
    [endpoint.method.toLowerCase()]: operation(endpoint),
  };
}

function operation(endpoint: Endpoint): Json {
  const body = requestBodyOf(endpoint);
  const query = queryOf(endpoint);
  return {
    operationId: operationIdOf(endpoint),
    summary: statementOf(endpoint.states[0] ?? 'AUTH-1'),
    description: describeEndpoint(endpoint),
    tags: [segmentOf(endpoint)],
    ...(query === undefined ? {} : { parameters: [query] }),
    ...(body === undefined ? {} : { requestBody: body }),
    responses: { ...successResponses(endpoint), '4XX': { $ref: '#/components/responses/Error' } },
    'x-requirements': endpoint.states,
    'x-gaps': gaps.filter((gap) => gap.at(endpoint)).map(({ id }) => id),
  };
}

/** `listCitations`, `getCitationsById`: derived from the endpoint's row, so it is stable. */
function operationIdOf(endpoint: Endpoint): string {
  const verbs = { list: 'list', record: 'get', import: 'create', unstated: 'get' } as const;
  const noun = segmentOf(endpoint)
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
  const suffix = endpoint.path.includes(':id') ? 'ById' : '';
  return `${verbs[endpoint.kind]}${noun}${suffix}${versionOf(endpoint) === 'v3' ? '' : 'V4'}`;
}

function versionOf({ path }: Endpoint): string {
  return path.split('/')[2] ?? '';
}

/** The path segment of the resource, which is also the tag of its operations. */
function segmentOf({ path }: Endpoint): string {
  return path.split('/')[3] ?? '';
}

function tags(): readonly Json[] {
  return [...new Set(endpoints.map(segmentOf))].map((segment) => {
    const said = requirements.find(
      ({ id, statement }) => id.startsWith('RESOURCE-') && statement.includes(`\`${segment}\``),
    );
    return { name: segment, ...(said === undefined ? {} : { description: said.statement }) };
  });
}
