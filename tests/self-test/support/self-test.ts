import { _baseTest as base } from '@playwright/test';
import type { FhirValidator } from '../../../fhir/index.ts';
import { rememberingValidator } from './remembering-validator.ts';

/**
 * Tests without browser fixtures that share one FHIR validator in a process: fixtures, tables and judged bodies would be
 * most of the cost of a case.
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

/** Annotations by which the table of the proof is made from its tests. */
export const annotations = { requirement: 'requirement', check: 'check', caughtBy: 'caught by' } as const;
