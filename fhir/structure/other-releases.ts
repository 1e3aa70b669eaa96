import type { Property } from '../definitions/release-model.ts';
import type { FhirRelease } from '../types.ts';

/** The property of that name in each release in which its owner has it. */
export type PropertiesByRelease = (owner: string, property: string) => ReadonlyMap<FhirRelease, Property>;

/** Releases as a sentence lists them. */
export function listed(releases: readonly string[]): string {
  return releases.length < 2
    ? releases.join()
    : `${releases.slice(0, -1).join(', ')} and ${releases[releases.length - 1]}`;
}
