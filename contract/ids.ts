import { isObject } from './answers.ts';
import { isIdLike, isNumber, isUuid, plainName } from './field-names.ts';
import { isWrapper } from './list-shape.ts';

/** Names of a record's own id, best first, without capitals and separators. */
const ownNames: readonly string[] = ['id', 'uuid', 'identifier', 'guid', 'pk', 'oid'];
/** Names of what may stand in a path in place of an id. */
const otherNames: readonly string[] = [
  'key',
  'slug',
  'code',
  'number',
  'accession',
  'handle',
  'ref',
  'uid',
  'pmid',
];
/** Names that say for people what a record is; some services use them in paths. */
const titles: readonly string[] = ['name', 'title', 'label'];
/** Names of the part of an entry that is the record. */
const recordNames: readonly string[] = [
  'resource',
  'node',
  'record',
  'item',
  'entity',
  'object',
  'data',
  'attributes',
];
/** Names of parts of an entry in which some services have its id or its name, and others anything. */
const aboutNames: readonly string[] = ['sys', 'metadata', 'source', 'doc', 'fields', 'properties'];
/** Names of links to a record. */
const linkNames: readonly string[] = ['fullurl', 'url', 'href', 'self', 'link', 'links', 'uri'];
/** Owners of other ids in a record. */
const foreignOwners =
  /^(project|user|owner|creator|author|editor|organi[sz]ation|tenant|group|team|account|parent|review|citation|study|question|keyquestion|extraction|form|template|request)/;

/** Names that a list has in many services, and nothing else. */
const usualWrapper = /^(data|items|results|records|rows)$/i;

/** How deeply a list may be wrapped, and the record in its entry. */
const maximumDepth = 3;

/** How many entries are looked at. */
const entriesRead = 50;

/** How many records of an entry are looked at that is a group of them. */
const groupRead = 2;

type Fields = Readonly<Record<string, unknown>>;

/**
 * The entries of a list in any shape: an array, an array wrapped under any name, a searchset Bundle,
 * a map from ids to records (GAP-LIST-SHAPE). Empty if there are none.
 * @param resource the path segment of the list, under which its entries may stand
 */
export function entriesOf(list: unknown, resource = '', depth = 0): readonly unknown[] {
  if (Array.isArray(list)) return recordsBesideTotal(list) ?? list;
  if (!isObject(list) || depth > maximumDepth) return [];
  if (list.resourceType === 'Bundle') return Array.isArray(list.entry) ? list.entry : [];
  const fields = Object.entries(list);
  const arrays = fields.flatMap(([name, value]) => (Array.isArray(value) ? [{ name, value }] : []));
  const records = arrays.filter(({ value }) => value.length > 0 && value.every(isCompound));
  // Facets, warnings or links may stand before the records, and what an empty list includes beside it.
  const likeliest =
    records.find(({ name }) => isWrapper(name, resource)) ??
    arrays.find(({ name, value }) => value.length === 0 && usualWrapper.test(name)) ??
    records.find(({ value }) => hasOwnId(value[0])) ??
    records[0];
  if (likeliest !== undefined) return likeliest.value;
  const named = arrays.filter(({ name }) => isWrapper(name, resource));
  const plainest = (named.length > 0 ? named : arrays).map(({ value }) => value);
  if (plainest.length > 0)
    return plainest.reduce((longest, value) => (value.length > longest.length ? value : longest));
  // Before nested lists: a record in a map may hold lists of its own.
  if (fields.every(([id, value]) => isObject(value) && isIdLike(id)))
    return fields.map(([id, value]) => ({ id, ...(isObject(value) ? value : {}) }));
  if (fields.length > 0 && fields.every(([id, value]) => !isCompound(value) && isIdLike(id)))
    return fields.map(([id]) => id);
  for (const [, value] of fields) {
    const nested = isObject(value) ? entriesOf(value, resource, depth + 1) : [];
    if (nested.length > 0) return nested;
  }
  return [];
}

/** The records of a list that stands in an array beside numbers about it, such as how many there are: `[[…], 2]`. */
function recordsBesideTotal(list: readonly unknown[]): readonly unknown[] | undefined {
  const [records, ...more] = list.filter(isCompound);
  const isList = Array.isArray(records) && records.length > 0 && records.every(isObject);
  return isList && more.length === 0 && list.length > 1 ? records : undefined;
}

function hasOwnId(entry: unknown): boolean {
  return isObject(entry) && Object.keys(entry).some((name) => ownNames.includes(plainName(name)));
}

function isCompound(value: unknown): boolean {
  return isObject(value) || Array.isArray(value);
}

/**
 * Ids of list entries that can be used in a path, the likeliest of each entry, at most five.
 * @param resource the path segment of the list, such as `citations`: an entry may name its ids after it
 */
export function idsOf(list: unknown, resource = ''): readonly string[] {
  const ids = idCandidatesOf(list, resource).flatMap((candidates) => candidates.slice(0, 1));
  return [...new Set(ids)].slice(0, 5);
}

/**
 * What may be the id of each entry of a list in a path, the likeliest first: a scalar entry, a field named like an id,
 * the last segment of a link. Entries without any are left out.
 */
export function idCandidatesOf(list: unknown, resource = ''): readonly (readonly string[])[] {
  return eachCandidates(list, resource)
    .map(({ own, others }) => [...new Set([...own, ...others])])
    .filter((candidates) => candidates.length > 0);
}

/** True where the first entry of a list shows an id of its own: by the name of the field, or by a link. */
export function showsOwnIds(list: unknown, resource = ''): boolean {
  const [first] = eachCandidates(list, resource).filter(({ own, others }) => own.length + others.length > 0);
  return first !== undefined && first.own.length > 0;
}

function eachCandidates(list: unknown, resource: string): readonly Candidates[] {
  const singular = plainName(resource).replace(/s$/, '');
  return entriesOf(list, resource)
    .slice(0, entriesRead)
    .map((entry) => candidatesOf(entry, singular));
}

/** What may be the id of an entry: `own` by a name or a link of its own, `others` by anything else. */
interface Candidates {
  readonly own: readonly string[];
  readonly others: readonly string[];
}

function candidatesOf(entry: unknown, singular: string, depth = 0): Candidates {
  if (isScalarId(entry)) return { own: [String(entry)], others: [] };
  if (Array.isArray(entry)) return { own: ofPair(entry), others: [] };
  if (!isObject(entry) || depth > maximumDepth) return { own: [], others: [] };
  const fields = Object.entries(entry).map(([name, value]) => ({
    name: plainName(name),
    written: name,
    value,
  }));
  const named = (names: readonly string[], read = scalarIds): readonly string[] =>
    names.flatMap((name) =>
      fields.filter((field) => field.name === name).flatMap(({ value }) => read(value)),
    );
  const parts = (names: readonly string[]): readonly Candidates[] =>
    names.flatMap((name) =>
      fields
        .filter((field) => field.name === name && isObject(field.value))
        .map(({ value }) => candidatesOf(value, singular, depth + 1)),
    );
  const inside = (names: readonly string[]): readonly string[] => parts(names).flatMap(({ own }) => own);
  const [only] = fields.length === 1 ? fields : [];
  const endingInId = fields.filter(({ written }) => /(_id|Id|ID|_uuid)$/.test(written));
  const isForeign = ({ name }: { readonly name: string }): boolean =>
    foreignOwners.test(name) && !name.startsWith(singular);
  const valuesOf = (some: readonly { readonly value: unknown }[]): readonly string[] =>
    some.flatMap(({ value }) => scalarIds(value));
  const own = [
    ...inside(['resource', 'node']),
    ...named(ownNames, spacedIds),
    ...named([`${singular}id`, `${singular}uuid`, `${singular}key`]),
    ...inside([singular, ...recordNames.slice(2)]),
    ...(only === undefined || !isCompound(only.value)
      ? []
      : candidatesOf(only.value, singular, depth + 1).own),
    ...linkedIds(entry),
  ];
  const others = [
    ...fields.flatMap(({ value }) => idInRecordPath(value, singular) ?? []),
    ...inside(aboutNames),
    ...referredIds(entry, singular),
    ...valuesOf(endingInId.filter((field) => !isForeign(field))),
    ...named(otherNames),
    ...named([`${singular}number`, `${singular}code`, `${singular.charAt(0)}id`]),
    ...valuesOf(endingInId.filter(isForeign)),
    ...parts([singular, ...recordNames, ...aboutNames]).flatMap((part) => part.others),
    ...fields
      .filter(({ name }) => name === `${singular}s`)
      .flatMap(({ value }) => (Array.isArray(value) ? value.slice(0, groupRead) : []))
      .flatMap((one: unknown) => candidatesOf(one, singular, depth + 1).own.slice(0, 1)),
  ];
  // A title alone is no id, and a code is tried after all else.
  const last = [...named(titles), ...valuesOf(fields.filter(({ value }) => isCode(value)))];
  return { own, others: own.length + others.length === 0 ? [] : [...others, ...last] };
}

/** Where an entry is something else that names the record: by its id, a link to it, a reference of JSON:API or FHIR. */
function referredIds(entry: Fields, singular: string): readonly string[] {
  const { identifier, relationships } = entry;
  const links = [entry, entry.links, entry._links].filter(isObject).flatMap(Object.entries);
  return [
    ...links.flatMap(([name, value]) => {
      const plain = plainName(name);
      if (plain.replace(/(?:url|uri|href|link)$/, '') !== singular) return [];
      const target = isObject(value) ? value.href : value;
      if (isLink(target)) return lastSegment(target) ?? [];
      return plain === singular ? scalarIds(value) : [];
    }),
    ...Object.entries(isObject(relationships) ? relationships : {})
      .filter(([name]) => plainName(name) === singular)
      .flatMap(([, value]) => (isObject(value) && isObject(value.data) ? scalarIds(value.data.id) : [])),
    ...(Array.isArray(identifier) ? identifier : []).flatMap((one: unknown) =>
      isObject(one) ? scalarIds(one.value) : [],
    ),
  ];
}

function isLink(value: unknown): value is string {
  return typeof value === 'string' && value.includes('/');
}

/** The id in a text that ends as the path of a record does: `projects/7`, or an address with that at its end. */
function idInRecordPath(value: unknown, singular: string): string | undefined {
  if (!isLink(value)) return undefined;
  const [owner = '', id] = value.slice(0, 2000).split(/[?#]/)[0]?.split('/').filter(Boolean).slice(-2) ?? [];
  const isOfRecord = singular !== '' && plainName(owner).replace(/s$/, '') === singular;
  return isOfRecord && isScalarId(id) ? id : undefined;
}

/** Letters and digits in one word, as a registry numbers what it holds; no date. */
function isCode(value: unknown): boolean {
  return typeof value === 'string' && /^(?=.*\d)[A-Za-z][\w.-]{1,63}$/.test(value);
}

/** The ids in an entry that is an array, such as `[7, "A review"]`: numbers and UUIDs first. */
function ofPair(pair: readonly unknown[]): readonly string[] {
  const scalars = pair.slice(0, 5).flatMap(scalarIds);
  return [...scalars.filter((id) => isIdLike(id)), ...scalars.filter((id) => !isIdLike(id))];
}

function scalarIds(value: unknown): readonly string[] {
  // MongoDB's JSON wraps its ids.
  const bare = isObject(value) ? value.$oid : value;
  return isScalarId(bare) ? [String(bare)] : [];
}

/** A field that is named like an id may have spaces in it; any other text with spaces is one for people. */
function spacedIds(value: unknown): readonly string[] {
  const isSpaced = typeof value === 'string' && /^\S+(?: \S+){1,7}$/.test(value);
  return isSpaced && isScalarId(value.replaceAll(' ', '')) ? [value] : scalarIds(value);
}

/** The last segments of the links of a record to itself: `href`, `links.self`, `_links.self.href`, a list of links. */
function linkedIds(entry: Fields, depth = 0): readonly string[] {
  return Object.entries(entry).flatMap(([name, value]) => {
    if (!linkNames.includes(plainName(name))) return [];
    if (typeof value === 'string') return lastSegment(value) ?? [];
    if (depth > 2) return [];
    const links = Array.isArray(value)
      ? value.filter(isObject).filter(({ rel = 'self' }) => rel === 'self')
      : [value];
    return links.filter(isObject).flatMap((link) => linkedIds(link, depth + 1));
  });
}

/**
 * A number that JavaScript cannot hold exactly is not an id: the request would name another. Text must fit in a path
 * as one segment: `.` and `..` would lead elsewhere, and half a surrogate pair cannot be encoded.
 */
function isScalarId(value: unknown): value is string | number {
  if (typeof value === 'number') return Number.isSafeInteger(value);
  if (typeof value !== 'string' || value.length === 0 || value.length > 200) return false;
  return value !== '.' && value !== '..' && !/[\s/\\\p{Cc}\p{Cs}]/u.test(value);
}

function lastSegment(link: string): string | undefined {
  const segment = link.slice(0, 2000).split(/[?#]/)[0]?.split('/').filter(Boolean).at(-1);
  return segment === undefined || segment.includes(':') || !isScalarId(segment) ? undefined : segment;
}

/**
 * An id that no record should have, in the same format as a known one, so that a service that checks the format first
 * still looks for the record.
 */
export function unknownIdLike(known: string | undefined): string {
  if (known === undefined || isNumber(known)) return '999999999';
  if (isUuid(known)) return '00000000-0000-4000-8000-000000000000';
  return 'no-such-record-0';
}

/**
 * An id of another form than a known one: letters where ids are numbers or UUIDs. Undefined where ids are any text, and
 * where none is known.
 */
export function malformedIdLike(known: string | undefined): string | undefined {
  return known !== undefined && (isNumber(known) || isUuid(known)) ? 'no-such-record-0' : undefined;
}
