import { type IdentifierStyle, identifierOf } from '../domain/identifiers.ts';
import type { ResourceName, Row, User, Value } from '../domain/model.ts';

/** The field that carries the identifier of a record. */
export type IdentifierField =
  | 'id'
  | '_id'
  | 'uuid'
  | 'ID'
  | 'named'
  | 'slug'
  | 'identifier'
  | 'key'
  | 'self link';

/** How field names are written. */
export type Letters = 'snake' | 'camel' | 'kebab' | 'pascal';

/** How a single record is wrapped. */
export type RecordShape = 'bare' | 'data' | 'named' | 'json:api' | 'success flag' | 'result';

/** How the current user is shown. */
export type UserShape =
  | 'bare'
  | 'data'
  | 'named'
  | 'json:api'
  | 'no identifier'
  | 'with projects'
  | 'list of one';

/** What the records of an installation look like. */
export interface RecordStyle {
  readonly identifiers: IdentifierStyle;
  readonly identifierField: IdentifierField;
  readonly letters: Letters;
  readonly absent: 'null' | 'left out';
  readonly prefix: string;
}

const singular: Readonly<Record<ResourceName | 'users', string>> = {
  projects: 'project',
  citations: 'citation',
  key_questions: 'key_question',
  extractions: 'extraction',
  sd_meta_data: 'sd_meta_datum',
  extraction_forms_projects: 'extraction_forms_project',
  artifact_assessments: 'artifact_assessment',
  users: 'user',
};

function written(letters: Letters, name: string): string {
  const words = name.split('_');
  const upper = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  switch (letters) {
    case 'snake':
      return name;
    case 'kebab':
      return words.join('-');
    case 'pascal':
      return upper.join('');
    case 'camel':
      return [words[0], ...upper.slice(1)].join('');
  }
}

function identity(
  style: RecordStyle,
  table: ResourceName | 'users',
  sequence: number,
): Record<string, unknown> {
  const id = identifierOf(style.identifiers, table, sequence);
  const path = `${style.prefix}/api/v3/${table}/${encodeURIComponent(String(id))}`;
  switch (style.identifierField) {
    case 'named':
      return { [written(style.letters, `${singular[table]}_id`)]: id };
    case 'self link':
      return { id, _links: { self: { href: path } } };
    default:
      return { [style.identifierField]: id };
  }
}

function fields(style: RecordStyle, columns: Readonly<Record<string, Value>>): Record<string, Value> {
  return Object.fromEntries(
    Object.entries(columns)
      .filter(([, value]) => style.absent === 'null' || value !== null)
      .map(([name, value]) => [written(style.letters, name), value]),
  );
}

/** A record as the API shows it, without a wrapper. */
export function recordOf(style: RecordStyle, table: ResourceName, row: Row): Record<string, unknown> {
  const owner =
    table === 'projects'
      ? {}
      : { [written(style.letters, 'project_id')]: identifierOf(style.identifiers, 'projects', row.project) };
  return { ...identity(style, table, row.sequence), ...owner, ...fields(style, row.columns) };
}

/** A single record in its wrapper. */
export function wrapRecord(
  shape: RecordShape,
  table: ResourceName | 'users',
  record: Record<string, unknown>,
): object {
  switch (shape) {
    case 'bare':
      return record;
    case 'data':
      return { data: record };
    case 'named':
      return { [singular[table]]: record };
    case 'success flag':
      return { success: true, data: record, error: null };
    case 'result':
      return { status: 'ok', result: record };
    case 'json:api': {
      const { id, ...attributes } = record;
      return { data: { type: table, id: String(id), attributes } };
    }
  }
}

/** The current user as the API shows it. */
export function userOf(style: RecordStyle, shape: UserShape, user: User): object {
  const own = { name: user.name, email: user.email, organization: null };
  const record = { ...identity(style, 'users', user.sequence), ...fields(style, own) };
  switch (shape) {
    case 'no identifier':
      return fields(style, own);
    case 'list of one':
      return [record];
    case 'with projects':
      return { ...record, project_ids: user.projects, roles: [{ id: 3, name: 'Leader' }] };
    default:
      return wrapRecord(shape, 'users', record);
  }
}
