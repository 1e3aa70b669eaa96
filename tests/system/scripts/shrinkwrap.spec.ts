import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { type LockFile, shrinkwrapOf } from '../../../scripts/shrinkwrap/shrinkwrap-of.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const read = <T>(name: string): T => JSON.parse(readFileSync(`${root}${name}`, 'utf8')) as T;
const ofPackage = read<Readonly<Record<string, Readonly<Record<string, string>>>>>('package.json');

test('the shrinkwrap pins every runtime dependency by version and hash, and has no development dependencies', () => {
  const { packages, lockfileVersion } = shrinkwrapOf(read<LockFile>('package-lock.json'));
  const { '': own, ...others } = packages;
  expect(lockfileVersion).toBe(3);
  expect([own?.devDependencies, own?.dependencies]).toEqual([undefined, ofPackage.dependencies]);
  expect(
    Object.values(others).filter(
      ({ version, integrity }) => version === undefined || integrity === undefined,
    ),
  ).toEqual([]);
  const placeOf = (name: string, from: string): string | undefined => {
    for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
      const place = at === '' ? `node_modules/${name}` : `${at}/node_modules/${name}`;
      if (place in packages) return place;
      if (at === '') return undefined;
    }
  };
  const reached = new Set<string>();
  const missing: string[] = [];
  const follow = (place: string): void => {
    if (reached.has(place)) return;
    reached.add(place);
    const { dependencies = {}, optionalDependencies = {} } = (packages[place] ?? {}) as Readonly<
      Record<string, Readonly<Record<string, string>>>
    >;
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const found = placeOf(name, place);
      if (found === undefined) missing.push(`${place} needs ${name}`);
      else follow(found);
    }
  };
  follow('');
  expect(missing).toEqual([]);
  expect(Object.keys(packages).filter((place) => !reached.has(place))).toEqual([]);
});

test('the shrinkwrap is made before packing, packed, ignored by git, and removed afterwards', () => {
  const scripts = ofPackage.scripts ?? {};
  expect(ofPackage.files).toContain('npm-shrinkwrap.json');
  expect(scripts.prepack).toContain('npm run shrinkwrap');
  // With this file, npm ci in this folder would install no development dependencies.
  expect(scripts.postpack).toContain('npm-shrinkwrap.json');
  expect(readFileSync(`${root}.gitignore`, 'utf8')).toContain('/npm-shrinkwrap.json\n');
  expect(readFileSync(`${root}.github/workflows/release.yml`, 'utf8')).toContain('npm run shrinkwrap');
});
