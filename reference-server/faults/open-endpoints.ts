import type { ApiRequest } from '../api-request.ts';
import { hasHeaderCredential, hasNoCredential, hasQueryCredential, presentedKey } from '../authentication.ts';
import { endpointNames, endpoints } from '../endpoints.ts';
import type { Users } from '../store/users.ts';
import { everywhere, type TransformAt, transformAuthentication } from '../transform-builders.ts';
import { type Fault, withCommon } from './fault.ts';

/** Whether a request without a valid key is let in anyway. */
type IsLetIn = (request: ApiRequest, users: Users) => boolean;

/** Also lets requests without a valid key in, as the first user. */
function alsoLetIn(isLetIn: IsLetIn): TransformAt {
  return transformAuthentication(
    (usual) => (request, users) =>
      usual(request, users) ?? (isLetIn(request, users) ? users.all()[0] : undefined),
  );
}

const byHeader =
  (isLetIn: IsLetIn): IsLetIn =>
  (request, users) =>
    hasHeaderCredential(request) && isLetIn(request, users);
const byQuery =
  (isLetIn: IsLetIn): IsLetIn =>
  (request, users) =>
    hasQueryCredential(request) && isLetIn(request, users);

const anyKey: IsLetIn = (request) => presentedKey(request) !== undefined;
const emptyKey: IsLetIn = (request) => presentedKey(request) === undefined;
const keyPrefix: IsLetIn = (request, users) => {
  const key = presentedKey(request);
  return key !== undefined && users.all().some((user) => users.keyOf(user).startsWith(key));
};
const longerKey: IsLetIn = (request, users) => {
  const key = presentedKey(request);
  return key !== undefined && users.all().some((user) => key.startsWith(users.keyOf(user)));
};
const keySuffix: IsLetIn = (request, users) => {
  const key = presentedKey(request);
  return key !== undefined && users.all().some((user) => key.endsWith(users.keyOf(user)));
};
const basicCredentials: IsLetIn = ({ headers }) => /^Basic\b/.test(headers.authorization ?? '');
const revokedKey: IsLetIn = (request, users) => {
  const key = presentedKey(request);
  return key !== undefined && users.all().some((user) => users.formerKeyOf(user) === key);
};

const openWithoutKey = endpointNames
  .filter((name) => name !== 'import')
  .map(
    (name): Fault => ({
      name: `${name}-open-without-key`,
      breaks: 'AUTH-1',
      caughtBy: 'auth.no-key-rejected',
      at: endpoints[name],
      statement: `${endpoints[name]} needs no key.`,
      transform: alsoLetIn(hasNoCredential),
    }),
  );

const openToWrongKeys: readonly Fault[] = withCommon({ at: everywhere }, [
  {
    name: 'any-bearer-accepted',
    breaks: 'AUTH-1',
    caughtBy: 'auth.wrong-header-key-rejected',
    statement: 'Any text after `Bearer` opens every endpoint.',
    transform: alsoLetIn(byHeader(anyKey)),
  },
  {
    name: 'assessments-any-bearer-accepted',
    breaks: 'AUTH-9',
    caughtBy: 'auth.wrong-header-key-rejected',
    at: 'GET /api/v3/artifact_assessments',
    statement: 'Any text after `Bearer` opens the artifact assessments.',
    transform: alsoLetIn(byHeader(anyKey)),
  },
  {
    name: 'any-query-key-accepted',
    breaks: 'AUTH-9',
    caughtBy: 'auth.wrong-query-key-rejected',
    statement: 'Any value of `api_key` opens every endpoint.',
    transform: alsoLetIn(byQuery(anyKey)),
  },
  {
    name: 'project-any-query-key-accepted',
    breaks: 'AUTH-1',
    caughtBy: 'auth.wrong-query-key-rejected',
    at: 'GET /api/v3/projects/:id',
    statement: 'Any value of `api_key` opens a project.',
    transform: alsoLetIn(byQuery(anyKey)),
  },
  {
    name: 'revoked-header-key-accepted',
    breaks: 'AUTH-5',
    caughtBy: 'auth.revoked-header-key-rejected',
    statement: 'A regenerated key in the header still opens every endpoint.',
    transform: alsoLetIn(byHeader(revokedKey)),
  },
  {
    name: 'revoked-query-key-accepted',
    breaks: 'AUTH-5',
    caughtBy: 'auth.revoked-query-key-rejected',
    statement: 'A regenerated key in the query still opens every endpoint.',
    transform: alsoLetIn(byQuery(revokedKey)),
  },
  {
    name: 'sr360-record-revoked-key-accepted',
    breaks: 'AUTH-5',
    caughtBy: 'auth.revoked-header-key-rejected',
    at: 'GET /api/v3/sd_meta_data/:id',
    statement: 'Because of a cache, a regenerated key still reads SR360 records.',
    transform: alsoLetIn(byHeader(revokedKey)),
  },
  {
    name: 'header-key-prefix-accepted',
    breaks: 'AUTH-1',
    caughtBy: 'auth.cut-header-key-rejected',
    at: 'GET /api/v3/projects',
    statement: 'The first characters of a key are enough in the header.',
    transform: alsoLetIn(byHeader(keyPrefix)),
  },
  {
    name: 'query-key-prefix-accepted',
    breaks: 'AUTH-9',
    caughtBy: 'auth.cut-query-key-rejected',
    at: 'GET /api/v3/users',
    statement: 'The first characters of a key are enough in the query.',
    transform: alsoLetIn(byQuery(keyPrefix)),
  },
  {
    name: 'longer-key-accepted',
    breaks: 'AUTH-9',
    caughtBy: 'auth.longer-header-key-rejected',
    at: 'GET /api/v3/users',
    statement: 'A key is compared in the length of the stored one, so that more may follow.',
    transform: alsoLetIn(byHeader(longerKey)),
  },
  {
    name: 'longer-query-key-accepted',
    breaks: 'AUTH-9',
    caughtBy: 'auth.longer-query-key-rejected',
    at: 'GET /api/v3/projects',
    statement: 'A key in the query is compared in the length of the stored one, so that more may follow.',
    transform: alsoLetIn(byQuery(longerKey)),
  },
  {
    name: 'prefixed-key-accepted',
    breaks: 'AUTH-9',
    caughtBy: 'auth.prefixed-header-key-rejected',
    at: 'GET /api/v3/users',
    statement: 'The header must end in a key; what stands before it is not read.',
    transform: alsoLetIn(byHeader(keySuffix)),
  },
  {
    name: 'prefixed-query-key-accepted',
    breaks: 'AUTH-1',
    caughtBy: 'auth.prefixed-query-key-rejected',
    at: 'GET /api/v3/projects',
    statement: 'The parameter must end in a key; what stands before it is not read.',
    transform: alsoLetIn(byQuery(keySuffix)),
  },
  {
    name: 'basic-credentials-accepted',
    breaks: 'AUTH-9',
    caughtBy: 'auth.basic-credentials-rejected',
    at: everywhere,
    statement: 'Any name and password open every endpoint: only keys after `Bearer` are checked.',
    transform: alsoLetIn(basicCredentials),
  },
  ...(['%', '*'] as const).flatMap((wildcard) =>
    (['header', 'query'] as const).map(
      (way): Fault => ({
        name: `wildcard-${wildcard === '%' ? 'percent' : 'star'}-in-${way}-accepted`,
        breaks: 'AUTH-1',
        caughtBy: `auth.${wildcard === '%' ? 'percent' : 'star'}-${way}-key-rejected`,
        at: everywhere,
        statement: `Keys are looked up by a pattern, so that ${wildcard} in the ${way} opens every endpoint.`,
        transform: alsoLetIn(
          (way === 'header' ? byHeader : byQuery)((request) => presentedKey(request) === wildcard),
        ),
      }),
    ),
  ),
  {
    name: 'empty-header-key-accepted',
    breaks: 'AUTH-1',
    caughtBy: 'auth.empty-header-key-rejected',
    at: 'GET /api/v3/users',
    statement: '`Bearer` without a key opens the user record.',
    transform: alsoLetIn(byHeader(emptyKey)),
  },
  {
    name: 'empty-query-key-accepted',
    breaks: 'AUTH-9',
    caughtBy: 'auth.empty-query-key-rejected',
    at: 'GET /api/v3/projects',
    statement: 'An empty `api_key` opens the project list.',
    transform: alsoLetIn(byQuery(emptyKey)),
  },
]);

/** Endpoints that accept a request without a valid key; the import has its own file. */
export const openEndpointFaults: readonly Fault[] = [...openWithoutKey, ...openToWrongKeys];
