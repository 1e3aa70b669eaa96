import { expect, test } from '@playwright/test';
import { type Judged, judged, unusedRows } from '../../../fhir/compare/agreement.ts';
import type { Answer, JudgedIssue } from '../../../fhir/compare/answers.ts';
import type { Case } from '../../../fhir/compare/material.ts';
import { mutantsOf } from '../../../fhir/compare/mutants.ts';
import { hl7Place, type Nearness, nearness } from '../../../fhir/compare/places.ts';
import { Random } from '../../../fhir/compare/random.ts';
import { installedModel } from '../../../fhir/installed-definitions.ts';
import type { JsonObject } from '../../../fhir/json/json-value.ts';
import { patient } from '../../support/fhir-resources.ts';

const of: Case = { release: '5.0.0', file: 'a.json', kind: 'structure', what: 'null' };
const error = (id: string, place: string, message = 'x'): JudgedIssue => ({
  severity: 'error',
  id,
  place,
  message,
});
const said = (...issues: JudgedIssue[]): Answer => ({ file: 'a.json', issues, ms: 1 });
const compare = (ours: Answer, hl7: Answer, more: Partial<Case> = {}) =>
  judged({ ...of, ...more }, ours, hl7);

const nullThere = error('structure', 'Patient.name', 'The value is null; leave the property out instead.');
const ele1There = error('invariant ele-1', 'Patient.name[0]', 'ele-1: An element needs a value.');
const unknownUnit = error('Terminology_PassThrough_TX_Message', 'Observation.value.ofType(Quantity)');
const absent = { ...error('', 'Patient', "Unrecognized property 'foo'") };

test('an error that only one of the two validators reports is not explained by default', () => {
  expect(compare(said(nullThere), said()).isExplained).toBe(false);
  expect(compare(said(), said(absent)).isExplained).toBe(false);
});

test('a row that explains no error is listed as unused', () => {
  const rowsOf = (...all: Judged[]) => unusedRows(all).map(({ id }) => String(id));
  expect(rowsOf()).toContain(String(/^invariant ele-1$/));
  expect(rowsOf(compare(said(ele1There), said()))).not.toContain(String(/^invariant ele-1$/));
  expect(rowsOf(compare(said(), said(unknownUnit))).length).toBe(rowsOf().length - 1);
});

test('an unexplained error next to an explained one is still a disagreement', () => {
  expect(compare(said(ele1There), said()).isExplained).toBe(true);
  expect(compare(said(ele1There, nullThere), said()).isExplained).toBe(false);
});

test('errors at unrelated elements are a disagreement, even if both verdicts are invalid', () => {
  const { sameVerdict, nearest, isExplained } = compare(said(nullThere), said(error('', 'Patient.gender')));
  expect({ sameVerdict, nearest, isExplained }).toEqual({
    sameVerdict: true,
    nearest: 'apart',
    isExplained: false,
  });
});

test("a terminology error of HL7's validator is listed as not judged by design and does not count", () => {
  const { sameVerdict, byDesign } = compare(said(), said(unknownUnit));
  expect(sameVerdict).toBe(true);
  expect(byDesign.map(({ row }) => row.topic)).toEqual(['terminology']);
});

test('a row about one release does not explain an error of another release', () => {
  const missing = error('BUNDLE_BUNDLE_ENTRY_FULLURL_REQUIRED', 'Bundle.entry[0]');
  expect(compare(said(), said(missing), { release: '4.0.1' }).isExplained).toBe(true);
  expect(compare(said(), said(missing)).isExplained).toBe(false);
});

const places: readonly (readonly [JudgedIssue, string])[] = [
  [error('', 'Bundle.entry[0].resource/*Patient/a*/.name[0]'), 'Bundle.entry[0].resource.name[0]'],
  [error('', 'Observation.value.ofType(Quantity).code'), 'Observation.valueQuantity.code'],
  [error('', 'Patient', "Unrecognized property '_foo'"), 'Patient.foo'],
  [
    error(
      '',
      'Observation.component[0]',
      'Observation.component.code: minimum required = 1, but only found 0',
    ),
    'Observation.component[0].code',
  ],
];
for (const [issue, place] of places)
  test(`HL7's place ${issue.place} is read as ${place}`, () => expect(hl7Place(issue)).toBe(place));

const near: readonly (readonly [our: string, their: string, Nearness])[] = [
  ['Patient.name[0].given', 'Patient.name[0].given', 'same'],
  ['Patient.name[0].given', 'Patient.name[0]', 'holder'],
  ['Patient.name[0].given', 'Patient', 'apart'],
  ['Patient.name[0]', 'Patient.name[1]', 'apart'],
  ['Patient.name', 'Patient.nameSpace', 'apart'],
];
for (const [our, their, expected] of near)
  test(`the nearness of ${our} and ${their} is "${expected}"`, () =>
    expect(nearness(error('structure', our), error('Some_Id', their))).toBe(expected));

test('the same rule reported at an ancestor is near, another rule there is not', () => {
  const ours = error('invariant bdl-7', 'Bundle.entry[2].fullUrl');
  expect(nearness(ours, error('http://hl7.org/fhir/StructureDefinition/Bundle#bdl-7', 'Bundle'))).toBe(
    'holder',
  );
  expect(nearness(ours, error('http://hl7.org/fhir/StructureDefinition/Bundle#bdl-2', 'Bundle'))).toBe(
    'apart',
  );
});

test('the same seed makes the same mutants, and another seed makes different ones', () => {
  const model = installedModel('5.0.0');
  const resource = patient({ gender: 'male', name: [{ family: 'x' }], birthDate: '2020' }) as JsonObject;
  const made = (seed: number) => mutantsOf(resource, model, new Random(seed), 20);
  expect(made(1)).toEqual(made(1));
  expect(made(1)).not.toEqual(made(2));
  expect(made(1)).toHaveLength(20);
  expect(made(1).every(({ text }) => text !== JSON.stringify(resource))).toBe(true);
});
