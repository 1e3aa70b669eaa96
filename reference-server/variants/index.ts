import { headerVariants } from './headers.ts';
import { idVariants } from './ids.ts';
import { importVariants } from './imports.ts';
import { keyAndErrorVariants } from './keys-and-errors.ts';
import { listVariants } from './lists.ts';
import { recordVariants } from './records.ts';
import { requestVariants } from './requests.ts';
import { userVariants } from './users.ts';
import type { Variant } from './variant.ts';

export type { Variant } from './variant.ts';

/** Every freedom of the document that the reference installation can use. */
export const variants: readonly Variant[] = [
  ...headerVariants,
  ...listVariants,
  ...idVariants,
  ...recordVariants,
  ...userVariants,
  ...keyAndErrorVariants,
  ...requestVariants,
  ...importVariants,
];
