import { test } from '@playwright/test';
import { findPart, type SystemPartName, systemParts } from './system-parts.ts';

/** Leaves the tests of a file or a group out where this machine lacks a part. */
export function needs(name: SystemPartName): void {
  test.skip(findPart(name) === undefined, reasonToLeaveOut(name));
}

/** Where a part is, for tests that call `needs`. */
export function locationOf(name: SystemPartName): string {
  const location = findPart(name);
  if (location !== undefined) return location;
  throw new Error(`A test that uses ${systemParts[name].title} calls needs('${name}').`);
}

/** What stands in the annotation of a test that is left out. */
export function reasonToLeaveOut(name: SystemPartName): string {
  const { title, missing } = systemParts[name];
  return `needs ${title} (${missing})`;
}
