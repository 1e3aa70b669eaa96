import type { FieldShape, RecordShape } from '../../contract/record-shape.ts';

/**
 * What a change does to clients. `breaking`: who relies on it breaks. `additive`: there is more than before. `unclear`: it
 * differs, and a client may or may not mind.
 */
export type Effect = 'breaking' | 'additive' | 'unclear';

/** A change of a field of the records at an endpoint. */
export interface FieldChange {
  readonly kind: 'gone' | 'renamed' | 'type' | 'new';
  readonly field: string;
  readonly effect: Effect;
  /** Of a renamed field: its name now. Of another type: the types before, and now. */
  readonly from?: string;
  readonly to?: string;
}

/**
 * How the fields of records changed. Pure. A field is gone if every record had it and none has it now, and new if none had it
 * and every record has it now: what only some records have comes and goes with the data. A field that is gone is renamed if
 * exactly one new field has its values.
 */
export function fieldChanges(before: RecordShape, after: RecordShape): readonly FieldChange[] {
  const now = new Map(after.fields.map((field) => [field.name, field]));
  const then = new Set(before.fields.map(({ name }) => name));
  const gone = before.fields.filter(({ name, seen }) => !now.has(name) && seen === before.records);
  const added = after.fields.filter(({ name, seen }) => !then.has(name) && seen === after.records);
  const renamed = gone.flatMap((field) => renaming(field, gone, added));
  const isRenamed = new Set(renamed.flatMap(({ field, to = '' }) => [field, to]));
  const isOther = isAnotherRecord(before, after);
  return [
    ...renamed,
    ...gone
      .filter(({ name }) => !isRenamed.has(name))
      .map(({ name }) => change('gone', name, isOther ? 'unclear' : 'breaking')),
    ...before.fields.flatMap((field) => typeChange(field, now.get(field.name))),
    ...(isOther ? [] : added)
      .filter(({ name }) => !isRenamed.has(name))
      .map(({ name }) => change('new', name, 'additive')),
  ];
}

function change(kind: FieldChange['kind'], field: string, effect: Effect): FieldChange {
  return { kind, field, effect };
}

function renaming(
  { name, values }: FieldShape,
  gone: readonly FieldShape[],
  added: readonly FieldShape[],
): readonly FieldChange[] {
  if (values === undefined) return [];
  const [to, ...others] = added.filter((one) => one.values === values);
  const isOnly = others.length === 0 && gone.filter((one) => one.values === values).length === 1;
  return to === undefined || !isOnly ? [] : [{ ...change('renamed', name, 'breaking'), to: to.name }];
}

/** Each answer is one record, and they are not the same: another record may have other fields. */
function isAnotherRecord(before: RecordShape, after: RecordShape): boolean {
  return before.id !== undefined && after.id !== undefined && before.id !== after.id;
}

function typeChange(field: FieldShape, other: FieldShape | undefined): readonly FieldChange[] {
  if (other === undefined) return [];
  const more = other.types.filter((type) => !field.types.includes(type));
  if (field.types.length === 0 || more.length === 0) return [];
  // What is of none of the types before breaks whoever reads it.
  const effect = more.length === other.types.length ? 'breaking' : 'unclear';
  const [from, to] = [field.types.join(' or '), other.types.join(' or ')];
  return [{ ...change('type', field.name, effect), from, to }];
}

/** True for a field that holds an id: `id`, `project_id`, `ownerId`. */
export function isIdField(name: string): boolean {
  return /^(id|uuid|guid)$/i.test(name) || /(_id|_uuid|Id|ID)$/.test(name);
}

/**
 * A change of fields as a clause, without where: `the field "title" is now called "headline"`.
 * @param fields the fields that changed alike; more than one only for a change of types
 */
export function changeClause(change: FieldChange, fields: readonly string[] = [change.field]): string {
  const { kind, from = '', to = '' } = change;
  const quoted = fields.map((name) => `"${name}"`).join(', ');
  const subject = `the ${fields.length === 1 ? 'field' : 'fields'} ${quoted}`;
  const is = fields.length === 1 ? 'is' : 'are';
  switch (kind) {
    case 'gone':
      return `${subject} ${is} gone`;
    case 'renamed':
      return `${subject} is now called "${to}"`;
    case 'type':
      return `${subject} ${fields.length === 1 ? 'was' : 'were'} ${typeWords(from, fields.length)} and ${is} now ${typeWords(to, fields.length)}`;
    case 'new':
      return `${subject} ${is} new`;
  }
}

/** A change of the types of ids, whatever their fields are called: `ids were numbers and are now strings`. */
export function idsClause({ from = '', to = '' }: FieldChange): string {
  return `ids were ${typeWords(from, 2)} and are now ${typeWords(to, 2)}`;
}

function typeWords(types: string, number: number): string {
  const article = (type: string): string => `${/^[ao]/.test(type) ? 'an' : 'a'} ${type}`;
  return types
    .split(' or ')
    .map((type) => (number === 1 ? article(type) : `${type}s`))
    .join(' or ');
}
