import type { TestDetails } from '@playwright/test';

/** Tests that take long and find little that others miss: only `npm run test:long` runs them. */
export const long: TestDetails = { tag: '@long' };

/** Tests that take seconds, as they wait, load something or read much: `npm test` leaves them to `npm run test:all`. */
export const slow: TestDetails = { tag: '@slow' };
