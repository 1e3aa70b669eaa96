import { crash, forbidden, lost, page, unauthorized } from '../answers-seen.ts';
import { users } from '../endpoint-ids.ts';
import type { Seen } from '../evidence.ts';
import type { CheckRows } from './check-rows.ts';

const user = (more: object = {}): Seen => ({ body: JSON.stringify({ id: 1, name: 'Ada', ...more }) });
const body = (value: object): Seen => ({ body: JSON.stringify(value) });

export const userRows: readonly CheckRows[] = [
  {
    check: 'users.same-user-either-way',
    at: users,
    rows: [
      [{ byHeader: user(), byQuery: body({ data: { id: 1 } }) }, 'pass byQuery'],
      [{ byHeader: user(), byQuery: user({ id: 2 }) }, 'fail byQuery'],
      [{ byHeader: user(), byQuery: body({ name: 'Guest' }) }, 'fail byQuery'],
      // An id without a digit names a role; then the email address counts.
      [
        {
          byHeader: body({ id: 'me', email: 'ada@x.org', at: 1 }),
          byQuery: body({ id: 'me', email: 'ada@x.org' }),
        },
        'pass byQuery',
      ],
      [
        { byHeader: body({ id: 'me', email: 'ada@x.org' }), byQuery: body({ id: 'me', email: 'bo@x.org' }) },
        'fail byQuery',
      ],
      // Otherwise the whole body counts: equal bodies show the same user, different ones show nothing.
      [{ byHeader: body({ theme: 'x' }), byQuery: body({ theme: 'x' }) }, 'pass byQuery'],
      [{ byHeader: body({ at: 1 }), byQuery: body({ at: 2 }) }, 'untestable byQuery'],
      [{ byHeader: user(), byQuery: user(), noAccept: user({ id: 2 }) }, 'fail noAccept'],
      [{ byHeader: user(), byQuery: user(), noAccept: page, otherUser: user({ id: 2 }) }, 'pass byQuery'],
      [{ byHeader: user(), byQuery: crash }, 'untestable byQuery'],
      [{ byHeader: unauthorized, byQuery: user() }, 'untestable byHeader'],
      [{ byHeader: user(), byQuery: lost }, 'untestable byQuery'],
    ],
  },
  {
    check: 'users.other-user-for-other-key',
    at: users,
    rows: [
      [{ first: user(), second: user({ theme: 'x' }) }, 'fail second'],
      [{ first: body({ email: 'ada@x.org' }), second: body({ email: 'bo@x.org' }) }, 'pass second'],
      [{ first: body({ email: 'ada@x.org' }), second: body({ email: 'ada@x.org', at: 1 }) }, 'fail second'],
      [{ first: user(), second: user({ id: 2 }), otherUserByQuery: user({ id: 2 }) }, 'pass second'],
      [{ first: user(), second: user({ id: 2 }), otherUserByQuery: user() }, 'fail otherUserByQuery'],
      // Two users may look the same.
      [{ first: body({ theme: 'x' }), second: body({ theme: 'x' }) }, 'untestable first'],
      [{ first: body({ id: 'me' }), second: body({ id: 'me' }) }, 'untestable first'],
      [{ first: user(), second: forbidden }, 'untestable second'],
      [{ first: crash, second: user() }, 'untestable first'],
    ],
  },
];
