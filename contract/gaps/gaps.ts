import { keyAndErrorGaps } from './keys-and-errors.ts';
import type { Gap } from './observe.ts';
import { requestGaps } from './requests.ts';
import { resourceGaps } from './resources.ts';

/** Everything that the document leaves open, explicitly or not. */
export const gaps: readonly Gap[] = [...resourceGaps, ...requestGaps, ...keyAndErrorGaps];
