import type { Secret } from '../secret.ts';
import { type Redaction, redactionOf } from './redaction.ts';

/** What nothing that is kept may show: the redaction for this process, and the secrets for one that makes its own. */
export interface Hidden {
  readonly redaction: Redaction;
  readonly secrets: readonly Secret[];
}

/** Makes it once for a run: making a redaction takes longer than using it. */
export function hide(secrets: readonly Secret[]): Hidden {
  return { redaction: redactionOf(secrets), secrets };
}
