import type { Property, ValueSet } from '../definitions/release-model.ts';
import { isObject, type JsonObject, type JsonValue } from '../json/json-value.ts';
import type { MutantMaker } from './mutant-maker.ts';
import { atObjects, atValues, drop, replace } from './mutants-of-elements.ts';
import { objectAt, type ValueSite } from './sites.ts';

/** Values at the edge of each format, valid ones among them. */
const edges: Readonly<Record<string, readonly JsonValue[]>> = {
  base64Binary: ['a', 'YWJj', 'YW Jj', 'YWJj=', '====', 'YWJ_'],
  canonical: ['a b', 'http://example.org/x|1', 'urn:uuid:1'],
  code: ['a  b', ' a', 'a ', 'a\tb'],
  date: ['2020-13-01', '2020-02-30', '2020-2-3', '2020', '2020-02', '20-02-03', '2020-02-03T00:00:00Z'],
  dateTime: ['2020-02-30', '2020-02-03T10:00', '2020-02-03T10:00:00', '2020-02-03T25:00:00Z', '2020-02'],
  decimal: [1e3, 0.1, -7],
  id: ['a_b', 'a b', 'x'.repeat(65), 'A-1.b'],
  instant: ['2020-01-01', '2020-01-01T10:00:00', '2020-01-01T10:00:00Z', '2020-01-01T10:00:00.123+14:30'],
  integer: [1.5, 2147483648, -1],
  markdown: [' ', 'x\ny'],
  oid: ['1.2', 'urn:oid:1.02', 'urn:oid:1.2.3', 'urn:oid:3.1'],
  positiveInt: [0, 1, -1, 2147483648],
  string: [' a', ' ', 'a\u0000b', 'x'],
  time: ['25:00:00', '10:00', '10:00:00', '10:00:00Z', '23:59:60'],
  unsignedInt: [-1, 0, 1.5],
  uri: ['a b', 'urn:uuid:1', 'urn:oid:x', 'relative', 'urn:oid:1.2.3'],
  url: ['a b', 'http://example.org/x'],
  uuid: ['urn:uuid:1', 'urn:uuid:C757873D-EC9A-4326-A141-556F43239520'],
};

/** Other types that a choice may have, with a value that needs nothing else. */
const simpleChoices: Readonly<Record<string, JsonValue>> = {
  boolean: true,
  string: 'x',
  dateTime: '2020',
  CodeableConcept: { text: 'x' },
  Quantity: { value: 1 },
  Reference: { display: 'x' },
  Period: { start: '2020' },
};

const hasType =
  (...names: readonly string[]) =>
  ({ property }: ValueSite): boolean =>
    names.includes(property.typeName);

function isBoundCode({ property: { typeName, element } }: ValueSite): boolean {
  return typeName === 'code' && element.valueSet !== undefined && element.valueSet.syntax === undefined;
}

function isBoundConcept({ property: { typeName, element }, value }: ValueSite): boolean {
  return (
    ['CodeableConcept', 'Coding'].includes(typeName) &&
    element.valueSet !== undefined &&
    !element.isMaximum &&
    isObject(value)
  );
}

function firstCoding(value: JsonValue): JsonObject | undefined {
  if (!isObject(value)) return undefined;
  const coding = Array.isArray(value.coding) ? value.coding[0] : value;
  return isObject(coding) ? coding : undefined;
}

function otherCode(set: ValueSet | undefined, value: JsonValue): string | undefined {
  const codes = [...(set?.codes ?? [])].filter((code) => code !== value);
  return codes[codes.length >> 1];
}

function otherTypesOf({ owner, property }: ValueSite): readonly Property[] {
  return [...owner.type.properties.values()].filter(
    (other) =>
      property.element.isChoice &&
      other.element === property.element &&
      other.name !== property.name &&
      simpleChoices[other.typeName] !== undefined,
  );
}

const div = (inner: string): string => `<div xmlns="http://www.w3.org/1999/xhtml">${inner}</div>`;

/** Narratives, broken ones and good ones. */
const narratives: Readonly<Record<string, string>> = {
  'a script': div('<script>x</script>'),
  'no text': div(' '),
  'an image alone': div('<img src="x.png" alt="x"/>'),
  'an open element': div('<p>x'),
  'another root': '<p xmlns="http://www.w3.org/1999/xhtml">x</p>',
  'no namespace': '<div>x</div>',
  'an unknown element': div('<foo>x</foo>'),
  'an event handler': div('<p onclick="x()">x</p>'),
  'an HTML entity': div('a&nbsp;b &copy; &eacute;'),
  'an unknown entity': div('&nosuch;'),
  'a comment': div('<!-- x -->x'),
  'a document type': `<!DOCTYPE html>${div('x')}`,
  'a form': div('<form><input type="text"/></form>'),
  'plain text': 'x',
  'a table': div('<table border="1"><tr><td colspan="2">x</td></tr></table>'),
  'an unquoted attribute': div('<p class=x>x</p>'),
  'a frame': div('<iframe src="https://example.org"/>'),
  'two roots': `${div('x')}${div('y')}`,
  'a link that runs a script': div('<a href="javascript:x()">x</a>'),
  'an unescaped ampersand': div('a & b'),
};

/** Rules that change a value, and leave its element where it is. */
export const valueMakers: readonly MutantMaker[] = [
  ...[0, 1, 2, 3, 4, 5].map(
    (turn): MutantMaker => ({
      kind: 'primitive format',
      what: `a value at the edge of its format (${turn + 1})`,
      mutations: atValues(
        ({ property }) => edges[property.typeName] !== undefined,
        (site, owner) => {
          const values = edges[site.property.typeName] ?? [];
          replace(site, owner, values[turn % values.length] ?? null);
        },
      ),
    }),
  ),
  {
    kind: 'primitive format',
    what: 'a format other than that of strings',
    mutations: atValues(
      ({ property: { typeName } }) =>
        edges[typeName] !== undefined && !['string', 'markdown', 'code', 'uri'].includes(typeName),
      (site, owner) => replace(site, owner, edges[site.property.typeName]?.[0] ?? null),
    ),
  },
  {
    kind: 'required binding',
    what: 'an unknown code',
    mutations: atValues(isBoundCode, (site, owner) => replace(site, owner, 'no-such-code')),
  },
  {
    kind: 'required binding',
    what: 'a code of another letter case',
    mutations: atValues(isBoundCode, (site, owner) => replace(site, owner, String(site.value).toUpperCase())),
  },
  {
    kind: 'required binding',
    what: 'a display for a code',
    mutations: atValues(isBoundCode, (site, owner) => replace(site, owner, `${String(site.value)} x`)),
  },
  {
    kind: 'required binding',
    what: 'an unknown code in a concept',
    mutations: atValues(isBoundConcept, (site, owner) => {
      const value = structuredClone(site.value);
      const coding = firstCoding(value);
      if (coding) coding.code = 'no-such-code';
      replace(site, owner, value);
    }),
  },
  {
    kind: 'required binding',
    what: 'another system in a concept',
    mutations: atValues(isBoundConcept, (site, owner) => {
      const value = structuredClone(site.value);
      const coding = firstCoding(value);
      if (coding) coding.system = 'https://example.org/codes';
      replace(site, owner, value);
    }),
  },
  {
    kind: 'required binding',
    what: 'text alone in a concept',
    mutations: atValues(
      (site) => isBoundConcept(site) && site.property.typeName === 'CodeableConcept',
      (site, owner) => replace(site, owner, { text: 'x' }),
    ),
  },
  {
    kind: 'required binding',
    what: 'a wrong language',
    mutations: atObjects(
      ({ steps, type }) => steps.length === 0 && type.properties.has('language'),
      (resource) => {
        resource.language = 'not a language';
      },
    ),
  },
  {
    kind: 'choice',
    what: 'two types of one choice',
    mutations: atValues(
      (site) => otherTypesOf(site).length > 0,
      (site, owner) => {
        const other = otherTypesOf(site)[0];
        if (other) owner[other.name] = simpleChoices[other.typeName] ?? null;
      },
    ),
  },
  {
    kind: 'choice',
    what: 'another type of the choice',
    mutations: atValues(
      (site) => otherTypesOf(site).length > 0 && site.index === undefined,
      (site, owner) => {
        const other = otherTypesOf(site).at(-1);
        drop(site, owner);
        if (other) owner[other.name] = simpleChoices[other.typeName] ?? null;
      },
    ),
  },
  {
    kind: 'choice',
    what: 'the type before the name',
    mutations: atValues(
      ({ property }) => property.element.isChoice,
      (site, owner) => {
        const { name, element } = site.property;
        const type = name.slice(element.name.length);
        drop(site, owner);
        owner[`${type}${element.name.charAt(0).toUpperCase()}${element.name.slice(1)}`] = site.value;
      },
    ),
  },
  {
    kind: 'choice',
    what: 'a type that the choice does not have',
    mutations: atValues(
      ({ property, owner }) =>
        property.element.isChoice && !owner.type.properties.has(`${property.element.name}Money`),
      (site, owner) => {
        drop(site, owner);
        owner[`${site.property.element.name}Money`] = { value: 1, currency: 'EUR' };
      },
    ),
  },
  {
    kind: 'choice',
    what: 'a choice without its type',
    mutations: atValues(
      ({ property }) => property.element.isChoice,
      (site, owner) => {
        drop(site, owner);
        owner[site.property.element.name] = site.value;
      },
    ),
  },
  {
    kind: 'invariant',
    what: 'another code of the value set',
    mutations: atValues(isBoundCode, (site, owner) =>
      replace(site, owner, otherCode(site.property.element.valueSet, site.value) ?? site.value),
    ),
  },
  {
    kind: 'invariant',
    what: 'a period that ends before it starts',
    mutations: atValues(hasType('Period'), (site, owner) =>
      replace(site, owner, { start: '2021-03-01', end: '2020' }),
    ),
  },
  {
    kind: 'invariant',
    what: 'a range whose low is higher',
    mutations: atValues(hasType('Range'), (site, owner) =>
      replace(site, owner, { low: { value: 2 }, high: { value: 1 } }),
    ),
  },
  {
    kind: 'invariant',
    what: 'an extension without a value',
    mutations: atValues(hasType('Extension'), (site, owner) =>
      replace(site, owner, { url: 'http://example.org/extension' }),
    ),
  },
  {
    kind: 'invariant',
    what: 'a code without a system in a quantity',
    mutations: atValues(hasType('Quantity'), (site, owner) => replace(site, owner, { value: 1, code: 'kg' })),
  },
  {
    kind: 'invariant',
    what: 'a contact point without a system',
    mutations: atValues(hasType('ContactPoint'), (site, owner) => replace(site, owner, { value: '1' })),
  },
  {
    kind: 'invariant',
    what: 'data without a content type',
    mutations: atValues(hasType('Attachment'), (site, owner) => replace(site, owner, { data: 'YWJj' })),
  },
  {
    kind: 'invariant',
    what: 'an element with an id alone',
    mutations: atValues(
      ({ property, value }) => !property.isPrimitive && !property.isResource && isObject(value),
      (site, owner) => replace(site, owner, { id: 'a' }),
    ),
  },
  {
    kind: 'invariant',
    what: 'a contained resource that nothing refers to',
    mutations: atObjects(
      ({ steps, type }) => steps.length === 0 && type.properties.has('contained'),
      (resource) => {
        const unused = { resourceType: 'Basic', id: 'unused', code: { text: 'x' } };
        resource.contained = [...(Array.isArray(resource.contained) ? resource.contained : []), unused];
      },
    ),
  },
  {
    kind: 'invariant',
    what: 'two elements that are dropped',
    mutations: ({ values }, _model, random) =>
      values.map((site) => (copy: JsonObject) => {
        drop(site, objectAt(copy, site.owner));
        const other = random.of(values.filter(({ owner }) => owner === site.owner));
        if (other) drop(other, objectAt(copy, other.owner));
      }),
  },
  ...Object.entries(narratives).map(
    ([what, text]): MutantMaker => ({
      kind: 'narrative',
      what,
      mutations: atValues(hasType('xhtml'), (site, owner) => replace(site, owner, text)),
    }),
  ),
  ...Object.entries({
    'a type that does not exist': { reference: 'Foo/1' },
    'a type that is not allowed': { reference: 'Schedule/1' },
    'a contained resource that is missing': { reference: '#none' },
    'an id with a space': { reference: 'Patient/a b' },
    'a type that the URL denies': { reference: 'Patient/1', type: 'Group' },
    'an address elsewhere': { reference: 'https://example.org/x' },
    'a display alone': { display: 'x' },
    'an unknown type beside an identifier': { type: 'Foo', identifier: { value: '1' } },
    'a URN without its UUID': { reference: 'urn:uuid:1' },
  }).map(
    ([what, value]): MutantMaker => ({
      kind: 'reference and fullUrl',
      what,
      mutations: atValues(hasType('Reference'), (site, owner) => replace(site, owner, value)),
    }),
  ),
];
