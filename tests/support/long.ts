import type { TestDetails } from '@playwright/test';

/** Tests that take long and find little that others miss: `npm test` leaves them to `npm run test:long`. */
export const long: TestDetails = { tag: '@long' };
