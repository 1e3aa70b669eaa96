import { expect, test } from '@playwright/test';
import { fhirReleases } from '../../../fhir/index.ts';
import { installedDefinitions } from '../../../fhir/installed-definitions.ts';
import { validateBody } from '../../../fhir/validate-body.ts';
import { elementPlaces } from './places.ts';
import { PublishedTypes } from './published.ts';
import { referenceCases } from './references.ts';
import { Samples } from './samples.ts';

const definitions = installedDefinitions();

for (const release of fhirReleases) {
  test(`${release}: a reference is valid only if its element allows the type of the target`, () => {
    const types = new PublishedTypes(release);
    const samples = new Samples(types);
    const disagreements: string[] = [];
    let [right, wrong, turn] = [0, 0, 0];
    for (const place of elementPlaces(types, samples)) {
      if (place.typeName !== 'Reference' && place.typeName !== 'CodeableReference') continue;
      turn += 1;
      for (const { name, body, errorAt } of referenceCases(place, types, samples, turn)) {
        const errors = validateBody(definitions, body, { release }).issues.filter(
          ({ severity, level }) => severity === 'error' && level !== 'invariant',
        );
        const said = errors.map(({ level, path }) => `${level} ${path}`);
        const expected = errorAt === undefined ? [] : [`reference ${errorAt}`];
        if (said.join() !== expected.join())
          disagreements.push(`${name}: ${said.join()}, not ${expected.join()}`);
        if (errorAt === undefined) right += 1;
        else wrong += 1;
      }
    }
    expect(disagreements.slice(0, 20)).toEqual([]);
    expect(Math.min(right, wrong)).toBeGreaterThan(3_000);
  });
}
