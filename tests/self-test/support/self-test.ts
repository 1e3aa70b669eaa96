import { test as base } from '@playwright/test';
import type { BodyReader } from '../../../engine/evidence/body-reader.ts';
import { rememberingBodyReader } from './remembering-body-reader.ts';

/**
 * Tests that share one body reader in a process: loading FHIR tables and validating the same bodies again would be most of
 * the cost of a case.
 */
export const test = base.extend<object, { readonly bodies: BodyReader }>({
  bodies: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern.
    async ({}, use) => {
      const reader = rememberingBodyReader();
      await use(reader);
      await reader.close();
    },
    { scope: 'worker' },
  ],
});

export { expect } from '@playwright/test';

/** Annotations from which the table of the self-test is made. */
export const annotations = { requirement: 'requirement', check: 'check', caughtBy: 'caught by' } as const;
