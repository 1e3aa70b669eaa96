import { isSuccess } from '../answers.ts';
import { type Check, defineCheck } from '../check.ts';
import { whoIs } from '../choosing.ts';
import type { Endpoint } from '../endpoints.ts';
import type { Exchange } from '../exchange.ts';
import { fail, leaveOpen, pass } from '../verdict.ts';
import { successesIn } from './success.ts';

const atUsers = ({ id }: Endpoint): boolean => id === 'GET /api/v3/users';

/** What a user record says of its user, by `id`, else by `email`, else as a whole. */
function userIn({ answer }: Exchange): Readonly<Record<'id' | 'email' | 'whole', string | undefined>> {
  const value = answer?.json.ok === true ? answer.json.value : undefined;
  const { id, email } = whoIs(value);
  return { id, email, whole: answer?.digest };
}

type Comparison = 'same' | 'other' | 'open';

/** Whether two records are about the same user. Another body alone does not show another user. */
function compareUsers(one: Exchange, other: Exchange): Comparison {
  const [first, second] = [userIn(one), userIn(other)];
  for (const name of ['id', 'email'] as const)
    if (first[name] !== undefined && second[name] !== undefined)
      return first[name] === second[name] ? 'same' : 'other';
  return first.whole === second.whole ? 'same' : 'open';
}

export const userChecks: readonly Check[] = [
  defineCheck({
    id: 'users.same-user-either-way',
    title: 'shows the same user for the key in the header and in the query',
    topic: 'users',
    requirements: ['AUTH-2', 'AUTH-8'],
    claims: 'answer',
    at: atUsers,
    asks: { byHeader: { key: 'header' }, byQuery: { key: 'query' } },
    after: [
      'availability.endpoint-answers',
      'auth.query-key-accepted',
      'success.json-body',
      'success.record-kind',
    ],
    judge: ({ byHeader, byQuery }, _endpoint, { all }) => {
      const unusable = [byHeader, byQuery].find((one) => !isSuccess(one));
      if (unusable !== undefined)
        return leaveOpen(unusable, 'without this answer the users cannot be compared');
      const own = successesIn(all).filter(({ request: { key } }) => key === 'header' || key === 'query');
      const [first, second] = [userIn(byHeader), userIn(byQuery)];
      const namesNobody = first.id !== undefined && second.id === undefined && second.email === undefined;
      const [other] = own.filter(
        (one) => compareUsers(byHeader, one) === 'other' || (one.id === byQuery.id && namesNobody),
      );
      if (other !== undefined) return fail(other, 'other-user-by-way');
      return compareUsers(byHeader, byQuery) === 'same'
        ? pass(byQuery)
        : leaveOpen(byQuery, 'it has neither an id nor an e-mail address to compare');
    },
  }),
  defineCheck({
    id: 'users.other-user-for-other-key',
    title: "shows another user for another user's key",
    topic: 'users',
    requirements: ['AUTH-2'],
    claims: 'answer',
    at: atUsers,
    needs: 'second-key',
    asks: { first: { key: 'valid' }, second: { key: 'second' } },
    after: [
      'availability.endpoint-answers',
      'auth.header-key-accepted',
      'auth.second-key-accepted',
      'users.same-user-either-way',
      'success.json-body',
      'success.record-kind',
    ],
    judge: ({ first, second }) => {
      const unusable = [first, second].find((one) => !isSuccess(one));
      if (unusable !== undefined)
        return leaveOpen(unusable, 'without this answer the users cannot be compared');
      const { id, email } = userIn(first);
      const comparison = compareUsers(first, second);
      if (comparison === 'other') return pass(second);
      if (comparison === 'open' || (id === undefined && email === undefined))
        return leaveOpen(first, 'it has neither an id nor an e-mail address, so two users may look the same');
      return fail(second, 'same-user-for-other-key');
    },
  }),
];
