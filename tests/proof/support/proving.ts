import { test as base } from '@playwright/test';
import type { FhirValidator } from '../../../fhir/index.ts';
import { rememberingValidator } from './remembering-validator.ts';

/** Tests that share one FHIR validator in a process: its tables and its memory of bodies are most of a case's cost. */
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
