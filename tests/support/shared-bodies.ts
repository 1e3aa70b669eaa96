import { makeBodyReader } from '../../engine/evidence/body-reader.ts';
import { once } from './once.ts';

/**
 * One reader of bodies for all runs of a test process. A reader starts processes, which takes a second of processor time
 * each; they end after some seconds without work, or with the process that started them.
 */
export const sharedBodies = once(makeBodyReader);
