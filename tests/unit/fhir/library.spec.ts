import assert from 'node:assert/strict';
import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import {
  createValidator,
  type FhirRelease,
  fhirReleases,
  type ReportedIssue,
  type Validate,
} from '../../../fhir/index.ts';
import { type Body, bundle, narrative, observation, patient } from '../../support/fhir-resources.ts';
import { defects } from './defects.ts';
import { legal } from './legal.ts';

const all = createValidator();
let validate: Validate;
test.beforeAll(async () => {
  validate = await all.prepare();
});

test('a text, its bytes and the parsed value get the same report', async () => {
  const value = bundle([
    { resource: patient({ gender: 'x', name: [{ period: { start: '2', end: '1' } }] }) },
  ]);
  const text = JSON.stringify(value);
  const report = await all.validate(value);
  expect(report).toMatchObject({ valid: false, resourceType: 'Bundle', entryCount: 1 });
  expect(await all.validate(text)).toEqual(report);
  expect(await all.validate(new TextEncoder().encode(text))).toEqual(report);
  expect(validate(value)).toEqual(report);
});

test('a frozen value is validated without being changed', () => {
  const value = Object.freeze({
    resourceType: 'Patient',
    name: Object.freeze([Object.freeze({ text: 'x' })]),
  });
  expect(validate(value).valid).toBe(true);
});

test('a validator with one release reports the same issues as one with all releases pinned to it', async () => {
  for (const release of fhirReleases) {
    const one = await createValidator({ releases: [release] }).prepare();
    const alone: object[] = [];
    const amongAll: object[] = [];
    for (const [, body] of [...Object.values(defects).flat(), ...Object.values(legal).flat()]) {
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      const places = (issues: readonly ReportedIssue[]) =>
        issues.map(({ severity, level, path, rule }) => [severity, level, path, rule]);
      alone.push({ text, issues: places(one(text).issues) });
      amongAll.push({ text, issues: places(validate(text, { release }).issues) });
    }
    expect(alone).toEqual(amongAll);
  }
});

test('a resource type is reported with the release that defines it, even if that release is not loaded', async () => {
  const validator = createValidator({ releases: ['4.0.1', '4.3.0'] });
  expect(validator.releases).toEqual(['4.0.1', '4.3.0']);
  const report = await validator.validate({ resourceType: 'ArtifactAssessment' });
  expect(report.issues.map(({ message }) => message)).toEqual([
    'FHIR 4.0.1 and 4.3.0 define no resource type "ArtifactAssessment"; it is defined in 5.0.0.',
  ]);
});

test('the option `releases` is sorted and freed of duplicates', () => {
  expect(createValidator({ releases: ['5.0.0', '4.0.1', '5.0.0'] }).releases).toEqual(['4.0.1', '5.0.0']);
});

test('an unknown release, an empty list of releases and a release that is not loaded throw a TypeError', async () => {
  const unknown = '3.0.2' as FhirRelease;
  expect(() => createValidator({ releases: [unknown] })).toThrow(
    new TypeError('The release must be one of 4.0.1, 4.3.0, 5.0.0, not "3.0.2".'),
  );
  expect(() => createValidator({ releases: [] })).toThrow(TypeError);
  const validator = createValidator({ releases: ['5.0.0'] });
  await expect(validator.validate({}, { release: '4.0.1' })).rejects.toThrow(
    new TypeError('The release must be one of 5.0.0, not "4.0.1".'),
  );
});

test('an unknown option and an option of the wrong type throw a TypeError; undefined is accepted', async () => {
  const takes = 'It takes release, expectType, positions.';
  await expect(all.validate(patient(), { expectTpye: 'Bundle' } as object)).rejects.toThrow(
    new TypeError(`validate: there is no option "expectTpye". ${takes}`),
  );
  expect(() => validate(patient(), { Release: '5.0.0' } as object)).toThrow(
    new TypeError(`validate: there is no option "Release". ${takes}`),
  );
  expect(() => validate(patient(), null as unknown as object)).toThrow(
    new TypeError('validate: the options must be an object, not null.'),
  );
  expect(() => validate(patient(), { expectType: 5 } as object)).toThrow(
    new TypeError('validate: `expectType` must be a string, not 5.'),
  );
  expect(() => validate(patient(), { positions: 'yes' } as object)).toThrow(
    new TypeError('validate: `positions` must be a boolean, not "yes".'),
  );
  expect(validate(patient(), { expectType: undefined, positions: undefined } as object).valid).toBe(true);
  expect(() => createValidator({ release: ['5.0.0'] } as object)).toThrow(
    new TypeError('createValidator: there is no option "release". It takes releases.'),
  );
  expect(() => createValidator({ releases: '5.0.0' } as object)).toThrow(
    new TypeError('createValidator: `releases` must be a list, not "5.0.0".'),
  );
});

/** One defect, and the properties by which a program identifies its issue. */
const kinds: readonly (readonly [string, Body | string, Partial<ReportedIssue>])[] = [
  ['a truncated text', '{', { level: 'text', code: 'structure', path: '' }],
  ['an unknown property', patient({ nmae: 1 }), { level: 'structure', code: 'structure', release: '4.0.1' }],
  ['a missing element', observation({ status: undefined }), { level: 'cardinality', code: 'required' }],
  ['a code outside its value set', patient({ gender: 'x' }), { level: 'binding', code: 'code-invalid' }],
  ['a malformed date', patient({ birthDate: 'x' }), { level: 'primitive-format', code: 'value' }],
  [
    'two types of a choice',
    patient({ deceasedBoolean: true, deceasedDateTime: '2000' }),
    { level: 'choice', code: 'structure' },
  ],
  [
    'a period that ends before it starts',
    patient({ name: [{ text: 'x', period: { start: '2021', end: '2020' } }] }),
    {
      level: 'invariant',
      code: 'invariant',
      rule: 'per-1',
      release: '4.0.1',
      path: 'Patient.name[0].period',
    },
  ],
  ['a blank narrative', patient(narrative(' ')), { level: 'invariant', rule: 'txt-2' }],
  [
    'a reference to a type that is not allowed there',
    patient({ managingOrganization: { reference: 'Patient/1' } }),
    { level: 'reference', code: 'value' },
  ],
  [
    'a reference that does not resolve',
    bundle([{ resource: patient({ managingOrganization: { reference: 'Organization/1' } }) }]),
    { severity: 'warning', level: 'reference', code: 'not-found' },
  ],
  ['a text nested too deeply', '['.repeat(500), { level: 'text', code: 'too-costly' }],
];
for (const [name, body, expected] of kinds) {
  test(`the properties of an issue identify the defect: ${name}`, () => {
    const { issues } = validate(body);
    expect(issues).toHaveLength(1);
    expect(issues[0]).toMatchObject(expected);
    if (expected.rule !== undefined) expect(issues[0]?.message).toMatch(new RegExp(`^${expected.rule}: `));
    else expect(issues[0]).not.toHaveProperty('rule');
  });
}

const cycle: Record<string, unknown> = { resourceType: 'Patient' };
cycle.name = [cycle];
const doubling = (levels: number): object =>
  levels === 0 ? { linkId: 'a' } : ((inner) => ({ linkId: 'a', item: [inner, inner] }))(doubling(levels - 1));
/** Returns new objects endlessly. */
const growing = (): object => ({
  get a() {
    return growing();
  },
  get b() {
    return growing();
  },
});
const throwing = {
  resourceType: 'Patient',
  get active(): boolean {
    throw new Error('no');
  },
};

/** Values that are not valid resources, most of which JSON text cannot express, each with its one issue. */
const hostile: readonly (readonly [string, unknown, string])[] = [
  ['undefined', undefined, ': A value of the type undefined is not JSON.'],
  ['null', null, ': A FHIR resource is a JSON object; the body is something else.'],
  ['a function', () => 1, ': A value of the type function is not JSON.'],
  ['a symbol', Symbol('x'), ': A value of the type symbol is not JSON.'],
  ['a number', 5, ': A FHIR resource is a JSON object; the body is something else.'],
  [
    'a promise',
    Promise.resolve('{}'),
    ': The object has no resourceType, so that it is not a FHIR resource.',
  ],
  [
    'a BigInt in a property',
    patient({ multipleBirthInteger: 1n }),
    'Patient.multipleBirthInteger: A value of the type bigint is not JSON.',
  ],
  [
    'NaN in a property',
    patient({ multipleBirthInteger: Number.NaN }),
    'Patient.multipleBirthInteger: NaN is not a JSON number.',
  ],
  ['a circular reference', cycle, 'Patient.name[0]: The value refers back to one around it.'],
  ['a getter that throws', throwing, 'Patient.active: The value cannot be read: reading it throws an error.'],
  [
    'getters that return new objects endlessly',
    growing(),
    ': The value was not validated: it is nested deeper than 400 levels.',
  ],
  [
    'shared objects that double at each level',
    { resourceType: 'Questionnaire', status: 'active', item: [doubling(40)] },
    ': The value was not validated: it holds more than 5,000,000 values.',
  ],
  [
    'a huge sparse array',
    patient({ name: new Array(4_294_967_295) }),
    ': The value was not validated: it holds more than 5,000,000 values.',
  ],
];
for (const [name, value, expected] of hostile) {
  test(`an unusable value is reported as one error, without an exception: ${name}`, () => {
    const { valid, issues } = validate(value);
    expect(valid).toBe(false);
    expect(issues.map(({ path, message }) => `${path}: ${message}`)).toEqual([expected]);
  });
}

test('a value is read as JSON.stringify writes it', () => {
  const value = patient({ birthDate: undefined, meta: { lastUpdated: new Date('2024-05-01T12:00:00Z') } });
  expect(validate(value).issues).toEqual([]);
  expect(validate(patient({ name: [undefined] })).issues.map(({ path }) => path)).toEqual([
    'Patient.name[0]',
  ]);
  const hidden = JSON.parse('{"resourceType":"Patient","__proto__":{"a":1}}') as unknown;
  expect(validate(hidden).issues.map(({ path }) => path)).toEqual(['Patient.__proto__']);
});

test('every generated value gets a report, and nothing is thrown', () => {
  const anything = fc.anything({
    withBigInt: true,
    withDate: true,
    withMap: true,
    withNullPrototype: true,
    withSparseArray: true,
    withTypedArray: true,
    withObjectString: true,
  });
  const property = fc.property(anything, fc.string(), (value, name) => {
    for (const body of [value, { resourceType: 'Patient', [name]: value }, patient({ contained: [value] })]) {
      assert.equal(typeof validate(body).valid, 'boolean');
    }
  });
  fc.assert(property, { numRuns: 400, seed: 20_241_122 });
});

test('an ArrayBuffer and a DataView are read as bytes', () => {
  const bytes = new TextEncoder().encode('{"resourceType":"Patient"}');
  expect(validate(new DataView(bytes.buffer) as unknown).valid).toBe(true);
  expect(validate(bytes.buffer as unknown).valid).toBe(true);
});

test('bytes that were transferred to a worker are no JSON, and a body that throws cannot be read', () => {
  const { buffer } = new TextEncoder().encode('{"resourceType":"Patient"}');
  structuredClone(buffer, { transfer: [buffer] });
  expect(validate(buffer as unknown)).toEqual(validate(''));
  const throwing = (): never => {
    throw new Error('not to be read');
  };
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  const tagged = Object.defineProperty({}, Symbol.toStringTag, { get: throwing });
  for (const body of [proxy, new Proxy({}, { get: throwing }), tagged])
    expect(validate(body).issues.map(({ message }) => message)).toEqual([expect.stringMatching(/./)]);
});
