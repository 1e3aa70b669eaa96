import type { ReleaseModel } from '../definitions/release-model.ts';
import { isObject, type JsonObject, type JsonValue } from '../json/json-value.ts';
import { type ObjectSite, objectAt, type Sites, sitesOf, type ValueSite } from './sites.ts';

/** What can be wrong with a resource, as the comparison counts it. */
export const defectKinds = [
  'duplicate property',
  'structure',
  'cardinality',
  'code',
  'format',
  'choice',
  'rule',
  'reference',
] as const;
export type DefectKind = (typeof defectKinds)[number];

/** A resource with one thing wrong. */
export interface Defect {
  readonly kind: DefectKind;
  readonly what: string;
  readonly text: string;
}

/** Changes a copy of the resource. */
type Change = (copy: JsonObject) => void;

interface Maker {
  readonly kind: DefectKind;
  readonly what: string;
  /** All places of the resource where this defect can be made. */
  readonly changes: (sites: Sites, model: ReleaseModel) => readonly Change[];
}

function atValues(fits: (site: ValueSite) => boolean, change: (site: ValueSite, owner: JsonObject) => void) {
  return ({ values }: Sites): readonly Change[] =>
    values.filter(fits).map((site) => (copy: JsonObject) => change(site, objectAt(copy, site.owner)));
}

function atObjects(fits: (site: ObjectSite) => boolean, change: (object: JsonObject) => void) {
  return ({ objects }: Sites): readonly Change[] =>
    objects.filter(fits).map((site) => (copy: JsonObject) => change(objectAt(copy, site)));
}

function replace({ property, index }: ValueSite, owner: JsonObject, value: JsonValue): void {
  if (index === undefined) owner[property.name] = value;
  else (owner[property.name] as JsonValue[])[index] = value;
}

const wrongFormats: Readonly<Record<string, JsonValue>> = {
  base64Binary: 'a',
  date: '2020-13-01',
  dateTime: '2020-02-30',
  id: 'a_b',
  instant: '2020-01-01',
  integer: 1.5,
  oid: '1.2',
  positiveInt: 0,
  time: '25:00:00',
  unsignedInt: -1,
  uri: 'a b',
  url: 'a b',
  uuid: 'urn:uuid:1',
};

/** Types of a choice whose values need nothing else. */
const simpleChoices: Readonly<Record<string, JsonValue>> = {
  boolean: true,
  string: 'x',
  dateTime: '2020',
  CodeableConcept: { text: 'x' },
  Quantity: { value: 1 },
  Reference: { display: 'x' },
};

function hasType(...names: readonly string[]): (site: ValueSite) => boolean {
  return ({ property }) => names.includes(property.typeName);
}

const narrative = (inner: string): string => `<div xmlns="http://www.w3.org/1999/xhtml">${inner}</div>`;

const makers: readonly Maker[] = [
  {
    kind: 'structure',
    what: 'an unknown property',
    changes: atObjects(
      () => true,
      (object) => {
        object.unknownProperty = 'x';
      },
    ),
  },
  {
    kind: 'structure',
    what: 'another JSON type',
    changes: atValues(
      ({ property }) => property.isPrimitive,
      (site, owner) => replace(site, owner, typeof site.value === 'string' ? 7 : 'x'),
    ),
  },
  {
    kind: 'structure',
    what: 'one for many, or many for one',
    changes: atValues(
      () => true,
      ({ property, value }, owner) => {
        owner[property.name] = property.element.list ? value : [value];
      },
    ),
  },
  {
    kind: 'structure',
    what: 'an empty value',
    changes: atValues(
      ({ property }) => property.typeName !== 'boolean',
      (site, owner) => replace(site, owner, site.property.isPrimitive ? '' : {}),
    ),
  },
  {
    kind: 'structure',
    what: 'null',
    changes: atValues(
      ({ property }) => property.element.min === 0,
      (site, owner) => replace(site, owner, null),
    ),
  },
  {
    kind: 'cardinality',
    what: 'a required element that is missing',
    changes: atValues(
      ({ property: { element } }) => element.min > 0,
      ({ property }, owner) => {
        delete owner[property.name];
        delete owner[`_${property.name}`];
      },
    ),
  },
  {
    kind: 'code',
    what: 'a code that is not in its value set',
    changes: atValues(
      ({ property: { typeName, element } }) =>
        typeName === 'code' && element.valueSet !== undefined && element.valueSet.syntax === undefined,
      (site, owner) => replace(site, owner, 'no-such-code'),
    ),
  },
  {
    kind: 'format',
    what: 'a value of another format',
    changes: atValues(
      ({ property }) => property.typeName in wrongFormats,
      (site, owner) => replace(site, owner, wrongFormats[site.property.typeName] ?? null),
    ),
  },
  {
    kind: 'choice',
    what: 'two types of one choice',
    changes: atValues(
      (site) => otherChoice(site) !== undefined,
      (site, owner) => {
        const other = otherChoice(site);
        if (other) owner[other.name] = other.value;
      },
    ),
  },
  {
    kind: 'rule',
    what: 'per-1',
    changes: atValues(hasType('Period'), (site, owner) =>
      replace(site, owner, { start: '2021', end: '2020' }),
    ),
  },
  {
    kind: 'rule',
    what: 'ref-1',
    changes: atValues(hasType('Reference'), (site, owner) => replace(site, owner, { reference: '#none' })),
  },
  {
    kind: 'rule',
    what: 'ext-1',
    changes: atValues(hasType('Extension'), (site, owner) =>
      replace(site, owner, { url: 'http://example.org/extension' }),
    ),
  },
  {
    kind: 'rule',
    what: 'ele-1',
    changes: atValues(
      ({ property: { typeName, element } }) =>
        typeName === 'CodeableConcept' && element.valueSet === undefined,
      (site, owner) => replace(site, owner, { id: 'a' }),
    ),
  },
  {
    kind: 'rule',
    what: 'qty-3',
    changes: atValues(hasType('Quantity'), (site, owner) => replace(site, owner, { value: 1, code: 'kg' })),
  },
  {
    kind: 'rule',
    what: 'txt-1',
    changes: atValues(hasType('xhtml'), (site, owner) =>
      replace(site, owner, narrative('<script>x</script>')),
    ),
  },
  {
    kind: 'rule',
    what: 'txt-2',
    changes: atValues(hasType('xhtml'), (site, owner) => replace(site, owner, narrative(' '))),
  },
  {
    kind: 'rule',
    what: 'dom-3',
    changes: atObjects(
      ({ steps, type }) => steps.length === 0 && type.properties.has('contained'),
      (resource) => {
        const unused = { resourceType: 'Basic', id: 'unused', code: { text: 'x' } };
        resource.contained = [...(Array.isArray(resource.contained) ? resource.contained : []), unused];
      },
    ),
  },
  {
    kind: 'reference',
    what: 'a target that the element does not allow',
    changes: atValues(
      ({ property, value }) =>
        property.typeName === 'Reference' &&
        property.element.targets?.includes(unlikelyTarget) === false &&
        isObject(value) &&
        value.reference !== undefined,
      (site, owner) => replace(site, owner, { reference: `${unlikelyTarget}/1` }),
    ),
  },
];

/** Allowed only where every type is. */
const unlikelyTarget = 'Schedule';

function otherChoice({ owner, property }: ValueSite): { name: string; value: JsonValue } | undefined {
  const { element } = property;
  if (!element.isChoice) return undefined;
  for (const other of owner.type.properties.values()) {
    const value = simpleChoices[other.typeName];
    if (other.element === element && other.name !== property.name && value !== undefined && !element.valueSet)
      return { name: other.name, value };
  }
  return undefined;
}

/**
 * Copies of a resource with one defect each, of as many kinds.
 *
 * @param turn which kinds and places to choose, so that many resources together have all
 * @param count how many copies to make
 */
export function defectsOf(text: string, model: ReleaseModel, turn: number, count: number): readonly Defect[] {
  const resource = JSON.parse(text) as JsonObject;
  const type = model.resource(String(resource.resourceType));
  if (!type) return [];
  const sites = sitesOf(resource, type, model);
  const made: Defect[] = [];
  for (let at = 0; at < defectKinds.length && made.length < count; at += 1) {
    const kind = defectKinds[(turn * count + at) % defectKinds.length];
    const possible = makers
      .filter((maker) => maker.kind === kind)
      .map(({ what, changes }) => ({ what, changes: changes(sites, model) }))
      .filter(({ changes }) => changes.length > 0);
    const chosen = possible[turn % Math.max(1, possible.length)];
    const change = chosen?.changes[(turn * 31 + at) % chosen.changes.length];
    // Every resource has a place for it, few for a code or a choice.
    if (kind === 'duplicate property' && turn % 3 === 0) made.push(duplicateOf(text));
    if (!kind || !chosen || !change) continue;
    const copy = structuredClone(resource);
    change(copy);
    made.push({ kind, what: chosen.what, text: JSON.stringify(copy) });
  }
  return made;
}

function duplicateOf(text: string): Defect {
  const name = /"resourceType"\s*:\s*"[A-Za-z]+"/.exec(text)?.[0] ?? '';
  return {
    kind: 'duplicate property',
    what: 'a property twice',
    text: text.replace(name, `${name},${name}`),
  };
}
