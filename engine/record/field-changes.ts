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
 * How the fields of records changed. Pure. A field that only some records have comes and goes with them: only what every
 * record has on one side, and none on the other, is gone or new. What is gone is renamed if the values of one new field, and
 * of no other, are the same.
 */
export function fieldChanges(before: RecordShape, after: RecordShape): readonly FieldChange[] {
  const gone = onlyIn(before, after);
  const added = onlyIn(after, before);
  const renamed = gone.flatMap((field) => {
    const same = added.filter(({ values }) => values !== undefined && values === field.values);
    const isOne = same.length === 1 && gone.filter(({ values }) => values === field.values).length === 1;
    return isOne ? same.map((to) => ({ from: field, to })) : [];
  });
  const isOtherRecord = before.id !== undefined && after.id !== undefined && before.id !== after.id;
  return [
    ...renamed.map(
      ({ from, to }) => ({ kind: 'renamed', field: from.name, to: to.name, effect: 'breaking' }) as const,
    ),
    ...gone
      .filter((field) => !renamed.some(({ from }) => from === field))
      .map(
        ({ name }) =>
          ({ kind: 'gone', field: name, effect: isOtherRecord ? 'unclear' : 'breaking' }) as const,
      ),
    ...before.fields.flatMap((field) => {
      const other = after.fields.find(({ name }) => name === field.name);
      return other === undefined ? [] : typeChange(field, other);
    }),
    ...added
      .filter((field) => !isOtherRecord && !renamed.some(({ to }) => to === field))
      .map(({ name }) => ({ kind: 'new', field: name, effect: 'additive' }) as const),
  ];
}

/** The fields that every record of one side has, and none of the other. */
function onlyIn(one: RecordShape, other: RecordShape): readonly FieldShape[] {
  const names = new Set(other.fields.map(({ name }) => name));
  return one.fields.filter(({ name, seen }) => seen === one.records && !names.has(name));
}

function typeChange(field: FieldShape, other: FieldShape): readonly FieldChange[] {
  const more = other.types.filter((type) => !field.types.includes(type));
  if (field.types.length === 0 || more.length === 0) return [];
  const isAllOther = more.length === other.types.length;
  return [
    {
      kind: 'type',
      field: field.name,
      from: field.types.join(' or '),
      to: other.types.join(' or '),
      effect: isAllOther && !field.types.some((type) => other.types.includes(type)) ? 'breaking' : 'unclear',
    },
  ];
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
