import type { Store, User } from './model.ts';

/** The keys of every installation: two users' keys, and the key that the first user has regenerated since. */
export const keys = {
  current: 'rk_live_7Qm2Vx81LpZs40TnYd93HcBe65',
  second: 'rk_live_Gw58JrKa27UfNo06XtCi19PzMv',
  regenerated: 'rk_live_3DhSb94Ey70QjIlOu82WkTg51A',
} as const;

/** What a request brought to show who sends it. */
export interface Credentials {
  readonly authorization: string | undefined;
  readonly apiKey: string | undefined;
}

/** What happens when a request carries a key in both forms, which the document leaves open. */
export type BothForms = 'header wins' | 'query wins' | 'either' | 'must agree';

/** Reads the key out of a header of the form `Bearer <key>`. */
export function bearerKey(authorization: string | undefined): string | undefined {
  return authorization?.match(/^Bearer +(\S+) *$/i)?.[1];
}

/** The owner of a key, when the key is valid. */
export function ownerOf(store: Store, key: string | undefined): User | undefined {
  if (key === keys.current) {
    return store.users[0];
  }
  return key === keys.second ? store.users[1] : undefined;
}

/** What an installation decides about keys where the document leaves it open. */
export interface KeyRules {
  readonly bothForms: BothForms;
  /** Whether a key counts in other forms than the two that the document names. */
  readonly otherForms: 'refused' | 'accepted';
}

/** A key in the header without a scheme, or as the user name of Basic. */
function otherKey(authorization: string | undefined): string | undefined {
  const encoded = authorization?.match(/^Basic (\S+)$/i)?.[1];
  return encoded === undefined ? authorization : Buffer.from(encoded, 'base64').toString().split(':')[0];
}

/** The user who sends a request, when it carries a valid key. */
export function authenticate(
  store: Store,
  { bothForms: both, otherForms }: KeyRules,
  credentials: Credentials,
): User | undefined {
  const other = otherForms === 'accepted' ? ownerOf(store, otherKey(credentials.authorization)) : undefined;
  const fromHeader = ownerOf(store, bearerKey(credentials.authorization)) ?? other;
  const fromQuery = ownerOf(store, credentials.apiKey);
  if (credentials.authorization === undefined || credentials.apiKey === undefined) {
    return fromHeader ?? fromQuery;
  }
  switch (both) {
    case 'header wins':
      return fromHeader;
    case 'query wins':
      return fromQuery;
    case 'either':
      return fromHeader ?? fromQuery;
    case 'must agree':
      return fromHeader === fromQuery ? fromHeader : undefined;
  }
}
