import type { ReleaseModel } from '../definitions/release-model.ts';
import { isObject, type JsonObject, type JsonValue } from '../json/json-value.ts';
import {
  addsUnusedContained,
  always,
  atObjects,
  atValues,
  type ChangesOf,
  div,
  drop,
  isBoundCode,
  otherChoices,
  replace,
  replacing,
  textWithTwice,
} from './changes.ts';
import { sitesOf, type ValueSite } from './sites.ts';

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

interface Maker {
  readonly kind: DefectKind;
  readonly what: string;
  readonly changes: ChangesOf;
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

/** A value of a type that breaks a rule. */
const breaking = (what: string, typeName: string, value: JsonValue): Maker => ({
  kind: 'rule',
  what,
  changes: replacing(typeName, value),
});

const makers: readonly Maker[] = [
  {
    kind: 'structure',
    what: 'an unknown property',
    changes: atObjects(always, (object) => {
      object.unknownProperty = 'x';
    }),
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
    changes: atValues(always, ({ property, value }, owner) => {
      owner[property.name] = property.element.list ? value : [value];
    }),
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
    changes: atValues(({ property: { element } }) => element.min > 0, drop),
  },
  {
    kind: 'code',
    what: 'a code that is not in its value set',
    changes: atValues(isBoundCode, (site, owner) => replace(site, owner, 'no-such-code')),
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
  breaking('per-1', 'Period', { start: '2021', end: '2020' }),
  breaking('ref-1', 'Reference', { reference: '#none' }),
  breaking('ext-1', 'Extension', { url: 'http://example.org/extension' }),
  {
    kind: 'rule',
    what: 'ele-1',
    changes: atValues(
      ({ property: { typeName, element } }) =>
        typeName === 'CodeableConcept' && element.valueSet === undefined,
      (site, owner) => replace(site, owner, { id: 'a' }),
    ),
  },
  breaking('qty-3', 'Quantity', { value: 1, code: 'kg' }),
  breaking('txt-1', 'xhtml', div('<script>x</script>')),
  breaking('txt-2', 'xhtml', div(' ')),
  {
    kind: 'rule',
    what: 'dom-3',
    changes: addsUnusedContained,
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

/** Elements that allow only some types do not allow this one. */
const unlikelyTarget = 'Schedule';

/** A bound choice would have two defects. */
function otherChoice(site: ValueSite): { readonly name: string; readonly value: JsonValue } | undefined {
  return site.property.element.valueSet ? undefined : otherChoices(site)[0];
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
    if (kind === 'duplicate property' && turn % 3 === 0) made.push(duplicateOf(resource, turn));
    if (!kind || !chosen || !change) continue;
    const copy = structuredClone(resource);
    change(copy);
    made.push({ kind, what: chosen.what, text: JSON.stringify(copy) });
  }
  return made;
}

function duplicateOf(resource: JsonObject, turn: number): Defect {
  const names = Object.keys(resource);
  const name = names[turn % names.length] ?? 'resourceType';
  return { kind: 'duplicate property', what: 'a property twice', text: textWithTwice(resource, name) };
}
