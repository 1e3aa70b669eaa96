import type { ApiRequest } from '../api-request.ts';
import {
  type Authenticate,
  hasHeaderCredential,
  hasNoCredential,
  hasQueryCredential,
  presentedKey,
} from '../authentication.ts';
import type { User, Users } from '../store/users.ts';
import { everywhere, isAt } from '../transform-builders.ts';
import { type EndpointName, type Fault, namedEndpoints } from './fault.ts';
import { importGateFaults } from './import-gate.ts';

const theUser = (users: Users): User | undefined => users.all()[0];

/** Whether a key that is not valid opens the endpoint all the same. */
type Opens = (request: ApiRequest, users: Users) => boolean;

/** Lets more requests in than those with a valid key. */
function openFor(opens: Opens): Fault['transform'] {
  return authenticating(
    (usual) => (request, users) =>
      usual(request, users) ?? (opens(request, users) ? theUser(users) : undefined),
  );
}

/** Keeps requests out although their key is valid. */
function closedFor(closes: (request: ApiRequest) => boolean): Fault['transform'] {
  return authenticating((usual) => (request, users) => (closes(request) ? undefined : usual(request, users)));
}

function authenticating(rule: (usual: Authenticate) => Authenticate): Fault['transform'] {
  return (at) => ({
    authenticate: (usual) => {
      const other = rule(usual);
      return (request, users) => (isAt(request, at) ? other : usual)(request, users);
    },
  });
}

const isCutShort: Opens = (request, users) => {
  const key = presentedKey(request) ?? '';
  return key.length > 0 && users.all().some((user) => users.keyOf(user).startsWith(key));
};
const isRevoked: Opens = (request, users) => {
  const key = presentedKey(request);
  return key !== undefined && users.all().some((user) => users.formerKeyOf(user) === key);
};
const isEmpty = (request: ApiRequest): boolean => presentedKey(request) === undefined;
const isAnyKey = (request: ApiRequest): boolean => !isEmpty(request);
const both = (one: (request: ApiRequest) => boolean, other: Opens): Opens => {
  return (request, users) => one(request) && other(request, users);
};

const openEndpoints = namedEndpoints
  .filter(([name]) => name !== 'import')
  .map(
    ([name, at]): Fault => ({
      name: `${name}-open-without-key`,
      breaks: 'AUTH-1',
      caughtBy: 'auth.no-key-rejected',
      at,
      statement: `${at} needs no key.`,
      transform: openFor(hasNoCredential),
    }),
  );

interface WrongKeyRow {
  readonly name: string;
  readonly breaks: string;
  readonly caughtBy: string;
  readonly at: EndpointName | typeof everywhere;
  readonly statement: string;
  readonly opens: Opens;
}

const wrongKeys: readonly WrongKeyRow[] = [
  {
    name: 'any-bearer-accepted',
    breaks: 'AUTH-1',
    caughtBy: 'auth.wrong-header-key-rejected',
    at: everywhere,
    statement: 'Whatever stands behind `Bearer` opens every endpoint.',
    opens: both(hasHeaderCredential, isAnyKey),
  },
  {
    name: 'assessments-any-bearer-accepted',
    breaks: 'AUTH-9',
    caughtBy: 'auth.wrong-header-key-rejected',
    at: 'assessments',
    statement: 'Whatever stands behind `Bearer` opens the artifact assessments.',
    opens: both(hasHeaderCredential, isAnyKey),
  },
  {
    name: 'any-query-key-accepted',
    breaks: 'AUTH-9',
    caughtBy: 'auth.wrong-query-key-rejected',
    at: everywhere,
    statement: 'Any value of `api_key` opens every endpoint.',
    opens: both(hasQueryCredential, isAnyKey),
  },
  {
    name: 'project-any-query-key-accepted',
    breaks: 'AUTH-1',
    caughtBy: 'auth.wrong-query-key-rejected',
    at: 'project',
    statement: 'Any value of `api_key` opens a project.',
    opens: both(hasQueryCredential, isAnyKey),
  },
  {
    name: 'revoked-header-key-accepted',
    breaks: 'AUTH-5',
    caughtBy: 'auth.revoked-header-key-rejected',
    at: everywhere,
    statement: 'A key goes on opening every endpoint by the header after it was regenerated.',
    opens: both(hasHeaderCredential, isRevoked),
  },
  {
    name: 'revoked-query-key-accepted',
    breaks: 'AUTH-5',
    caughtBy: 'auth.revoked-query-key-rejected',
    at: everywhere,
    statement: 'A key goes on opening every endpoint by the query after it was regenerated.',
    opens: both(hasQueryCredential, isRevoked),
  },
  {
    name: 'sr360-record-revoked-key-accepted',
    breaks: 'AUTH-5',
    caughtBy: 'auth.revoked-header-key-rejected',
    at: 'sr360-record',
    statement: 'A cache lets a regenerated key read SR360 records.',
    opens: both(hasHeaderCredential, isRevoked),
  },
  {
    name: 'header-key-prefix-accepted',
    breaks: 'AUTH-1',
    caughtBy: 'auth.cut-header-key-rejected',
    at: 'projects',
    statement: 'The beginning of a key is enough in the header.',
    opens: both(hasHeaderCredential, isCutShort),
  },
  {
    name: 'query-key-prefix-accepted',
    breaks: 'AUTH-9',
    caughtBy: 'auth.cut-query-key-rejected',
    at: 'users',
    statement: 'The beginning of a key is enough in the query.',
    opens: both(hasQueryCredential, isCutShort),
  },
  {
    name: 'empty-header-key-accepted',
    breaks: 'AUTH-1',
    caughtBy: 'auth.empty-header-key-rejected',
    at: 'users',
    statement: '`Bearer` without a key opens the user record.',
    opens: both(hasHeaderCredential, isEmpty),
  },
  {
    name: 'empty-query-key-accepted',
    breaks: 'AUTH-9',
    caughtBy: 'auth.empty-query-key-rejected',
    at: 'projects',
    statement: 'An empty `api_key` opens the project list.',
    opens: both(hasQueryCredential, isEmpty),
  },
];

interface RefusedKeyRow {
  readonly name: string;
  readonly breaks: string;
  readonly caughtBy: string;
  readonly at: EndpointName | typeof everywhere;
  readonly statement: string;
  readonly closes: (request: ApiRequest) => boolean;
}

const refusedKeys: readonly RefusedKeyRow[] = [
  {
    name: 'header-ignored',
    breaks: 'AUTH-6',
    caughtBy: 'auth.header-key-accepted',
    at: everywhere,
    statement: 'No endpoint looks at the Authorization header.',
    closes: hasHeaderCredential,
  },
  {
    name: 'extraction-header-ignored',
    breaks: 'AUTH-8',
    caughtBy: 'auth.header-key-accepted',
    at: 'extraction',
    statement: 'An extraction is given for a key in the query only.',
    closes: hasHeaderCredential,
  },
  {
    name: 'query-key-ignored',
    breaks: 'AUTH-7',
    caughtBy: 'auth.query-key-accepted',
    at: everywhere,
    statement: 'No endpoint looks at the parameter `api_key`.',
    closes: hasQueryCredential,
  },
  {
    name: 'citations-query-key-ignored',
    breaks: 'AUTH-8',
    caughtBy: 'auth.query-key-accepted',
    at: 'citations',
    statement: 'Citations are listed for a key in the header only.',
    closes: hasQueryCredential,
  },
  {
    name: 'v4-projects-query-key-ignored',
    breaks: 'AUTH-7',
    caughtBy: 'auth.query-key-accepted',
    at: 'v4-projects',
    statement: 'Version 4 takes a key in the header only.',
    closes: hasQueryCredential,
  },
  {
    name: 'import-header-ignored',
    breaks: 'AUTH-6',
    caughtBy: 'auth.import-header-key-accepted',
    at: 'import',
    statement: 'An import takes a key in the query only.',
    closes: hasHeaderCredential,
  },
  {
    name: 'import-query-key-ignored',
    breaks: 'AUTH-7',
    caughtBy: 'auth.import-query-key-accepted',
    at: 'import',
    statement: 'An import takes a key in the header only.',
    closes: hasQueryCredential,
  },
];

const addresses = Object.fromEntries([...namedEndpoints, [everywhere, everywhere]]);

export const authenticationFaults: readonly Fault[] = [
  ...openEndpoints,
  ...importGateFaults,
  ...wrongKeys.map(({ opens, at, ...row }) => ({
    ...row,
    at: addresses[at] ?? everywhere,
    transform: openFor(opens),
  })),
  ...refusedKeys.map(({ closes, at, ...row }) => ({
    ...row,
    at: addresses[at] ?? everywhere,
    transform: closedFor(closes),
  })),
];
