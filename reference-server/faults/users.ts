import type { ApiRequest } from '../api-request.ts';
import { hasHeaderCredential } from '../authentication.ts';
import type { Json } from '../json.ts';
import type { User, Users } from '../store/users.ts';
import { type TransformAt, transformAuthentication, transformFields } from '../transform-builders.ts';
import { type Fault, withCommon } from './fault.ts';

/** Mistakes the owner of a valid key for another user. */
function mistakeOwner(
  whom: (request: ApiRequest, owner: User, users: Users) => User | undefined,
): TransformAt {
  return transformAuthentication((usual) => (request, users) => {
    const owner = usual(request, users);
    return owner === undefined ? undefined : whom(request, owner, users);
  });
}

const other = (owner: User, users: Users): User | undefined => users.all().find(({ id }) => id !== owner.id);

export const userFaults: readonly Fault[] = withCommon(
  { at: 'GET /api/v3/users', caughtBy: 'users.same-user-either-way' },
  [
    {
      name: 'users-mixed-up-by-query',
      breaks: 'AUTH-2',
      statement: 'A key in the query gets the record of a user other than its owner.',
      transform: mistakeOwner((request, owner, users) =>
        hasHeaderCredential(request) ? owner : other(owner, users),
      ),
    },
    {
      name: 'users-half-mixed-up-by-query',
      breaks: 'AUTH-8',
      statement: "A key in the query gets its owner's name with another user's id and address.",
      transform: transformFields(
        (user, request): Json =>
          hasHeaderCredential(request) ? user : { ...user, id: 99, email: 'root@evidence.example' },
      ),
    },
    {
      name: 'users-nobody-by-query',
      breaks: 'ENDPOINT-13',
      statement: 'A key in the query gets the record of a guest without an id.',
      transform: transformFields(
        (user, request): Json => (hasHeaderCredential(request) ? user : { login: 'guest', name: 'Guest' }),
      ),
    },
    {
      name: 'users-always-the-first',
      breaks: 'RESOURCE-9',
      caughtBy: 'users.other-user-for-other-key',
      statement: 'Every key gets the record of the first user.',
      transform: mistakeOwner((_request, _owner, users) => users.all()[0]),
    },
    {
      name: 'users-the-first-by-query',
      breaks: 'RESOURCE-9',
      caughtBy: 'users.other-user-for-other-key',
      statement: 'Every key in the query gets the record of the first user.',
      transform: mistakeOwner((request, owner, users) =>
        hasHeaderCredential(request) ? owner : users.all()[0],
      ),
    },
    {
      name: 'users-cached-across-keys',
      breaks: 'AUTH-2',
      caughtBy: 'users.other-user-for-other-key',
      statement:
        'A cache that ignores the key answers everybody with the record of the user who asked first.',
      transform: (at) => {
        let cached: User | undefined;
        return mistakeOwner((_request, owner) => {
          cached ??= owner;
          return cached;
        })(at);
      },
    },
    {
      name: 'users-second-user-locked-out',
      breaks: 'AUTH-8',
      caughtBy: 'auth.second-key-accepted',
      statement: "Only the first user's key opens the user record.",
      transform: mistakeOwner((_request, owner, users) =>
        owner.id === users.all()[0]?.id ? owner : undefined,
      ),
    },
  ],
);
