import type { TestDetails } from '@playwright/test';

/** Tests that take long and find little that others miss: only `npm run test:long` runs them. */
export const long: TestDetails = { tag: '@long' };
