import { errorAnswer, withoutHeader } from '../answer.ts';
import { hasHeaderCredential, hasNoCredential, hasQueryCredential, presentedKey } from '../authentication.ts';
import type { JsonFields } from '../json.ts';
import { type TransformAt, transformAuthentication, transformRefusal } from '../transform-builders.ts';
import { type Variant, withFreedom } from './variant.ts';

const refusalStatuses = [
  [400, 'A missing or wrong key has status 400.'],
  [403, 'A missing or wrong key has status 403.'],
  [404, 'Without a valid key nothing seems to exist: status 404.'],
  [422, 'A missing or wrong key has status 422.'],
  [498, 'A missing or wrong key has an unregistered 4xx status.'],
] as const;

const withBody = (body: JsonFields): TransformAt => transformRefusal((answer) => ({ ...answer, body }));

/** How a missing or wrong key may be refused, and which spellings of a key may be accepted. */
export const refusalVariants: readonly Variant[] = withFreedom('GAP-ERROR-STATUS', [
  ...refusalStatuses.map(([status, statement]) => ({
    name: `refusal-${status}`,
    statement,
    // Other changes that a fault makes to a refusal are kept.
    transform: transformRefusal((answer) => ({ ...answer, status })),
  })),
  {
    name: 'refusal-403-for-wrong-key',
    statement: 'A missing key has status 401, a wrong one 403.',
    transform: transformRefusal((answer, request) =>
      hasNoCredential(request) ? answer : { ...answer, status: 403 },
    ),
  },
  {
    name: 'empty-key-called-malformed',
    freedom: 'GAP-ERROR-MESSAGES',
    statement: 'A credential without a key is called malformed, with status 400.',
    hidesFaultsOf: ['empty-key-refused'],
    transform: transformRefusal((answer, { headers, query }) =>
      headers.authorization?.trim() === 'Bearer' || query.api_key === ''
        ? errorAnswer(400, 'The credential is malformed')
        : answer,
    ),
  },
  {
    name: 'refusal-with-more-fields',
    freedom: 'GAP-ERROR-FIELDS',
    statement: 'A refusal has other fields besides `error`.',
    transform: withBody({
      error: 'Unauthorized',
      message: 'No valid key was sent.',
      code: 40_101,
      status: 401,
      errors: [{ field: 'api_key', messages: ['is missing'] }],
      error_description: null,
      request_id: '0f9c',
      documentation_url: 'https://evidence.example/docs',
    }),
  },
  {
    name: 'refusal-as-outcome-with-error',
    freedom: 'GAP-ERROR-FIELDS',
    statement: 'A refusal is an OperationOutcome that has `error` too.',
    transform: withBody({
      resourceType: 'OperationOutcome',
      issue: [{ severity: 'error', code: 'login' }],
      error: 'Unauthorized',
    }),
  },
  {
    name: 'refusal-without-challenge',
    statement: 'A refusal has no WWW-Authenticate header.',
    transform: transformRefusal((answer) => withoutHeader(answer, 'www-authenticate')),
  },
  {
    name: 'scheme-in-one-case-alone',
    freedom: 'GAP-KEY-SCHEME',
    statement: 'Only the exact spelling `Bearer` is understood.',
    hidesFaultsOf: ['basic-credentials-accepted'],
    transform: transformAuthentication(
      (usual) => (request, users) =>
        request.headers.authorization?.startsWith('Bearer ') === false ? undefined : usual(request, users),
    ),
  },
  {
    name: 'second-user-key-replaced',
    freedom: 'section 5',
    statement: "The second user's key was regenerated after it was configured.",
    leavesUnjudged: "Another user's key is valid nowhere.",
    hidesFaultsOf: [
      'auth.second-key-accepted',
      'users.other-user-for-other-key',
      'projects-of-another-user',
      'projects-forbidden-as-html-to-another-user',
      'another-user-as-html',
      'all-users-for-another-user',
    ],
    transform: transformAuthentication((usual) => (request, users) => {
      const user = usual(request, users);
      return user?.id === users.all()[0]?.id ? user : undefined;
    }),
  },
  {
    name: 'key-case-ignored',
    freedom: 'GAP-KEY-CASE',
    statement: 'A key is compared without its letter case.',
    transform: transformAuthentication((usual) => (request, users) => {
      const key = presentedKey(request)?.toLowerCase();
      const owner = users.all().find((user) => users.keyOf(user).toLowerCase() === key);
      return usual(request, users) ?? owner;
    }),
  },
  {
    name: 'key-blanks-ignored',
    freedom: 'GAP-KEY-BLANKS',
    statement: 'Blanks around a key are left out.',
    transform: transformAuthentication((usual) => (request, users) => {
      const key = presentedKey(request)?.trim();
      return usual(request, users) ?? users.all().find((user) => users.keyOf(user) === key);
    }),
  },
  {
    name: 'key-without-scheme-accepted',
    freedom: 'GAP-KEY-SCHEME',
    statement: 'A key also counts without a scheme, and as the user name of Basic.',
    transform: transformAuthentication((usual) => (request, users) => {
      const { authorization = '' } = request.headers;
      const encoded = /^Basic (\S+)$/i.exec(authorization)?.[1];
      const key =
        encoded === undefined ? authorization : Buffer.from(encoded, 'base64').toString().split(':')[0];
      return usual(request, users) ?? (key === undefined ? undefined : users.byKey(key));
    }),
  },
  {
    name: 'query-key-wins',
    freedom: 'GAP-BOTH-KEYS',
    statement: 'Of two keys the one in the query counts.',
    transform: transformAuthentication((usual) => (request, users) => {
      const { api_key: key } = request.query;
      return typeof key === 'string' && key !== '' ? users.byKey(key) : usual(request, users);
    }),
  },
  {
    name: 'either-key-counts',
    freedom: 'GAP-BOTH-KEYS',
    statement: 'Of two keys one that is valid is enough.',
    transform: transformAuthentication((usual) => (request, users) => {
      const { api_key: key } = request.query;
      return usual(request, users) ?? (typeof key === 'string' ? users.byKey(key) : undefined);
    }),
  },
  {
    name: 'both-keys-refused',
    freedom: 'GAP-BOTH-KEYS',
    statement: 'A request that sends the key both ways is refused.',
    transform: transformAuthentication(
      (usual) => (request, users) =>
        hasHeaderCredential(request) && hasQueryCredential(request) ? undefined : usual(request, users),
    ),
  },
]);
