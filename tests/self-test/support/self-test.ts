import { _baseTest as base } from '@playwright/test';
import type { FhirValidator } from '../../../fhir/index.ts';
import { rememberingValidator } from './remembering-validator.ts';

/**
 * Tests without browser fixtures that share one FHIR validator in a process: loading fixtures and FHIR tables and
 * validating the same bodies again would be most of the cost of a case.
 */
export const test = base.extend<object, { readonly fhir: FhirValidator }>({
  fhir: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern.
    async ({}, use) => {
      const validator = rememberingValidator();
      await use(validator);
      await validator.close();
    },
    { scope: 'worker' },
  ],
});

export { expect } from '@playwright/test';

/** Annotations from which the table of the self-test is made. */
export const annotations = { requirement: 'requirement', check: 'check', caughtBy: 'caught by' } as const;
