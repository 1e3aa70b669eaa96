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
  for (const [name, version] of Object.entries(ofPackage.dependencies))
    expect(versions.get(name)).toBe(version);
  // A package that development uses may also be one that a dependency needs.
  const needed = new Set(dependencies.slice(1).flatMap(({ dependsOn }) => dependsOn));
  const names = components.filter((one) => !needed.has(one['bom-ref'])).map(({ name }) => name);
  for (const name of Object.keys(ofPackage.devDependencies)) expect(names).not.toContain(name);
  const refs = new Set(components.map((component) => component['bom-ref']));
  for (const other of dependencies.flatMap(({ dependsOn }) => dependsOn)) expect(refs).toContain(other);
  expect(dependencies).toHaveLength(components.length + 1);
  for (const { name, hashes } of components) expect(hashes, name).toHaveLength(1);
  expect(sbomOf(root, ofPackage)).toBe(text);
});
