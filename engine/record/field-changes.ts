import type { FieldShape, RecordShape } from '../../contract/record-shape.ts';

/**
 * What a change does to clients. `breaking`: who relies on it breaks. `additive`: there is more than before. `unclear`: it
 * differs, and a client may or may not mind.
 */
export type Effect = 'breaking' | 'additive' | 'unclear';

/** A change of a field of the records at an endpoint. */
export interface FieldChange {
  /** `rarer`: it was in every record, and is in some. */
  readonly kind: 'gone' | 'renamed' | 'type' | 'rarer' | 'new';
  readonly field: string;
  readonly effect: Effect;
  /** Of a renamed field: its name now. Of another type: the types before, and now. */
  readonly from?: string;
  readonly to?: string;
  /** Of a renamed field: its values are others, so that it may be another field. */
  readonly isGuess?: true;
}

/** Rarer than this, chance alone is no explanation. */
const unlikely = 0.001;

/**
 * How the fields of records changed. Pure. A field that only some records have may be missing from other records, or turn up
 * in them: that is new data, and no change, unless so many records were seen that chance does not explain it.
 */
export function fieldChanges(before: RecordShape, after: RecordShape): readonly FieldChange[] {
  const now = new Map(after.fields.map((field) => [field.name, field]));
  const then = new Map(before.fields.map((field) => [field.name, field]));
  const isSameData = before.fields.some(
    ({ name, values }) => values !== undefined && now.get(name)?.values === values,
  );
  const gone = before.fields.filter(({ name }) => !now.has(name));
  const added = after.fields.filter(({ name }) => !then.has(name));
  const renamed = renames(gone, added, isSameData);
  const isRenamed = new Set(renamed.flatMap(({ field, to = '' }) => [`- ${field}`, `+ ${to}`]));
  return [
    ...renamed,
    ...gone.filter(({ name }) => !isRenamed.has(`- ${name}`)).flatMap((one) => whenGone(one, before, after)),
    ...before.fields.flatMap((field) => {
      const other = now.get(field.name);
      return other === undefined
        ? []
        : [...typeChange(field, other), ...whenRarer(field, other, before, after)];
    }),
    ...added.filter(({ name }) => !isRenamed.has(`+ ${name}`)).flatMap((one) => whenNew(one, before, after)),
  ];
}

/** Pairs what is gone with what is new: by their values, or, where all data are others, as the only pair of one type. */
function renames(
  gone: readonly FieldShape[],
  added: readonly FieldShape[],
  isSameData: boolean,
): readonly FieldChange[] {
  const byValues = gone.flatMap((field) => {
    const { values } = field;
    const same = added.filter((other) => values !== undefined && other.values === values);
    const [only] = same;
    const isOnly = same.length === 1 && gone.filter((other) => other.values === values).length === 1;
    return only === undefined || !isOnly ? [] : [renaming(field, only)];
  });
  const [field] = gone;
  const [other] = added;
  if (byValues.length > 0 || isSameData || field === undefined || other === undefined) return byValues;
  const isOnlyPair = gone.length === 1 && added.length === 1 && field.types.join() === other.types.join();
  return isOnlyPair ? [{ ...renaming(field, other), isGuess: true }] : [];
}

function renaming({ name }: FieldShape, to: FieldShape): FieldChange {
  return { kind: 'renamed', field: name, to: to.name, effect: 'breaking' };
}

function whenGone(field: FieldShape, before: RecordShape, after: RecordShape): readonly FieldChange[] {
  const { name, seen } = field;
  if (seen === before.records)
    return [{ kind: 'gone', field: name, effect: isOther(before, after) ? 'unclear' : 'breaking' }];
  const chance = (1 - seen / before.records) ** after.records;
  return chance < unlikely ? [{ kind: 'gone', field: name, effect: 'unclear' }] : [];
}

function whenRarer(
  field: FieldShape,
  other: FieldShape,
  before: RecordShape,
  after: RecordShape,
): readonly FieldChange[] {
  if (field.seen < before.records || other.seen === after.records) return [];
  const chance = (other.seen / after.records) ** before.records;
  return chance < unlikely ? [{ kind: 'rarer', field: field.name, effect: 'unclear' }] : [];
}

function whenNew(field: FieldShape, before: RecordShape, after: RecordShape): readonly FieldChange[] {
  const chance = (1 - field.seen / after.records) ** before.records;
  return chance < unlikely && !isOther(before, after)
    ? [{ kind: 'new', field: field.name, effect: 'additive' }]
    : [];
}

/** Each answer is one record, and they are not the same: another record may have other fields. */
function isOther(before: RecordShape, after: RecordShape): boolean {
  return before.id !== undefined && after.id !== undefined && before.id !== after.id;
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
  const { kind, from = '', to = '', isGuess = false } = change;
  const quoted = fields.map((name) => `"${name}"`).join(', ');
  const subject = `the ${fields.length === 1 ? 'field' : 'fields'} ${quoted}`;
  const is = fields.length === 1 ? 'is' : 'are';
  switch (kind) {
    case 'gone':
      return `${subject} ${is} gone`;
    case 'renamed':
      return isGuess
        ? `${subject} is gone and "${to}" is new, perhaps another name of it`
        : `${subject} is now called "${to}"`;
    case 'type':
      return `${subject} ${fields.length === 1 ? 'was' : 'were'} ${typeWords(from, fields.length)} and ${is} now ${typeWords(to, fields.length)}`;
    case 'rarer':
      return `${subject}, which every record had, ${is} missing from some`;
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
