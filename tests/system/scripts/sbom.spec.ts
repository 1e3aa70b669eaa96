import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { type PackageName, sbomOf } from '../../../scripts/sbom/sbom-of.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const ofPackage = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as PackageName & {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
};

test('the bill of materials names every dependency with its version and hash, and is the same each time', () => {
  const text = sbomOf(root, ofPackage);
  const { components, dependencies, ...sbom } = JSON.parse(text) as {
    readonly components: readonly {
      readonly name: string;
      readonly version: string;
      readonly hashes: readonly object[];
      readonly 'bom-ref': string;
    }[];
    readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
  };
  expect(sbom).toMatchObject({
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    metadata: { component: { name: 'evidence-contract', version: ofPackage.version, type: 'application' } },
  });
  const versions = new Map(components.map(({ name, version }) => [name, version]));
  const own = Object.keys(ofPackage.dependencies).map((name) => [name, versions.get(name)]);
  expect(own).toEqual(Object.entries(ofPackage.dependencies));
  // A package that development uses may also be one that a dependency needs.
  const needed = new Set(dependencies.slice(1).flatMap(({ dependsOn }) => dependsOn));
  const names = components.filter((one) => !needed.has(one['bom-ref'])).map(({ name }) => name);
  expect(Object.keys(ofPackage.devDependencies).filter((name) => names.includes(name))).toEqual([]);
  const refs = new Set(components.map((component) => component['bom-ref']));
  const named = dependencies.flatMap(({ dependsOn }) => dependsOn);
  expect(named.filter((other) => !refs.has(other))).toEqual([]);
  expect(dependencies).toHaveLength(components.length + 1);
  expect(components.filter(({ hashes }) => hashes.length !== 1)).toEqual([]);
  expect(sbomOf(root, ofPackage)).toBe(text);
});
