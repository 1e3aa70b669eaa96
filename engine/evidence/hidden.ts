import type { Secret } from '../secret.ts';
import { type Redaction, redactionOfTexts } from './redaction.ts';

/** What a reading must not show: the redaction for this process, and the secrets for one that makes its own. */
export interface Hidden {
  readonly redaction: Redaction;
  readonly secrets: readonly Secret[];
}

/** For bodies in which nothing is secret. */
export function hideNothing(): Hidden {
  return { redaction: redactionOfTexts([]), secrets: [] };
}
