import { classify } from '../answers.ts';
import { defineCheck } from '../check.ts';
import type { Endpoint } from '../endpoints.ts';
import type { Exchange } from '../exchange.ts';
import {
  changedSigns,
  differences,
  type StableLeaves,
  signsOfAnotherUser,
  stableLeaves,
} from '../same-user.ts';
import { failAnswer, failContent, leaveUntestable, passAnswer } from '../sentences.ts';
import { type Judgement, untestable } from '../verdict.ts';
import { isKeyRefused } from './authentication.ts';

const atUsers = ({ id }: Endpoint): boolean => id === 'GET /api/v3/users';

/** Sent at the start and at the end: what changes in between is a clock or a counter, not the user. */
const twice = { first: { key: 'header' }, last: { key: 'header', again: true } } as const;

/** Who lets everybody in does not know who it is. */
const openDoors = ['auth.no-key-rejected', 'auth.wrong-header-key-rejected'] as const;

export const userChecks = [
  defineCheck({
    id: 'users.same-user-either-way',
    title: 'shows the same user for the key in the header and in the query',
    topic: 'users',
    gravity: 'wrong-data',
    explainedBy: openDoors,
    requirements: ['AUTH-2', 'AUTH-8'],
    claims: 'answer',
    at: atUsers,
    asks: {
      ...twice,
      byQuery: { key: 'query' },
      noAccept: { key: 'header', accept: 'missing', optional: true },
      anyAccept: { key: 'header', accept: 'anything', optional: true },
    },
    after: [
      'availability.endpoint-answers',
      'availability.documented-status',
      'auth.query-key-accepted',
      'success.json-body',
      'success.record-kind',
    ],
    judge: ({ first, last, byQuery, noAccept, anyAccept }) =>
      onUsers([first, last, byQuery], ([one, again, other]) => {
        const stable = stableLeaves(one, again);
        if (stable.all.size === 0) return nothingIsStable(first);
        const differing = signsOfAnotherUser(stable, other);
        if (differing.length === 0)
          return whateverAccept(stable, [noAccept, anyAccept]) ?? passAnswer(byQuery);
        const found = `shows a different user than the same key in the header does (it differs at ${list(differing)})`;
        return failContent(
          byQuery,
          found,
          'the owner of the key, whether it is sent in the header or in the query',
        );
      }),
  }),
  defineCheck({
    id: 'users.other-user-for-other-key',
    title: "shows another user for another user's key",
    topic: 'users',
    gravity: 'wrong-data',
    explainedBy: openDoors,
    requirements: ['AUTH-2'],
    claims: 'answer',
    at: atUsers,
    needs: 'second-key',
    asks: { ...twice, second: { key: 'second-header' }, none: { key: 'none', optional: true } },
    after: [
      'availability.endpoint-answers',
      'availability.documented-status',
      'auth.header-key-accepted',
      'users.same-user-either-way',
      'success.json-body',
      'success.record-kind',
    ],
    judge: ({ first, last, second, none }) => {
      if (classify(first) === 'success' && classify(second) !== 'success') {
        // Who is known may still not be allowed to see it.
        const isKnown = classify(second) === 'client-error' && !isKeyRefused(second, none);
        return isKnown
          ? leaveUntestable(second, 'without this answer the users cannot be compared')
          : failAnswer(second, 'that a valid key authenticates the request (SECOND_API_KEY)');
      }
      return onUsers([first, last, second], ([one, again, other]) => {
        const { all, named, isUnique } = stableLeaves(one, again);
        // The user of the key is not the first one any more, but the one of the other key.
        const shared = stableLeaves(again, other);
        if (!isUnique && shared.isUnique && differences(shared.identifying, one).length > 0)
          return failContent(
            last,
            'shows the user of another key when it is asked again',
            'the owner of the key in the request',
          );
        if (all.size === 0) return nothingIsStable(first);
        if (differences(isUnique ? named : all, other).length > 0) return passAnswer(second);
        if (!isUnique) return nothingIsUnique(first);
        return failContent(
          second,
          'shows the same user as the first key does',
          'the owner of the key in the request',
        );
      });
    },
  }),
];

/** Another Accept may get another representation: only another value in the same place is another user's. */
function whateverAccept(
  stable: StableLeaves,
  asked: readonly (Exchange | undefined)[],
): Judgement | undefined {
  for (const exchange of asked) {
    if (exchange?.answer?.json.ok !== true || classify(exchange) !== 'success') continue;
    const changed = changedSigns(stable, exchange.answer.json.value);
    if (changed.length === 0) continue;
    return failContent(
      exchange,
      `shows a different user than the same key does otherwise (it differs at ${list(changed)})`,
      'the owner of the key',
    );
  }
  return undefined;
}

/** Judges the bodies if all exchanges are successes with a JSON body. */
function onUsers(
  exchanges: readonly [Exchange, Exchange, Exchange],
  judge: (bodies: readonly [unknown, unknown, unknown]) => Judgement,
): Judgement {
  const unusable = exchanges.find((one) => classify(one) !== 'success' || one.answer?.json.ok !== true);
  if (unusable !== undefined && classify(unusable) === 'outside')
    return failAnswer(unusable, 'status 200 or 201 for a success and a 4xx status for an error');
  if (unusable !== undefined)
    return leaveUntestable(unusable, 'without this answer the users cannot be compared');
  const [one, two, three] = exchanges.map(({ answer }) => (answer?.json.ok ? answer.json.value : undefined));
  return judge([one, two, three]);
}

function nothingIsStable(first: Exchange): Judgement {
  return untestable('Nothing in the user record stays the same between two calls with one key.', first);
}

function nothingIsUnique(first: Exchange): Judgement {
  return untestable(
    'Nothing in the user record identifies a single user, so two users may look the same.',
    first,
  );
}

function list(paths: readonly string[]): string {
  const shown = paths.slice(0, 3).join(', ');
  return paths.length > 3 ? `${shown} and ${paths.length - 3} more` : shown;
}
