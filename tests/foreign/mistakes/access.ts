import { bearerKey, keys, ownerOf } from '../domain/keys.ts';
import type { User } from '../domain/model.ts';
import type { Site } from '../service/site.ts';
import { checking } from './mistake.ts';

function first(site: Site): User | undefined {
  return site.store.users[0];
}

/** Mistakes in the check of the key. */
export const accessMistakes = {
  'no key is asked for': checking(
    'key required',
    (usual, site) => (credentials) => usual(credentials) ?? first(site),
  ),
  'a request without a key is the first user': checking('key required', (usual, site) => (credentials) => {
    const none = credentials.authorization === undefined && credentials.apiKey === undefined;
    return none ? first(site) : usual(credentials);
  }),
  'any bearer token will do': checking('no valid key', (usual, site) => (credentials) => {
    return (
      usual(credentials) ?? (bearerKey(credentials.authorization) === undefined ? undefined : first(site))
    );
  }),
  'any key in the query will do': checking('no valid key', (usual, site) => (credentials) => {
    return usual(credentials) ?? (credentials.apiKey === undefined ? undefined : first(site));
  }),
  'any Authorization header will do': checking('no valid key', (usual, site) => (credentials) => {
    return usual(credentials) ?? (credentials.authorization === undefined ? undefined : first(site));
  }),
  'the regenerated key is still in the cache': checking('regenerated', (usual, site) => (credentials) => {
    const key = bearerKey(credentials.authorization) ?? credentials.apiKey;
    return key === keys.regenerated ? first(site) : usual(credentials);
  }),
  'the regenerated key still works in the query': checking('regenerated', (usual, site) => (credentials) => {
    return credentials.apiKey === keys.regenerated ? first(site) : usual(credentials);
  }),
  'the header is not read': checking('either way', (_usual, site) => (credentials) => {
    return ownerOf(site.store, credentials.apiKey);
  }),
  'the query is not read': checking('either way', (_usual, site) => (credentials) => {
    return ownerOf(site.store, bearerKey(credentials.authorization));
  }),
  'an empty key belongs to the user without one': checking('no valid key', (usual, site) => (credentials) => {
    const empty = credentials.apiKey === '' || /^Bearer *$/i.test(credentials.authorization ?? '-');
    return empty ? first(site) : usual(credentials);
  }),
  'a key is found by how it starts': checking('no valid key', (usual, site) => (credentials) => {
    const key = bearerKey(credentials.authorization) ?? credentials.apiKey ?? '';
    return key.length > 5 && keys.current.startsWith(key) ? first(site) : usual(credentials);
  }),
  'a key counts whatever follows it': checking('no valid key', (usual, site) => (credentials) => {
    const key = bearerKey(credentials.authorization) ?? credentials.apiKey ?? '';
    return key.startsWith(keys.current) ? first(site) : usual(credentials);
  }),
  'a key counts in any letters': checking('no valid key', (usual, site) => (credentials) => {
    const key = bearerKey(credentials.authorization) ?? credentials.apiKey ?? '';
    return key.toLowerCase() === keys.current.toLowerCase() ? first(site) : usual(credentials);
  }),
  'whoever came once with a key is remembered': checking('key required', (usual) => {
    let caller: User | undefined;
    return (credentials) => {
      caller = usual(credentials) ?? caller;
      return caller;
    };
  }),
  'keys that look right will do': checking('no valid key', (usual, site) => (credentials) => {
    const key = bearerKey(credentials.authorization) ?? credentials.apiKey ?? '';
    return usual(credentials) ?? (key.startsWith('rk_live_') ? first(site) : undefined);
  }),
  'only the first user may enter': checking('either way', (usual, site) => (credentials) => {
    const user = usual(credentials);
    return user === first(site) ? user : undefined;
  }),
} as const;
