import assert from 'node:assert/strict';
import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import type { FhirRelease } from '../../../fhir/index.ts';
import { installedDefinitions } from '../../../fhir/installed-definitions.ts';
import { elementOffsets } from '../../../fhir/json/element-offsets.ts';
import { positionsOf } from '../../../fhir/json/text-position.ts';
import { validateBody } from '../../../fhir/validate-body.ts';
import { bundle, patient } from '../../support/fhir-resources.ts';
import { holds } from '../../support/property.ts';
import { defects } from './defects.ts';

const definitions = installedDefinitions();
const mark = '▸';

interface Row {
  readonly name: string;
  /** With a mark before each expected place. */
  readonly text: string;
  /** The paths of the issues, in the order of their places. */
  readonly paths: readonly string[];
  readonly release?: FhirRelease;
}

const rows: readonly Row[] = [
  {
    name: 'the property name of a wrong value',
    text: '{\n  "resourceType": "Patient",\n  ▸"gender": "mal"\n}',
    paths: ['Patient.gender'],
  },
  {
    name: 'the beginning of the object that lacks an element',
    text: '{"resourceType":"Patient",\n\t"link": [\n\t\t▸{"type": "seealso"}]}',
    paths: ['Patient.link[0].other'],
  },
  {
    name: 'the beginning of the root if the root lacks an element',
    text: ' \n ▸{"resourceType":"OperationOutcome"}',
    paths: ['OperationOutcome.issue'],
  },
  {
    name: 'the beginning of an array item',
    text: '{"resourceType":"Patient","name":[{"given":["a",\n ▸"", "b",\n ▸7]}]}',
    paths: ['Patient.name[0].given[1]', 'Patient.name[0].given[3]'],
  },
  {
    name: 'the name of an unknown property in the right item of an array',
    text: '{"resourceType":"Patient","name":[{"family":"a"},{\n▸"famly":"b"}]}',
    paths: ['Patient.name[1].famly'],
  },
  {
    name: 'the first of two types of a choice',
    text: '{"resourceType":"Patient",\n ▸"deceasedBoolean":true,\n "deceasedDateTime":"2020"}',
    paths: ['Patient.deceased'],
  },
  {
    name: 'an element inside a choice, which has another name in JSON',
    text: '{"resourceType":"Observation","status":"final","code":{"text":"x"},"valueQuantity":{\n▸"comparator":"="}}',
    paths: ['Observation.valueQuantity.comparator'],
  },
  {
    name: 'an extension in the companion of a primitive, even if the companion comes first',
    text: '{"resourceType":"Patient","_birthDate":{"extension":[▸{"url":"http://example.org/a"}]},\n"birthDate":"2020"}',
    paths: ['Patient.birthDate.extension[0]'],
  },
  {
    name: 'the own name of a primitive, even if its companion comes first',
    text: '{"resourceType":"Patient","_gender":{"id":"g"},\n▸"gender":"mal"}',
    paths: ['Patient.gender'],
  },
  {
    name: 'names with escape sequences',
    text: '{"resourceTyp\\u0065":"Patient","n\\u0061me":[▸▸{"gi\\"ven":1, ▸"us\\u0065":"x", "x\\\\":[{"use":1}]}]}',
    paths: ['Patient.name[0]', 'Patient.name[0]', 'Patient.name[0].use'],
  },
  {
    name: 'a column counted in UTF-16 code units, with a tab as one',
    text: '{"resourceType":"Patient",\n\t"id":"x",\t"language":"de", "name":[{"text":"🧪é"}], ▸"gender":"mal"}',
    paths: ['Patient.gender'],
  },
  {
    name: 'a line in a text with CR LF line ends',
    text: '{\r\n"resourceType":"Patient",\r\n▸"gender":"mal"}\r\n',
    paths: ['Patient.gender'],
  },
  {
    name: 'a column that does not count a byte order mark',
    text: '\ufeff{"resourceType":"Patient",▸"gender":"mal"}',
    paths: ['Patient.gender'],
  },
  {
    name: 'a property after strings with braces, brackets and quotes',
    text: '{"resourceType":"Patient","name":[{"text":"}]\\"{["}, {"text":"\\\\"}],"contact":[{"gender":"male"}],▸"gender":"["}',
    paths: ['Patient.gender'],
  },
  {
    name: 'elements in different entries of a Bundle',
    text: '{"resourceType":"Bundle","type":"collection","entry":[\n{"fullUrl":"urn:uuid:5f1b5b5e-0f5a-4a5d-8e5e-0f5a4a5d8e5e","resource":{"resourceType":"Patient"}},\n{"resource":{"resourceType":"Patient",▸"gender":"mal"}},\n{▸"resource":{"language":"de"}}]}',
    paths: ['Bundle.entry[1].resource.gender', 'Bundle.entry[2].resource'],
    release: '4.0.1',
  },
  {
    name: 'the second occurrence of a duplicate property',
    text: '{"resourceType":"Patient",\n "id":"a", \n ▸"id" : "b",\n "name":[{"text":"a"},{"text":"b",▸"text":"c"}]}',
    paths: ['Patient.id', 'Patient.name[1].text'],
  },
  {
    name: 'the first character that is not valid JSON',
    text: '{"resourceType":\n  "Patient", "id": "é🧪",\n  ▸gender: 1}',
    paths: [''],
  },
  { name: 'the end of a truncated text', text: '{"resourceType":\n "Patient"▸', paths: [''] },
  { name: 'the beginning of a blank text', text: '▸\n\n', paths: [''] },
  { name: 'text after the end of the JSON', text: '{"resourceType":"Patient"}\n▸{}', paths: [''] },
  { name: 'the beginning of a body that is not an object', text: '\n ▸[{"gender":1}]', paths: [''] },
  {
    name: 'the beginning of a body without resourceType',
    text: '\n ▸{"gender":1}',
    paths: [''],
  },
  {
    name: 'a resourceType with dots and brackets',
    text: '{▸"resourceType":"A.b[0]","b":[1]}',
    paths: ['A.b[0].resourceType'],
  },
];

/** The text without marks, and the places of the marks, counted independently of the validator. */
function unmarked(marked: string): { readonly text: string; readonly places: readonly string[] } {
  const parts = marked.split(mark);
  const places = parts.slice(1).map((_, index) => {
    const before = parts
      .slice(0, index + 1)
      .join('')
      .replace('\ufeff', '');
    const lines = before.split('\n');
    return `${lines.length}:${(lines.at(-1) ?? '').length + 1}`;
  });
  return { text: parts.join(''), places };
}

function placesOf(body: string | Uint8Array, release: FhirRelease = '4.0.1'): readonly string[] {
  const { issues } = validateBody(definitions, body, { positions: true, release });
  return issues
    .filter(({ severity }) => severity === 'error')
    .map(({ path, line, column }) => `${line}:${column} ${path}`)
    .sort();
}

test.describe('An issue points to', () => {
  for (const { name, text: marked, paths, release } of rows) {
    test(name, () => {
      const { text, places } = unmarked(marked);
      const expected = places.map((place, index) => `${place} ${paths[index]}`).sort();
      expect(placesOf(text, release)).toEqual(expected);
      expect(placesOf(new TextEncoder().encode(text), release)).toEqual(expected);
    });
  }
});

test('without the option `positions` issues have no line and column, and nothing else differs', () => {
  const text = JSON.stringify(bundle([{ resource: patient({ gender: 'mal' }) }]), undefined, 1);
  const without = validateBody(definitions, text);
  const located = validateBody(definitions, text, { positions: true });
  expect(without.issues.length).toBeGreaterThan(0);
  for (const issue of without.issues) expect(issue).not.toHaveProperty('line');
  expect(located).toEqual({
    ...without,
    issues: without.issues.map((issue) => ({
      ...issue,
      line: expect.any(Number),
      column: expect.any(Number),
    })),
  });
});

test('an issue about bytes that are not UTF-8 has no position', () => {
  const [issue] = validateBody(definitions, new Uint8Array([0x7b, 0xff]), { positions: true }).issues;
  expect(issue?.message).toContain('UTF-8');
  expect(issue).not.toHaveProperty('line');
});

test('an issue with a shortened path points to the last element before the ellipsis', () => {
  const item = (depth: number): object =>
    depth === 0
      ? { linkId: 'a', type: 'no' }
      : { linkId: `${depth}`, type: 'group', item: [item(depth - 1)] };
  const text = JSON.stringify(
    { resourceType: 'Questionnaire', status: 'active', item: [item(40)] },
    undefined,
    1,
  );
  const issue = validateBody(definitions, text, { positions: true, release: '4.0.1' }).issues.find(
    ({ level }) => level === 'binding',
  );
  expect(issue?.path).toMatch(/^Questionnaire(\.item\[0\]){13}….*\.type$/);
  const lines = text.split('\n');
  expect(lines[(issue?.line ?? 0) - 1]).toBe(`${' '.repeat(26)}{`);
  expect(issue?.column).toBe(27);
});

test('every issue of every known defect points to the element of its path, or to its nearest ancestor', () => {
  let located = 0;
  const misplaced: string[] = [];
  for (const [name, body, , release] of Object.values(defects).flat()) {
    if (typeof body === 'string') continue;
    const text = JSON.stringify(body, undefined, 1);
    const report = validateBody(definitions, text, { positions: true, ...(release ? { release } : {}) });
    const lines = text.split('\n');
    for (const { path, line = 0, column = 0 } of report.issues) {
      if (path.includes('…')) continue;
      const steps = [...path.slice(report.resourceType?.length ?? 0).matchAll(/\.(\w+)|\[(\d+)\]/g)];
      const { found, depth } = nearest(
        JSON.parse(text) as unknown,
        steps.map(([, property, index]) => property ?? Number(index)),
      );
      // The text is indented by one space for each level.
      const there = lines[line - 1]?.slice(depth) ?? '';
      if (column !== depth + 1 || !found.test(there)) misplaced.push(`${name}: ${path}: ${line}:${column}`);
      located += 1;
    }
  }
  expect(misplaced).toEqual([]);
  expect(located).toBeGreaterThan(50);
});

interface Place {
  /** How the text begins there. */
  readonly found: RegExp;
  readonly depth: number;
}

/** The element at the end of the steps, or its nearest ancestor that exists. */
function nearest(value: unknown, [step, ...rest]: readonly (string | number)[], here?: Place): Place {
  const place = here ?? { found: /^\{/, depth: 0 };
  if (step === undefined || typeof value !== 'object' || value === null) return place;
  const names = (typeof step === 'number' ? [step] : namesOf(value, step)).filter((name) => name in value);
  const inner = names.map((name) =>
    nearest((value as Record<string | number, unknown>)[name], rest, {
      found: typeof name === 'number' ? /^[[{"\w-]/ : new RegExp(`^"${name}": `),
      depth: place.depth + 1,
    }),
  );
  return inner.toSorted((one, other) => other.depth - one.depth)[0] ?? place;
}

/** The property itself, the companion of a primitive, or a choice with one of its types. */
function namesOf(value: object, name: string): readonly string[] {
  const others = Object.keys(value).filter(
    (other) => other.startsWith(name) && /[A-Z]/.test(other.charAt(name.length)),
  );
  return [name, `_${name}`, ...others];
}

test('every element of generated JSON is located, in document order, at its name or its beginning', async () => {
  await holds(
    fc.property(fc.jsonValue({ maxDepth: 5 }), fc.constantFrom(undefined, 1, '\t'), (generated, indent) => {
      const text = JSON.stringify(generated, undefined, indent);
      const elements = elementsOf(JSON.parse(text) as unknown, []);
      const offsets = elementOffsets(
        text,
        elements.map(({ steps }) => ({ steps, isChoice: false })),
      );
      elements.forEach(({ steps, value }, index) => {
        const from = text.slice(offsets[index]);
        const name = steps.at(-1);
        const compact = JSON.stringify(value);
        if (typeof name === 'string') assert.equal(from.startsWith(`${JSON.stringify(name)}:`), true);
        else assert.equal(from.startsWith(compact.slice(0, 1)), true);
      });
      // Places are in document order, and no two elements share one.
      assert.deepEqual(
        offsets,
        offsets.toSorted((one, other) => one - other),
      );
      assert.equal(new Set(offsets).size, offsets.length);
    }),
  );
});

interface Element {
  readonly steps: readonly (string | number)[];
  readonly value: unknown;
}

/** In the order of the text. Names that are integers come first, since JSON.parse moves them to the front. */
function elementsOf(value: unknown, steps: readonly (string | number)[]): readonly Element[] {
  const inner = Array.isArray(value)
    ? value.flatMap((item, index) => elementsOf(item, [...steps, index]))
    : typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([name, item]) => elementsOf(item, [...steps, name]))
      : [];
  return [{ steps, value }, ...inner];
}

test('offsets in any order are converted to lines and columns', () => {
  const text = 'ab\n\r\n🧪\n\nend';
  const offsets = [9, undefined, 0, 2, 3, 5, 7, 8, 9, 12];
  expect(positionsOf(text, offsets).map((one) => one && `${one.line}:${one.column}`)).toEqual([
    '5:1',
    undefined,
    '1:1',
    '1:3',
    '2:1',
    '3:1',
    '3:3',
    '4:1',
    '5:1',
    '5:4',
  ]);
});
