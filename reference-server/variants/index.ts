import { bodyVariants } from './bodies.ts';
import { citationVariants } from './citations.ts';
import { connectionVariants } from './connections.ts';
import { fhirResourceVariants } from './fhir-resources.ts';
import { headerVariants } from './headers.ts';
import { idVariants } from './ids.ts';
import { importVariants } from './imports.ts';
import { listVariants } from './lists.ts';
import { parameterVariants } from './parameters.ts';
import { refusalVariants } from './refusals.ts';
import { throttlingVariants } from './throttling.ts';
import { unknownIdVariants } from './unknown-ids.ts';
import { userVariants } from './users.ts';
import type { Variant } from './variant.ts';
import { versionFourVariants } from './version-four.ts';

export type { Variant } from './variant.ts';

/** Every freedom of the document that the reference installation can use. */
export const variants: readonly Variant[] = [
  ...bodyVariants,
  ...headerVariants,
  ...connectionVariants,
  ...listVariants,
  ...idVariants,
  ...citationVariants,
  ...fhirResourceVariants,
  ...userVariants,
  ...refusalVariants,
  ...unknownIdVariants,
  ...versionFourVariants,
  ...parameterVariants,
  ...throttlingVariants,
  ...importVariants,
];
