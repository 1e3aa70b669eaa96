import { sentenceOf } from '../../cli/settings-help.ts';
import { installationSettings } from '../../engine/configuration/installation-settings.ts';
import { installationNamePattern, installationNameRule } from '../../engine/configuration/parsers.ts';
import type { FieldType, Setting } from '../../engine/configuration/setting.ts';

type Schema = Readonly<Record<string, unknown>>;

const monitorSchemaId = 'https://evidence-contract.example/schemas/monitor.schema.json';

const typeSchemas: Readonly<Record<FieldType, Schema>> = {
  text: { type: 'string' },
  scalar: { type: ['string', 'number', 'boolean'] },
  texts: { type: 'object', additionalProperties: { type: 'string' } },
  list: { type: 'array', items: { type: ['string', 'number'] } },
};

/** The JSON Schema of installations.yaml, from the settings of one installation. */
export function makeInstallationsSchema(): Schema {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'https://evidence-contract.example/schemas/installations.schema.json',
    title: 'Installations',
    description: `The installations that are checked or monitored together. Any text may hold \${NAME}, which is taken from the environment.`,
    type: 'object',
    required: ['installations'],
    additionalProperties: false,
    properties: {
      installations: { type: 'array', minItems: 1, items: { $ref: '#/$defs/installation' } },
      monitor: { $ref: monitorSchemaId },
    },
    $defs: { installation: installationSchema() },
  };
}

function installationSchema(): Schema {
  return {
    type: 'object',
    required: ['name', ...installationSettings.filter(isAlwaysNeeded).flatMap(({ field }) => field ?? [])],
    additionalProperties: false,
    properties: {
      name: {
        description: 'Permanent: it names the folder of the reports and the label of the metrics.',
        type: 'string',
        pattern: installationNamePattern,
        errorMessage: installationNameRule,
      },
      ...Object.fromEntries(installationSettings.flatMap(fieldSchemas)),
      monitor: { $ref: `${monitorSchemaId}#/$defs/installation` },
    },
  };
}

/** A setting with a file variant may be given by the latter. */
function isAlwaysNeeded({ missing, hasFileVariant }: Setting): boolean {
  return missing !== undefined && hasFileVariant !== true;
}

function fieldSchemas(setting: Setting): readonly (readonly [string, Schema])[] {
  const { field, fieldType = 'text' } = setting;
  return field === undefined
    ? []
    : [[field, { description: descriptionOf(setting), ...typeSchemas[fieldType] }]];
}

function descriptionOf(setting: Setting): string {
  const { meaning, default: usual, otherwise, isSecret } = setting;
  return [
    sentenceOf(meaning),
    ...(usual === undefined ? [] : [`Default: ${usual}.`]),
    ...(otherwise === undefined || isAlwaysNeeded(setting) ? [] : [sentenceOf(`without it: ${otherwise}`)]),
    ...(isSecret === true ? [`Write secrets as \${NAME}.`] : []),
  ].join(' ');
}
