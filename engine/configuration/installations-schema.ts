import { Ajv2020 } from 'ajv/dist/2020.js';
import installationsSchema from '../../schemas/installations.schema.json' with { type: 'json' };
import monitorSchema from '../../schemas/monitor.schema.json' with { type: 'json' };
import { type SchemaProblem, schemaProblems } from './problems.ts';

/** Compiles the schema once. Tests check our own schemas. */
const ajv = new Ajv2020({
  allErrors: true,
  verbose: true,
  strict: false,
  validateSchema: false,
  schemas: [monitorSchema],
});

/** What the schema finds in the content of a file of installations. */
export function schemaMistakes(content: unknown): readonly SchemaProblem[] {
  const validate = ajv.compile(installationsSchema);
  validate(content);
  return schemaProblems(validate.errors);
}
