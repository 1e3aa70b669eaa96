import { expect, test } from '@playwright/test';
import { defaultImportBundle, importBody } from '../../../engine/configuration/import-bodies.ts';
import { fhirReleases } from '../../../fhir/index.ts';
import { createFhirValidator } from '../../../fhir/node.ts';

const small = JSON.stringify({ resourceType: 'Bundle', type: 'collection', entry: [{ resource: {} }] });
const large = JSON.stringify({ resourceType: 'Bundle', type: 'collection', note: 'x'.repeat(20_000) });

const refusable = (allowImport: boolean, importBundle: string): string =>
  importBody('refusable', { allowImport, importBundle }).text;

test('if imports are not allowed, requests with an invalid key send a Bundle without entries', () => {
  expect(JSON.parse(refusable(false, small))).toMatchObject({ resourceType: 'Bundle', entry: [] });
});

test('if imports are allowed, requests with an invalid key send the same Bundle as an import', () => {
  expect(refusable(true, small)).toBe(importBody('valid', { allowImport: true, importBundle: small }).text);
});

test('the Bundle "valid-in-each-release" is valid in each FHIR release, and new each time', async () => {
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

test('requests with an invalid key replace a large Bundle by the default one', () => {
  expect(refusable(true, large)).toBe(defaultImportBundle);
});
