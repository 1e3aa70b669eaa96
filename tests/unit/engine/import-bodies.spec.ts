import { expect, test } from '@playwright/test';
import { defaultImportBundle, importBody } from '../../../engine/configuration/import-bodies.ts';
import { fhirReleases } from '../../../fhir/index.ts';
import { createFhirValidator } from '../../../fhir/node.ts';

const small = JSON.stringify({ resourceType: 'Bundle', type: 'collection', entry: [{ resource: {} }] });
const large = JSON.stringify({ resourceType: 'Bundle', type: 'collection', note: 'x'.repeat(20_000) });

const refusable = (allowImport: boolean, importBundle: string): string =>
  importBody('refusable', { allowImport, importBundle }).text;

test('where imports are not allowed, a key that must be refused comes with nothing to create', () => {
  expect(JSON.parse(refusable(false, small))).toMatchObject({ resourceType: 'Bundle', entry: [] });
});

test('where imports are allowed, it comes with the Bundle that is imported', () => {
  expect(refusable(true, small)).toBe(importBody('valid', { allowImport: true, importBundle: small }).text);
});

test('the other Bundle is valid in each release of FHIR, and a new one each time', async () => {
  const validator = createFhirValidator();
  const made = () =>
    importBody('valid-in-each-release', { allowImport: true, importBundle: defaultImportBundle }).text;
  const text = made();
  for (const release of fhirReleases) {
    const { valid, issues } = await validator.validate(text, { release, expectType: 'Bundle' });
    expect([valid, issues], release).toEqual([true, []]);
  }
  expect(made()).not.toBe(text);
});

test('a large Bundle is replaced by a small one', () => {
  expect(refusable(true, large)).toBe(defaultImportBundle);
});
