import { errorAnswer } from '../answer.ts';
import type { ApiRequest } from '../api-request.ts';
import { presentedKey } from '../authentication.ts';
import type { Json } from '../json.ts';
import type { User, Users } from '../store/users.ts';
import { isAt, transformFields, transformSuccess } from '../transform-builders.ts';
import { endpointNames, type Fault } from './fault.ts';

const at = endpointNames.users;

/** Tells about another user than the owner of the key. */
function mistaking(
  whom: (request: ApiRequest, owner: User, users: Users) => User | undefined,
): Fault['transform'] {
  return (place) => ({
    authenticate: (usual) => (request, users) => {
      const owner = usual(request, users);
      return owner === undefined || !isAt(request, place) ? owner : whom(request, owner, users);
    },
  });
}

const other = (owner: User, users: Users): User | undefined => users.all().find(({ id }) => id !== owner.id);

export const userFaults: readonly Fault[] = [
  {
    name: 'users-crash-when-asked-again',
    breaks: 'ENDPOINT-13',
    caughtBy: 'users.same-user-either-way',
    at,
    statement: 'The user record is given once for a key in the header; asked again, the service crashes.',
    transform: (place) => {
      let given = 0;
      return transformSuccess((answer, request) => {
        given += request.headers.authorization === undefined ? 0 : 1;
        return given > 2 ? errorAnswer(500, 'Something went wrong.') : answer;
      })(place);
    },
  },
  {
    name: 'users-mixed-up-by-query',
    breaks: 'AUTH-2',
    caughtBy: 'users.same-user-either-way',
    at,
    statement: 'By the query a key is told another user than its owner.',
    transform: mistaking((request, owner, users) =>
      request.headers.authorization === undefined ? other(owner, users) : owner,
    ),
  },
  {
    name: 'users-half-mixed-up-by-query',
    breaks: 'AUTH-8',
    caughtBy: 'users.same-user-either-way',
    at,
    statement: "By the query a key is told its owner's name with another user's id and address.",
    transform: transformFields(
      (user, request): Json =>
        request.headers.authorization === undefined
          ? { ...user, id: 99, email: 'root@evidence.example' }
          : user,
    ),
  },
  {
    name: 'users-nobody-by-query',
    breaks: 'ENDPOINT-13',
    caughtBy: 'users.same-user-either-way',
    at,
    statement: 'By the query the record is that of a guest without an id.',
    transform: transformFields(
      (user, request): Json =>
        request.headers.authorization === undefined ? { login: 'guest', name: 'Guest' } : user,
    ),
  },
  {
    name: 'users-always-the-first',
    breaks: 'RESOURCE-9',
    caughtBy: 'users.other-user-for-other-key',
    at,
    statement: 'Whoever asks is told about the first user.',
    transform: mistaking((_request, _owner, users) => users.all()[0]),
  },
  {
    name: 'users-cached-across-keys',
    breaks: 'AUTH-2',
    caughtBy: 'users.other-user-for-other-key',
    at,
    statement: 'A cache without regard to the key answers everybody with the record of who asked first.',
    transform: (place) => {
      let cached: User | undefined;
      return mistaking((_request, owner) => {
        cached ??= owner;
        return cached;
      })(place);
    },
  },
  {
    name: 'users-second-user-locked-out',
    breaks: 'AUTH-2',
    caughtBy: 'users.other-user-for-other-key',
    at,
    statement: "Only the first user's key opens the user record.",
    transform: (place) => ({
      authenticate: (usual) => (request, users) => {
        const user = usual(request, users);
        const isLockedOut = isAt(request, place) && user !== undefined && user.id !== users.all()[0]?.id;
        return isLockedOut && presentedKey(request) !== undefined ? undefined : user;
      },
    }),
  },
];
