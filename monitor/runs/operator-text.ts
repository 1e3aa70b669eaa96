import { secretsOf } from '../../engine/configuration/installation.ts';
import { redactionOf } from '../../engine/evidence/redaction.ts';
import type { TargetState } from './monitored-target.ts';

type Installation = TargetState['monitored']['installation'];

/** What an operator typed, with the keys of these installations replaced, which may have been pasted by mistake. */
export function withoutKeys(text: string, installations: readonly Installation[]): string {
  return redactionOf(installations.flatMap(secretsOf)).parts(text);
}
