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
  /** With a mark before each place that is expected. */
  readonly text: string;
  /** The paths of the issues, in the order of their places. */
  readonly paths: readonly string[];
  readonly release?: FhirRelease;
}

const rows: readonly Row[] = [
  {
    name: 'a wrong value is at its name',
    text: '{\n  "resourceType": "Patient",\n  ▸"gender": "mal"\n}',
    paths: ['Patient.gender'],
  },
  {
    name: 'a missing element is where the object begins that lacks it',
    text: '{"resourceType":"Patient",\n\t"link": [\n\t\t▸{"type": "seealso"}]}',
    paths: ['Patient.link[0].other'],
  },
  {
    name: 'an element that the root lacks is where the root begins',
    text: ' \n ▸{"resourceType":"OperationOutcome"}',
    paths: ['OperationOutcome.issue'],
  },
  {
    name: 'an item of an array is at its beginning',
    text: '{"resourceType":"Patient","name":[{"given":["a",\n ▸"", "b",\n ▸7]}]}',
    paths: ['Patient.name[0].given[1]', 'Patient.name[0].given[3]'],
  },
  {
    name: 'an unknown property is where the object that has it knows it',
    text: '{"resourceType":"Patient","name":[{"family":"a"},{\n▸"famly":"b"}]}',
    paths: ['Patient.name[1].famly'],
  },
  {
    name: 'the two types of a choice are at the first',
    text: '{"resourceType":"Patient",\n ▸"deceasedBoolean":true,\n "deceasedDateTime":"2020"}',
    paths: ['Patient.deceased'],
  },
  {
    name: 'a choice by its JSON name',
    text: '{"resourceType":"Observation","status":"final","code":{"text":"x"},"valueQuantity":{\n▸"comparator":"="}}',
    paths: ['Observation.valueQuantity.comparator'],
  },
  {
    name: 'an extension of a primitive is in its companion, which may come first',
    text: '{"resourceType":"Patient","_birthDate":{"extension":[▸{"url":"http://example.org/a"}]},\n"birthDate":"2020"}',
    paths: ['Patient.birthDate.extension[0]'],
  },
  {
    name: 'a primitive is at its own name, though its companion comes first',
    text: '{"resourceType":"Patient","_gender":{"id":"g"},\n▸"gender":"mal"}',
    paths: ['Patient.gender'],
  },
  {
    name: 'names with escapes are read as JSON reads them',
    text: '{"resourceTyp\\u0065":"Patient","n\\u0061me":[▸▸{"gi\\"ven":1, ▸"us\\u0065":"x", "x\\\\":[{"use":1}]}]}',
    paths: ['Patient.name[0]', 'Patient.name[0]', 'Patient.name[0].use'],
  },
  {
    name: 'columns count UTF-16 units, and a tab is one',
    text: '{"resourceType":"Patient",\n\t"id":"x",\t"language":"de", "name":[{"text":"🧪é"}], ▸"gender":"mal"}',
    paths: ['Patient.gender'],
  },
  {
    name: 'lines end with CR LF',
    text: '{\r\n"resourceType":"Patient",\r\n▸"gender":"mal"}\r\n',
    paths: ['Patient.gender'],
  },
  {
    name: 'a byte order mark is no column',
    text: '\ufeff{"resourceType":"Patient",▸"gender":"mal"}',
    paths: ['Patient.gender'],
  },
  {
    name: 'braces, brackets and quotes in strings are text',
    text: '{"resourceType":"Patient","name":[{"text":"}]\\"{["}, {"text":"\\\\"}],"contact":[{"gender":"male"}],▸"gender":"["}',
    paths: ['Patient.gender'],
  },
  {
    name: 'each entry of a Bundle has its own places',
    text: '{"resourceType":"Bundle","type":"collection","entry":[\n{"fullUrl":"urn:uuid:5f1b5b5e-0f5a-4a5d-8e5e-0f5a4a5d8e5e","resource":{"resourceType":"Patient"}},\n{"resource":{"resourceType":"Patient",▸"gender":"mal"}},\n{▸"resource":{"language":"de"}}]}',
    paths: ['Bundle.entry[1].resource.gender', 'Bundle.entry[2].resource'],
    release: '4.0.1',
  },
  {
    name: 'a duplicate property is where it stands again',
    text: '{"resourceType":"Patient",\n "id":"a", \n ▸"id" : "b",\n "name":[{"text":"a"},{"text":"b",▸"text":"c"}]}',
    paths: ['Patient.id', 'Patient.name[1].text'],
  },
  {
    name: 'text that is not JSON is where it stops to be',
    text: '{"resourceType":\n  "Patient", "id": "é🧪",\n  ▸gender: 1}',
    paths: [''],
  },
  { name: 'text that is cut off is at its end', text: '{"resourceType":\n "Patient"▸', paths: [''] },
  { name: 'an empty text is at its beginning', text: '▸\n\n', paths: [''] },
  { name: 'text after the end', text: '{"resourceType":"Patient"}\n▸{}', paths: [''] },
  { name: 'a body that is no object', text: '\n ▸[{"gender":1}]', paths: [''] },
  {
    name: 'a body without a type',
    text: '\n ▸{"gender":1}',
    paths: [''],
  },
  {
    name: 'a type that holds what paths are made of',
    text: '{▸"resourceType":"A.b[0]","b":[1]}',
    paths: ['A.b[0].resourceType'],
  },
];

/** The text without marks, and where they stood, counted in another way than the validator does. */
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

test.describe('The place of an issue:', () => {
  for (const { name, text: marked, paths, release } of rows) {
    test(name, () => {
      const { text, places } = unmarked(marked);
      const expected = places.map((place, index) => `${place} ${paths[index]}`).sort();
      expect(placesOf(text, release)).toEqual(expected);
      expect(placesOf(new TextEncoder().encode(text), release)).toEqual(expected);
    });
  }
});

test('without the option no issue has a place, and nothing else differs', () => {
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

test('bytes that are no text have no places', () => {
  const [issue] = validateBody(definitions, new Uint8Array([0x7b, 0xff]), { positions: true }).issues;
  expect(issue?.message).toContain('UTF-8');
  expect(issue).not.toHaveProperty('line');
});

test('where a path is cut, the place is that of the last element before the cut', () => {
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

test('the place of every issue of every known defect is the element that its path names, or the nearest around it', () => {
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
      // By one blank for each level, as the text is indented.
      const there = lines[line - 1]?.slice(depth) ?? '';
      if (column !== depth + 1 || !found.test(there)) misplaced.push(`${name}: ${path}: ${line}:${column}`);
      located += 1;
    }
  }
  expect(misplaced).toEqual([]);
  expect(located).toBeGreaterThan(50);
});

interface Place {
  /** How it begins. */
  readonly found: RegExp;
  readonly depth: number;
}

/** The element that steps lead to, or the nearest one that is there. */
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

/** The property; for an element of a primitive its companion, for a choice one of its types. */
function namesOf(value: object, name: string): readonly string[] {
  const others = Object.keys(value).filter(
    (other) => other.startsWith(name) && /[A-Z]/.test(other.charAt(name.length)),
  );
  return [name, `_${name}`, ...others];
}

test('every element of any JSON is found, at its name or where it begins', async () => {
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
      // The document order of elements is that of their places, and no two with names of their own share one.
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

/** In the order of the text; names of integers, which objects move to the front, as JSON.parse gives them. */
function elementsOf(value: unknown, steps: readonly (string | number)[]): readonly Element[] {
  const inner = Array.isArray(value)
    ? value.flatMap((item, index) => elementsOf(item, [...steps, index]))
    : typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([name, item]) => elementsOf(item, [...steps, name]))
      : [];
  return [{ steps, value }, ...inner];
}

test('lines and columns of many offsets are counted in one pass', () => {
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
