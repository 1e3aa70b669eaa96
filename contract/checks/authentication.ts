import { type Endpoint, isOfVersionThree, isRead } from '../document/endpoints.ts';
import type { RequirementId } from '../document/requirements.ts';
import {
  classify,
  isAboutBundle,
  isClientError,
  isGatewayAnswer,
  isKeyRefused,
  isSameError,
  isSuccess,
} from '../judging/answers.ts';
import { sampledFirst } from '../judging/evidence.ts';
import { type Exchange, isDocumented } from '../judging/exchange.ts';
import { isEmptiedBy, judgeGate, judgeLetIn } from '../judging/let-in.ts';
import { type BodyName, type Credential, type OtherKey, type Way, ways } from '../judging/request.ts';
import {
  fail,
  failStatus,
  type Judgement,
  leaveOpen,
  pass,
  passAll,
  skip,
  untestable,
} from '../judging/verdict.ts';
import {
  type Check,
  type CheckEntry,
  type CheckRequests,
  defineCheck,
  ownRecord,
  userRequests,
} from './check.ts';

/** The body of a request with a key that must be refused: only an import has one. */
export function refusableBody(endpoint: Endpoint): { readonly body?: BodyName } {
  return endpoint.kind === 'import' ? { body: 'refusable' } : {};
}

interface RejectedKey
  extends Pick<CheckEntry<CheckRequests>, 'id' | 'title' | 'requirements' | 'needs' | 'sampled'> {
  readonly key: Credential;
  /** The way in which a valid key must have been accepted: otherwise a refusal is not about the key. */
  readonly way: Way | 'either';
  /** The checks of simpler wrong keys: if such a key is accepted, this check adds nothing. */
  readonly afterSimplerKey?: readonly string[];
}

const noKey: RejectedKey = {
  id: 'auth.no-key-rejected',
  title: 'refuses a request without a key',
  key: 'none',
  way: 'either',
  requirements: ['AUTH-1', 'AUTH-9', 'ERROR-1', 'SERVICE-8'],
};

/** A wrong key presented in both ways, with a check for each: after that of a wrong key, unless the row says otherwise. */
function bothWays(
  name: OtherKey,
  what: string,
  row: Pick<RejectedKey, 'requirements' | 'sampled' | 'needs' | 'afterSimplerKey'>,
): readonly RejectedKey[] {
  return ways.map((way) => ({
    id: `auth.${name}-${way}-key-rejected`,
    title: `refuses ${what} in the ${way}`,
    key: `${name}-${way}`,
    way,
    afterSimplerKey: [`auth.wrong-${way}-key-rejected`],
    ...row,
  }));
}

const nearlyValid = { requirements: ['AUTH-1', 'AUTH-9'], sampled: true } as const;

const rejectedKeys: readonly RejectedKey[] = [
  noKey,
  ...bothWays('wrong', 'a wrong key', { requirements: noKey.requirements, afterSimplerKey: [] }),
  ...bothWays('revoked', 'a revoked key', { requirements: ['AUTH-5', 'AUTH-9'], needs: 'revoked-key' }),
  ...bothWays('empty', 'an empty key', { ...nearlyValid, afterSimplerKey: [noKey.id] }),
  ...bothWays('cut', 'a truncated key', nearlyValid),
  ...bothWays('longer', 'a key with a character behind it', nearlyValid),
  ...bothWays('prefixed', 'a key with a character before it', nearlyValid),
  {
    id: 'auth.basic-credentials-rejected',
    title: 'refuses a name and a password in place of a key',
    key: 'basic-credentials',
    way: 'header',
    ...nearlyValid,
    afterSimplerKey: ['auth.wrong-header-key-rejected', 'auth.empty-header-key-rejected'],
  },
  ...bothWays('percent', 'the wildcard %', nearlyValid),
  ...bothWays('star', 'the wildcard *', nearlyValid),
];

/** True for a request that must be refused because of its key. */
export function lacksValidKey({ request }: Exchange): boolean {
  return rejectedKeys.some(({ key }) => key === request.key);
}

/** Many frameworks refuse with a page unless JSON is requested. */
const withoutJson = {
  noAccept: { key: 'none', accept: 'missing', more: true, sampled: true },
  anyAccept: { key: 'none', accept: 'anything', more: true, sampled: true },
} as const;

/** What a valid key imports: a request that creates nothing also shows that a key in the query is accepted. */
const importedBy = { header: 'valid', query: 'other-type', either: 'valid' } as const;

/** The request with a valid key that a refusal is compared with. */
function acceptedRequest({ kind }: Endpoint, way: Way | 'either') {
  const key = way === 'either' ? 'valid' : way;
  return kind === 'import' ? ({ key, body: importedBy[way], optional: true } as const) : ({ key } as const);
}

function rejectionCheck({ afterSimplerKey = [], key, way, ...row }: RejectedKey): Check {
  return defineCheck({
    ...row,
    at: row.sampled === true ? isOfVersionThree : () => true,
    after: ['availability.endpoint-answers', 'availability.import-answers', ...afterSimplerKey],
    requests: (endpoint) => ({
      refused: { key, ...refusableBody(endpoint) },
      none: { key: 'none', ...refusableBody(endpoint), optional: true },
      wrongHeader: { key: 'wrong-header', ...refusableBody(endpoint), optional: true },
      wrongQuery: { key: 'wrong-query', ...refusableBody(endpoint), optional: true },
      imported: { key: 'valid', body: 'valid', optional: true },
      ...userRequests(key),
      accepted: acceptedRequest(endpoint, way),
      ...(key === 'none' && isOfVersionThree(endpoint) ? withoutJson : {}),
    }),
    judge: (asked, endpoint, all) => {
      const { kind } = endpoint;
      const { refused, none, sameAtUsers, accepted: valid, noAccept, anyAccept } = asked;
      // The monitor repeats a request exactly as it failed, although the way to request the endpoint may have changed
      // since.
      const repeated =
        kind === 'import' ? [] : all.filter((one) => one.request.key === key && isDocumented(one));
      const letIn = [refused, noAccept, anyAccept, ...repeated].find(
        (one) => one !== undefined && !isClientError(one),
      );
      if (letIn !== undefined) {
        if (kind === 'import' && isGatewayAnswer(letIn))
          return leaveOpen(
            letIn,
            'a gateway answered, and an import is not sent again',
            'import-not-repeated',
          );
        if (valid !== undefined && !isSuccess(valid) && isSameError(letIn, valid))
          return leaveOpen(letIn, 'a valid key gets the same answer, so it is not about the key');
        if (key !== 'none' && none !== undefined && !isClientError(none) && isSameError(letIn, none))
          return leaveOpen(
            letIn,
            'a request without a key gets the same answer, which auth.no-key-rejected reports',
            'explained',
          );
        return judgeLetIn(letIn, valid, endpoint, sameAtUsers);
      }
      if (kind !== 'import') return isSuccess(valid) ? pass(refused) : notAccepted(way, refused);
      const gate = judgeGate(refused, asked);
      if (gate !== undefined) return gate;
      if (valid === undefined)
        return skip(
          'imports-not-allowed',
          'Imports are not allowed here (ALLOW_IMPORT), so no valid key shows what a refusal means.',
        );
      return isSuccess(valid) || isAboutBundle(valid) ? pass(refused) : notAccepted(way, refused);
    },
  });
}

function notAccepted(way: Way | 'either', refused: Exchange): Judgement {
  const how = way === 'either' ? '' : ` in the ${way}`;
  const message = `The usual request with a valid key${how} had no success here, so a refusal does not show that keys are told apart.`;
  return untestable('no-acceptance', message, {}, refused);
}

/** The way that is judged, and the other one to compare it with. */
const acceptedWays = [
  { way: 'header', other: 'query', where: 'in the Authorization header', requirement: 'AUTH-6' },
  { way: 'query', other: 'header', where: 'in the query parameter api_key', requirement: 'AUTH-7' },
] as const;

type AcceptedWay = (typeof acceptedWays)[number];

function acceptanceCheck({ way, other, where, requirement }: AcceptedWay): Check {
  return defineCheck({
    id: `auth.${way}-key-accepted`,
    title: `accepts a valid key ${where}`,
    requirements: [requirement, 'AUTH-8'],
    at: isRead,
    requests: ({ idsFrom, isPaged }) => ({
      valid: { key: way },
      byOther: { key: other, optional: true },
      none: { key: 'none', optional: true },
      ...(idsFrom === undefined ? {} : { second: { key: way, id: 'second', optional: true } }),
      ...(isPaged === true ? { page: { key: way, page: 'next', optional: true } } : {}),
    }),
    after: ['availability.endpoint-answers'],
    judge: ({ valid, byOther, none, second, page }, endpoint, all) => {
      const answerClass = classify(valid);
      if (answerClass === 'success') {
        if (byOther !== undefined && isEmptiedBy(valid, byOther, endpoint))
          return fail(valid, 'list-emptied-by-way', { way });
        // The list shows the record, or the next page, to this key, which is otherwise accepted.
        const listed = second?.idIsListed === true ? second : undefined;
        const refused = [listed, page].find((one) => one !== undefined && classify(one) === 'refusal');
        return refused === undefined ? pass(valid) : fail(refused, 'valid-key-refused');
      }
      const worksOtherwise = isSuccess(byOther);
      if (answerClass === 'no-answer')
        return worksOtherwise
          ? failStatus(valid)
          : leaveOpen(valid, 'no answer shows whether the key was accepted');
      if (worksOtherwise && isClientError(valid)) {
        // The record may have been deleted in between, unless a request sent after this one finds it.
        const mayBeGone =
          endpoint.idsFrom !== undefined &&
          [404, 410].includes(valid.answer?.status ?? 0) &&
          !all.some(
            (one) => isSuccess(one) && one.recordId === valid.recordId && startOf(one) >= startOf(valid),
          );
        return mayBeGone && !isKeyRefused(valid, none)
          ? leaveOpen(valid, 'the record may have been deleted since the other request')
          : fail(valid, `key-refused-in-${way}`);
      }
      return isKeyRefused(valid, none)
        ? fail(valid, 'valid-key-refused')
        : leaveOpen(valid, 'this does not show whether the key was accepted');
    },
  });
}

const startOf = ({ startedAt }: Exchange): number => Date.parse(startedAt);

/** Another user's key where keys are sampled first: an endpoint that accepts it proves that it is valid. */
const secondKeyElsewhere = {
  projectsByHeader: { at: 'GET /api/v3/projects', key: 'second-header', more: true, sampled: true },
  projectsByQuery: { at: 'GET /api/v3/projects', key: 'second-query', more: true, sampled: true },
  usersByHeader: { at: ownRecord, key: 'second-header', more: true, sampled: true },
  usersByQuery: { at: ownRecord, key: 'second-query', more: true, sampled: true },
} as const satisfies CheckRequests;

export const authenticationChecks: readonly Check[] = [
  ...acceptedWays.map(acceptanceCheck),
  defineCheck({
    id: 'auth.second-key-accepted',
    title: "accepts another user's key in the header and in the query",
    requirements: ['AUTH-6', 'AUTH-7', 'AUTH-8'],
    at: isOfVersionThree,
    sampled: true,
    needs: 'second-key',
    requests: ({ id }) => ({
      byHeader: { key: 'second-header' },
      byQuery: { key: 'second-query' },
      first: { key: 'valid' },
      none: { key: 'none', optional: true },
      ...(sampledFirst.includes(id) ? secondKeyElsewhere : {}),
    }),
    after: ['availability.endpoint-answers', 'auth.header-key-accepted', 'auth.query-key-accepted'],
    judge: ({ byHeader, byQuery, first, none, ...elsewhere }, { id }) => {
      const others = [byHeader, byQuery].filter((one) => !isSuccess(one));
      const [other] = others;
      if (other === undefined) return pass(byHeader);
      if (!isSuccess(first)) return leaveOpen(other, 'the first key has no success here either');
      if (![byHeader, byQuery, ...Object.values<Exchange | undefined>(elsewhere)].some(isSuccess))
        return leaveOpen(
          other,
          'this key was accepted nowhere, so that nothing shows that it is valid: set SECOND_API_KEY to a current key of another user',
          'second-key-accepted-nowhere',
        );
      const ofWay: RequirementId = other === byHeader ? 'AUTH-6' : 'AUTH-7';
      const broken = others.length === 1 ? [ofWay, 'AUTH-8' as const] : undefined;
      const refused = others.find((one) => isKeyRefused(one, none));
      if (refused !== undefined) return fail(refused, 'second-key-refused', {}, broken);
      // A known user may still lack permission to see this; then neither way succeeds. Everybody may see their own
      // record.
      return (others.length === 1 || id === ownRecord) && isClientError(other)
        ? fail(other, 'second-key-refused', {}, broken)
        : leaveOpen(other, 'this does not show whether the key was accepted');
    },
  }),
  defineCheck({
    id: 'auth.any-accept',
    title: 'accepts a valid key with any header Accept',
    requirements: ['AUTH-8'],
    at: isRead,
    requests: {
      missing: { key: 'valid', accept: 'missing' },
      anything: { key: 'valid', accept: 'anything' },
      valid: { key: 'valid' },
      none: { key: 'none', optional: true },
    },
    after: ['availability.endpoint-answers', 'auth.header-key-accepted'],
    judge: ({ missing, anything, valid, none }) => {
      if (!isSuccess(valid)) return leaveOpen(valid, 'the usual request has no success either');
      const refused = [missing, anything].find((one) => isKeyRefused(one, none));
      if (refused !== undefined) return fail(refused, 'key-refused-by-accept');
      const other = [missing, anything].find((one) => !isSuccess(one));
      return other === undefined
        ? passAll([missing, anything])
        : leaveOpen(other, 'this does not show whether the key was accepted');
    },
  }),
  ...acceptedWays.map(importAcceptanceCheck),
  ...rejectedKeys.map(rejectionCheck),
];

/** At the import a valid key is tried only if imports are allowed; in the query with a body that creates nothing. */
function importAcceptanceCheck({ way, other, where, requirement }: AcceptedWay): Check {
  return defineCheck({
    id: `auth.import-${way}-key-accepted`,
    title: `accepts a valid key ${where}`,
    requirements: [requirement, 'AUTH-8'],
    at: ({ kind }) => kind === 'import',
    needs: 'imports',
    requests: {
      valid: { key: way, body: importedBy[way] },
      byOther: { key: other, body: importedBy[other], optional: true },
      // A service may refuse a body that the user may not import: sending the same body the other way shows it.
      likewise: {
        key: other,
        body: importedBy[way],
        ...(way === 'query' ? { more: true } : { optional: true }),
      },
    },
    after: ['availability.import-answers'],
    judge: ({ valid, byOther, likewise }) => {
      const isAccepted = (one: Exchange): boolean => isSuccess(one) || isAboutBundle(one);
      if (isAccepted(valid)) return pass(valid);
      if (likewise !== undefined && classify(likewise) === 'refusal')
        return leaveOpen(valid, `the same body is refused in the ${other} too`);
      return byOther !== undefined && isAccepted(byOther) && classify(valid) === 'refusal'
        ? fail(valid, `key-refused-in-${way}`)
        : leaveOpen(valid, 'this does not show whether the key was accepted');
    },
  });
}
