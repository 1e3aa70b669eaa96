import { createHash, timingSafeEqual } from 'node:crypto';
import type { Secret } from '../../engine/secret.ts';
import { type NamedToken, namesOfSingleTokens } from '../configuration/named-tokens.ts';
import type { ServiceSettings } from '../configuration/service-settings.ts';

/** Who holds a token, and what it lets them do. */
export type Holder = Pick<NamedToken, 'name' | 'role'>;

export type TokenSettings = Pick<ServiceSettings, 'token' | 'namedTokens' | 'read'>;

/** Every token of the settings, those of the single settings under names of their own. */
export function tokensOf({ token, read, namedTokens = [] }: TokenSettings): readonly NamedToken[] {
  const { operate: operator, read: reader } = namesOfSingleTokens;
  return [
    ...(token === undefined ? [] : [{ name: operator, role: 'operate', token } as const]),
    ...(read.token === undefined ? [] : [{ name: reader, role: 'read', token: read.token } as const]),
    ...namedTokens,
  ];
}

/** Makes what finds the holder of a token. It compares all of them, so that the time taken reveals nothing. */
export function makeHolderOf(tokens: readonly NamedToken[]): (text: string) => Holder | undefined {
  const known = tokens.map(({ name, role, token }) => ({ name, role, digest: digest(token.reveal()) }));
  return (text) => {
    const given = digest(text);
    const [found] = known.filter((one) => timingSafeEqual(one.digest, given));
    return found;
  };
}

/** Compares digests, so that the time taken reveals nothing of the secret. */
export function isSame(secret: Secret, text: string): boolean {
  return timingSafeEqual(digest(secret.reveal()), digest(text));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
