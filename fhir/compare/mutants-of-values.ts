import type { ValueSet } from '../definitions/release-model.ts';
import { isObject, type JsonObject, type JsonValue } from '../json/json-value.ts';
import {
  addsUnusedContained,
  atObjects,
  atValues,
  type Change,
  drop,
  firstCoding,
  isBoundCode,
  otherChoices,
  replace,
  replacing,
} from './changes.ts';
import { type MutantKind, type MutantMaker, ofKind } from './mutant-maker.ts';
import { edgeValues, narratives, references, ruleBreakers } from './mutant-values.ts';
import { objectAt, type Sites, type ValueSite } from './sites.ts';

/** Types with so many values that those of other types would be rare among their mutants. */
const textTypes = new Set(['string', 'markdown', 'code', 'uri']);

/** Puts each edge value at each value of a type that fits. */
function atEdges(fits: (typeName: string) => boolean): (sites: Sites) => readonly Change[] {
  return ({ values }) =>
    values
      .filter(({ property }) => fits(property.typeName))
      .flatMap((site) =>
        (edgeValues[site.property.typeName] ?? []).map(
          (edge) => (copy: JsonObject) => replace(site, objectAt(copy, site.owner), edge),
        ),
      );
}

function isBoundConcept({ property: { typeName, element }, value }: ValueSite): boolean {
  return (
    ['CodeableConcept', 'Coding'].includes(typeName) &&
    element.valueSet !== undefined &&
    !element.isMaximum &&
    isObject(value)
  );
}

function otherCode(set: ValueSet | undefined, value: JsonValue): string | undefined {
  const codes = [...(set?.codes ?? [])].filter((code) => code !== value);
  return codes[codes.length >> 1];
}

/** Changes the first coding of concepts whose codes are bound. */
function atCodings(part: JsonObject): (sites: Sites) => readonly Change[] {
  return ({ values }) =>
    values.filter(isBoundConcept).map((site) => (copy: JsonObject) => {
      const value = structuredClone(site.value);
      Object.assign(firstCoding(value) ?? {}, part);
      replace(site, objectAt(copy, site.owner), value);
    });
}

const isChoice = ({ property }: ValueSite): boolean => property.element.isChoice;

function capitalised(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

const formats = ofKind('primitive format', [
  {
    what: 'a value at the edge of its format',
    changes: atEdges(() => true),
  },
  {
    what: 'a value at the edge of a format other than that of texts',
    changes: atEdges((typeName) => !textTypes.has(typeName)),
  },
]);

const codes = ofKind('required binding', [
  {
    what: 'an unknown code',
    changes: atValues(isBoundCode, (site, owner) => replace(site, owner, 'no-such-code')),
  },
  {
    what: 'a code in upper case',
    changes: atValues(isBoundCode, (site, owner) => replace(site, owner, String(site.value).toUpperCase())),
  },
  {
    what: 'a display for a code',
    changes: atValues(isBoundCode, (site, owner) => replace(site, owner, `${String(site.value)} x`)),
  },
  {
    what: 'an unknown code in a concept',
    changes: atCodings({ code: 'no-such-code' }),
  },
  {
    what: 'another system in a concept',
    changes: atCodings({ system: 'https://example.org/codes' }),
  },
  {
    what: 'text alone in a concept',
    changes: atValues(
      (site) => isBoundConcept(site) && site.property.typeName === 'CodeableConcept',
      (site, owner) => replace(site, owner, { text: 'x' }),
    ),
  },
  {
    what: 'a wrong language',
    changes: atObjects(
      ({ steps, type }) => steps.length === 0 && type.properties.has('language'),
      (resource) => {
        resource.language = 'not a language';
      },
    ),
  },
]);

const choices = ofKind('choice', [
  {
    what: 'two types of one choice',
    changes: atValues(
      (site) => otherChoices(site).length > 0,
      (site, owner) => {
        const other = otherChoices(site)[0];
        if (other) owner[other.name] = other.value;
      },
    ),
  },
  {
    what: 'another type of the choice',
    changes: atValues(
      (site) => otherChoices(site).length > 0 && site.index === undefined,
      (site, owner) => {
        const other = otherChoices(site).at(-1);
        drop(site, owner);
        if (other) owner[other.name] = other.value;
      },
    ),
  },
  {
    what: 'the type before the name',
    changes: atValues(isChoice, (site, owner) => {
      const { name, element } = site.property;
      drop(site, owner);
      owner[name.slice(element.name.length) + capitalised(element.name)] = site.value;
    }),
  },
  {
    what: 'a type that the choice does not have',
    changes: atValues(
      (site) => isChoice(site) && !site.owner.type.properties.has(`${site.property.element.name}Money`),
      (site, owner) => {
        drop(site, owner);
        owner[`${site.property.element.name}Money`] = { value: 1, currency: 'EUR' };
      },
    ),
  },
  {
    what: 'a choice without its type',
    changes: atValues(isChoice, (site, owner) => {
      drop(site, owner);
      owner[site.property.element.name] = site.value;
    }),
  },
]);

const rules = ofKind('invariant', [
  {
    what: 'another code of the value set',
    changes: atValues(isBoundCode, (site, owner) =>
      replace(site, owner, otherCode(site.property.element.valueSet, site.value) ?? site.value),
    ),
  },
  ...Object.entries(ruleBreakers).map(([what, [typeName, value]]) => ({
    what,
    changes: replacing(typeName, value),
  })),
  {
    what: 'an element with an id alone',
    changes: atValues(
      ({ property, value }) => !property.isPrimitive && !property.isResource && isObject(value),
      (site, owner) => replace(site, owner, { id: 'a' }),
    ),
  },
  {
    what: 'an id of two elements',
    changes: ({ values }) =>
      values
        .filter(({ property, value }) => !property.isPrimitive && !property.isResource && isObject(value))
        .flatMap((site, at, sites) => {
          const other = sites[at + 1];
          if (other === undefined) return [];
          return [
            (copy: JsonObject): void => {
              for (const { owner, property, index } of [site, other]) {
                const value = objectAt(copy, owner)[property.name];
                const element = Array.isArray(value) ? value[index ?? 0] : value;
                if (isObject(element)) element.id = 'same';
              }
            },
          ];
        }),
  },
  {
    what: 'a contained resource that nothing refers to',
    changes: addsUnusedContained,
  },
  {
    what: 'two elements that are dropped',
    changes: ({ values }, _model, random) =>
      values.map((site) => (copy: JsonObject) => {
        drop(site, objectAt(copy, site.owner));
        const other = random.of(values.filter(({ owner }) => owner === site.owner));
        if (other) drop(other, objectAt(copy, other.owner));
      }),
  },
]);

function makersOf(
  kind: MutantKind,
  typeName: string,
  values: Readonly<Record<string, JsonValue>>,
): readonly MutantMaker[] {
  return ofKind(
    kind,
    Object.entries(values).map(([what, value]) => ({ what, changes: replacing(typeName, value) })),
  );
}

/** Rules that change a value, and leave its element where it is. */
export const valueMakers: readonly MutantMaker[] = [
  ...formats,
  ...codes,
  ...choices,
  ...rules,
  ...makersOf('narrative', 'xhtml', narratives),
  ...makersOf('reference and fullUrl', 'Reference', references),
];
