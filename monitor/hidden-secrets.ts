import { type Redaction, redactionOf } from '../engine/evidence/redaction.ts';
import type { Secret } from '../engine/secret.ts';

/** The secrets of a monitor: keys of all its installations, tokens, addresses of channels. A reload changes them. */
export interface HiddenSecrets extends Redaction {
  readonly replaceBy: (secrets: readonly Secret[]) => void;
  /** Adds secrets while it is undecided whether they will replace the current ones. */
  readonly add: (secrets: readonly Secret[]) => void;
}

export function makeHiddenSecrets(first: readonly Secret[]): HiddenSecrets {
  let secrets = first;
  let redaction = redactionOf(secrets);
  const replaceBy = (now: readonly Secret[]): void => {
    // True after most reloads: rebuilding the redaction blocks a monitor of many installations for a while.
    const isSame = areSame(secrets, now);
    secrets = now;
    if (!isSame) redaction = redactionOf(secrets);
  };
  return {
    whole: (text) => redaction.whole(text),
    parts: (text) => redaction.parts(text),
    replaceBy,
    add: (more) => replaceBy([...secrets, ...more]),
  };
}

function areSame(some: readonly Secret[], others: readonly Secret[]): boolean {
  const values = new Set(some.map((secret) => secret.reveal()));
  const now = new Set(others.map((secret) => secret.reveal()));
  return values.size === now.size && [...now].every((value) => values.has(value));
}
