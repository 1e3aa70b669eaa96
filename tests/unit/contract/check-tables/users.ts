import { badRequest, crash, forbidden, lost, page, unauthorized } from '../answers-seen.ts';
import type { Seen } from '../evidence.ts';
import type { Answers } from './check-rows.ts';

const user = (more: object = {}): Seen => ({ body: JSON.stringify({ id: 1, name: 'Ada', ...more }) });

const ofTeam: Seen = { body: '{"id":"me","role":"editor","team":{"id":9}}' };
const member = (login: string): Seen => ({ body: JSON.stringify({ id: 3, member: { login } }) });

export const userRows: readonly (readonly [check: string, answers: Answers, outcome: string])[] = [
  ['users.same-user-either-way', { first: user(), last: user(), byQuery: user() }, 'pass byQuery'],
  ['users.same-user-either-way', { first: user(), last: user(), byQuery: user({ id: '1' }) }, 'pass byQuery'],
  ['users.same-user-either-way', { first: user(), last: user(), byQuery: user({ id: 2 }) }, 'fail byQuery'],
  [
    'users.same-user-either-way',
    { first: user({ id: 1 }), last: user({ id: 2 }), byQuery: user({ id: 3 }) },
    'pass byQuery',
  ],
  [
    'users.same-user-either-way',
    { first: { body: '{"at":1}' }, last: { body: '{"at":2}' }, byQuery: { body: '{"at":3}' } },
    'untestable first',
  ],
  ['users.same-user-either-way', { first: user(), last: user(), byQuery: crash }, 'fail byQuery'],
  [
    'users.same-user-either-way',
    { first: user(), last: user(), byQuery: user(), noAccept: user({ id: 2 }) },
    'fail noAccept',
  ],
  [
    'users.same-user-either-way',
    { first: user(), last: user(), byQuery: user(), noAccept: page, anyAccept: user({ id: 2 }) },
    'fail anyAccept',
  ],
  [
    // Another form shows nothing by what it lacks.
    'users.same-user-either-way',
    { first: user(), last: user(), byQuery: user(), noAccept: { body: '{"data":{"id":7,"type":"user"}}' } },
    'pass byQuery',
  ],
  [
    'users.same-user-either-way',
    {
      first: { body: '{"theme":"x","language":"en","form":"json"}' },
      last: { body: '{"theme":"x","language":"en","form":"json"}' },
      byQuery: { body: '{"theme":"x","language":"en","form":"json"}' },
      anyAccept: { body: '{"form":"hal"}' },
    },
    'pass byQuery',
  ],
  ['users.same-user-either-way', { first: user(), last: user(), byQuery: badRequest }, 'untestable byQuery'],
  ['users.same-user-either-way', { first: user(), last: page, byQuery: user() }, 'untestable last'],
  ['users.same-user-either-way', { first: user(), last: lost, byQuery: user() }, 'untestable last'],
  ['users.other-user-for-other-key', { first: user(), last: user(), second: user() }, 'fail second'],
  ['users.other-user-for-other-key', { first: user(), last: user(), second: user({ id: 2 }) }, 'pass second'],
  [
    'users.other-user-for-other-key',
    { first: user(), last: user(), second: user({ theme: 'x' }) },
    'fail second',
  ],
  [
    'users.other-user-for-other-key',
    { first: user(), last: user({ id: 2 }), second: user({ id: 2 }) },
    'fail last',
  ],
  [
    'users.other-user-for-other-key',
    { first: user(), last: user({ id: 3 }), second: user({ id: 2 }) },
    'untestable first',
  ],
  [
    'users.other-user-for-other-key',
    { first: user(), last: user({ id: 2 }), second: user() },
    'untestable first',
  ],
  [
    'users.other-user-for-other-key',
    { first: user(), last: user({ node_id: 2 }), second: user({ id: 2, node_id: 2 }) },
    'pass second',
  ],
  ['users.other-user-for-other-key', { first: user(), last: user(), second: unauthorized }, 'fail second'],
  ['users.other-user-for-other-key', { first: user(), last: user(), second: crash }, 'fail second'],
  ['users.other-user-for-other-key', { first: user(), last: user(), second: forbidden }, 'untestable second'],
  [
    'users.other-user-for-other-key',
    { first: user(), last: user(), second: forbidden, none: forbidden },
    'fail second',
  ],
  [
    'users.other-user-for-other-key',
    { first: unauthorized, last: user(), second: badRequest },
    'untestable first',
  ],
  [
    'users.other-user-for-other-key',
    { first: { body: '{"at":1}' }, last: { body: '{"at":2}' }, second: { body: '{"at":3}' } },
    'untestable first',
  ],
  [
    'users.other-user-for-other-key',
    { first: { body: '{"theme":"x"}' }, last: { body: '{"theme":"x"}' }, second: { body: '{"theme":"x"}' } },
    'untestable first',
  ],
  [
    'users.other-user-for-other-key',
    { first: { body: '{"theme":"x"}' }, last: { body: '{"theme":"x"}' }, second: { body: '{"theme":"y"}' } },
    'pass second',
  ],
  ['users.other-user-for-other-key', { first: ofTeam, last: ofTeam, second: ofTeam }, 'untestable first'],
  [
    'users.other-user-for-other-key',
    // What names somebody may stand anywhere: this id is the organization's.
    { first: member('ada'), last: member('ada'), second: member('bo') },
    'pass second',
  ],
];
