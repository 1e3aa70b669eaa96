/**
 * What SARIF 2.1.0 demands of the properties that our logs have, by the names of its own schema; others are refused. The
 * types of `@types/sarif` hold the whole of it while compiling.
 */
const message = {
  type: 'object',
  properties: { text: { type: 'string', minLength: 1 } },
  required: ['text'],
  additionalProperties: false,
};

const artifactLocation = {
  type: 'object',
  properties: { uri: { type: 'string', format: 'uri-reference' }, uriBaseId: { type: 'string' } },
  required: ['uri'],
  additionalProperties: false,
};

const region = {
  type: 'object',
  properties: { startLine: { type: 'integer', minimum: 1 }, startColumn: { type: 'integer', minimum: 1 } },
  required: ['startLine'],
  additionalProperties: false,
};

const location = {
  type: 'object',
  properties: {
    physicalLocation: {
      type: 'object',
      properties: { artifactLocation, region },
      required: ['artifactLocation'],
      additionalProperties: false,
    },
    logicalLocations: {
      type: 'array',
      uniqueItems: true,
      items: {
        type: 'object',
        properties: { fullyQualifiedName: { type: 'string' } },
        additionalProperties: false,
      },
    },
  },
  additionalProperties: false,
};

const level = { enum: ['none', 'note', 'warning', 'error'] };

const result = {
  type: 'object',
  properties: {
    ruleId: { type: 'string' },
    ruleIndex: { type: 'integer', minimum: -1 },
    level,
    message,
    locations: { type: 'array', items: location },
  },
  required: ['message'],
  additionalProperties: false,
};

const rule = {
  type: 'object',
  properties: { id: { type: 'string' }, shortDescription: message },
  required: ['id'],
  additionalProperties: false,
};

const driver = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    version: { type: 'string' },
    rules: { type: 'array', uniqueItems: true, items: rule },
  },
  required: ['name'],
  additionalProperties: false,
};

const invocation = {
  type: 'object',
  properties: {
    executionSuccessful: { type: 'boolean' },
    toolExecutionNotifications: {
      type: 'array',
      items: {
        type: 'object',
        properties: { level, message },
        required: ['message'],
        additionalProperties: false,
      },
    },
  },
  required: ['executionSuccessful'],
  additionalProperties: false,
};

const run = {
  type: 'object',
  properties: {
    tool: { type: 'object', properties: { driver }, required: ['driver'], additionalProperties: false },
    originalUriBaseIds: { type: 'object', additionalProperties: artifactLocation },
    columnKind: { enum: ['utf16CodeUnits', 'unicodeCodePoints'] },
    invocations: { type: 'array', items: invocation },
    results: { type: 'array', items: result },
  },
  required: ['tool'],
  additionalProperties: false,
};

export const sarifSchema = {
  type: 'object',
  properties: {
    $schema: { type: 'string', format: 'uri' },
    version: { const: '2.1.0' },
    runs: { type: 'array', items: run },
  },
  required: ['version', 'runs'],
  additionalProperties: false,
};
