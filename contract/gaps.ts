import { keyAndErrorGaps } from './gaps/keys-and-errors.ts';
import { requestGaps } from './gaps/requests.ts';
import { resourceGaps } from './gaps/resources.ts';
import type { Gap } from './observe.ts';

/** Everything that the document leaves open, whether it says so or not. */
export const gaps: readonly Gap[] = [...resourceGaps, ...requestGaps, ...keyAndErrorGaps];
