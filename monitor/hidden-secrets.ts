import { type Redaction, redactionOf } from '../engine/evidence/redaction.ts';
import type { Secret } from '../engine/secret.ts';

/** What a monitor must never show: keys of all its installations, tokens, addresses of channels. A reload changes them. */
export interface HiddenSecrets extends Redaction {
  readonly replaceBy: (secrets: readonly Secret[]) => void;
  /** While it is not known yet whether others take the place of those there are. */
  readonly add: (secrets: readonly Secret[]) => void;
}

export function makeHiddenSecrets(first: readonly Secret[]): HiddenSecrets {
  let secrets = first;
  let redaction = redactionOf(secrets);
  const replaceBy = (now: readonly Secret[]): void => {
    // As after most reloads: rebuilding it keeps a monitor of many installations from answering for a while.
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
