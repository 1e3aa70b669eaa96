import { crash, forbidden, lost, notFound, ok, page, told, unauthorized } from '../answers-seen.ts';
import { citation, projects, users } from '../endpoint-ids.ts';
import type { Seen } from '../evidence.ts';
import type { CheckRows } from './check-rows.ts';

const uuidA = '6f1d2c4e-8a3b-4c5d-9e7f-0a1b2c3d4e5f';
const uuidB = '0b0c4e0a-52a5-4b3e-8f57-2d6a31a0c1de';

/** The record at an id. */
const at = (id: number | string, body: object): Seen => ({
  url: `https://reviews.example.org/api/v3/citations/${id}`,
  body: JSON.stringify(body),
});

export const successRows: readonly CheckRows[] = [
  {
    check: 'success.any-accept',
    at: users,
    rows: [
      [{ missing: ok, anything: ok }, 'pass missing'],
      [{ missing: page, anything: ok }, 'fail missing'],
      [{ missing: ok, anything: { status: 302, body: '' } }, 'fail anything'],
      [{ missing: ok, anything: { status: 406, body: '<p>' } }, 'fail anything'],
      [{ missing: ok, anything: told(406, 'Ask for JSON.') }, 'pass missing'],
      [{ missing: lost, anything: ok }, 'fail missing'],
      [{ missing: unauthorized, anything: ok, valid: ok }, 'fail missing'],
      [{ missing: unauthorized, anything: ok, valid: unauthorized }, 'pass missing'],
      [{ missing: ok, anything: { status: 404, body: '{"message":"No"}' } }, 'fail anything'],
      [{ missing: notFound, anything: ok }, 'pass missing'],
    ],
  },
  {
    check: 'success.json-body',
    at: projects,
    rows: [
      [{ byHeader: ok }, 'pass byHeader'],
      [{ byHeader: page }, 'fail byHeader'],
      [{ byHeader: ok, byQuery: page }, 'fail byQuery'],
      [{ byHeader: ok, otherUser: page }, 'fail otherUser'],
      [{ byHeader: ok, otherUserByQuery: page }, 'fail otherUserByQuery'],
      [{ byHeader: ok, last: page }, 'fail last'],
      [{ byHeader: ok, otherUser: unauthorized, last: lost }, 'pass byHeader'],
      [{ byHeader: unauthorized, byQuery: ok }, 'pass byQuery'],
      [{ byHeader: lost, byQuery: ok }, 'pass byQuery'],
      [{ byHeader: unauthorized, byQuery: crash }, 'untestable byHeader'],
      [{ byHeader: lost }, 'untestable byHeader'],
    ],
  },
  {
    check: 'success.json-content-type',
    at: projects,
    rows: [
      [{ byHeader: ok }, 'pass byHeader'],
      [{ byHeader: { headers: { 'content-type': 'application/json; charset=utf-8' } } }, 'pass byHeader'],
      [{ byHeader: { headers: { 'content-type': 'text/html' } } }, 'fail byHeader'],
      [{ byHeader: { headers: { 'content-type': 'application/xhtml+xml;charset=utf-8' } } }, 'fail byHeader'],
      [{ byHeader: { headers: { 'content-type': 'text/plain; charset=utf-8' } } }, 'pass byHeader'],
      [{ byHeader: { headers: { 'content-type': 'application/xml' } } }, 'pass byHeader'],
      [{ byHeader: ok, byQuery: { headers: { 'content-type': 'text/html' } } }, 'fail byQuery'],
      [{ byHeader: ok, none: { ...unauthorized, headers: { 'content-type': 'Text/HTML' } } }, 'fail none'],
      [
        { byHeader: ok, emptyQuery: { ...unauthorized, headers: { 'content-type': 'text/html' } } },
        'fail emptyQuery',
      ],
      [{ byHeader: ok, otherUser: { headers: { 'content-type': 'text/html' } } }, 'fail otherUser'],
      [
        { byHeader: ok, none: { ...page, status: 401, headers: { 'content-type': 'text/html' } } },
        'pass byHeader',
      ],
      [{ byHeader: page, none: unauthorized }, 'pass none'],
      [{ byHeader: lost }, 'untestable byHeader'],
    ],
  },
  {
    check: 'success.list-kind',
    at: projects,
    rows: [
      [{ byHeader: ok }, 'pass byHeader'],
      [{ byHeader: { body: '{"projects":[]}' } }, 'pass byHeader'],
      [{ byHeader: { body: '{}' } }, 'pass byHeader'],
      [{ byHeader: { body: '{"message":"Welcome"}' } }, 'fail byHeader'],
      [{ byHeader: { body: '{"count":3}' } }, 'fail byHeader'],
      [{ byHeader: { body: '{"id":1,"title":"A"}' } }, 'fail byHeader'],
      [{ byHeader: { body: '{"error":"No projects"}' } }, 'fail byHeader'],
      [{ byHeader: { body: 'null' } }, 'fail byHeader'],
      [{ byHeader: { body: '7' } }, 'fail byHeader'],
      [{ byHeader: { body: '[null,null]' } }, 'fail byHeader'],
      [{ byHeader: { body: '[{},{}]' } }, 'fail byHeader'],
      [{ byHeader: { body: '{"total":2,"data":[null,null]}' } }, 'fail byHeader'],
      [{ byHeader: { body: '["[object Object]"]' } }, 'fail byHeader'],
      [{ byHeader: { body: '[true,false]' } }, 'fail byHeader'],
      [{ byHeader: { body: '[null,{"id":1}]' } }, 'pass byHeader'],
      [{ byHeader: { body: '{"warnings":[null],"data":[]}' } }, 'pass byHeader'],
      [{ byHeader: { body: '{}' }, arrayElsewhere: { body: '[{"id":1}]' } }, 'fail byHeader'],
      [{ byHeader: { body: '[]' }, arrayElsewhere: { body: '[{"id":1}]' } }, 'pass byHeader'],
      [{ byHeader: ok, noAccept: { body: 'null' } }, 'fail noAccept'],
      [{ byHeader: ok, anyAccept: { body: '{"error":"No projects"}' } }, 'fail anyAccept'],
      // Of another form, and what is no JSON: another check judges that.
      [{ byHeader: ok, noAccept: { body: '{"projects":[]}' }, anyAccept: page }, 'pass byHeader'],
      [{ byHeader: ok, otherUser: { body: '7' } }, 'fail otherUser'],
      [{ byHeader: ok, otherUserByQuery: { body: 'null' } }, 'fail otherUserByQuery'],
      [{ byHeader: ok, last: { body: 'null' } }, 'fail last'],
      [{ byHeader: ok, otherUser: forbidden, last: { body: '[]' } }, 'pass byHeader'],
    ],
  },
  {
    check: 'success.record-kind',
    at: citation,
    rows: [
      [{ byHeader: at(1, { id: 1, title: 'A' }), second: at(2, { id: 2, title: 'A' }) }, 'pass byHeader'],
      [{ byHeader: at(1, { id: 1, title: 'A' }), second: at(2, { id: 1, title: 'A' }) }, 'fail second'],
      [{ byHeader: at(1, { citation: { id: 1 } }), second: at(2, { citation: { id: 1 } }) }, 'fail second'],
      // Two entries of a list may lead to one record, whose id is another.
      [{ byHeader: at(1, { id: 9, title: 'A' }), second: at(2, { id: 9, title: 'A' }) }, 'pass byHeader'],
      [{ byHeader: at(1, { title: 'A' }), second: at(2, { title: 'A' }) }, 'pass byHeader'],
      [{ byHeader: at(1, { id: 1, year: 1 }), second: at(2, { id: 1, year: 2 }) }, 'pass byHeader'],
      [{ byHeader: at(1, { id: 1 }), second: notFound }, 'pass byHeader'],
      // Small numbers of two tables meet by chance.
      [{ byHeader: at(1, { id: 2 }), second: at(2, { id: 3 }) }, 'pass byHeader'],
      [{ byHeader: at(uuidA, { id: uuidB }), second: at(uuidB, { id: 'c' }) }, 'fail byHeader'],
      [{ byHeader: at(uuidA, { id: uuidA }), second: at(uuidB, { id: uuidA, title: 'B' }) }, 'fail second'],
      [{ byHeader: at(uuidA, { id: uuidA }), second: at(uuidB, { id: uuidB }) }, 'pass byHeader'],
      [
        {
          byHeader: at(1, { id: 1, title: 'A' }),
          byQuery: at(1, { id: 2, title: 'A' }),
          second: at(2, { id: 2, title: 'A' }),
        },
        'fail byQuery',
      ],
      [
        {
          byHeader: at(1, { id: 1, title: 'A' }),
          byQuery: at(1, { id: 9, title: 'B' }),
          second: at(2, { id: 9, title: 'B' }),
        },
        'fail byQuery',
      ],
    ],
  },
  {
    check: 'success.record-kind',
    at: users,
    rows: [
      [{ byHeader: { body: '{"id":1}' } }, 'pass byHeader'],
      [{ byHeader: { body: '[{"id":1}]' } }, 'pass byHeader'],
      [{ byHeader: { body: '{}' } }, 'fail byHeader'],
      [{ byHeader: { body: '[{}]' } }, 'fail byHeader'],
      [{ byHeader: { body: '{"user":{}}' } }, 'fail byHeader'],
      [{ byHeader: { body: '[{"id":1},{"id":2}]' } }, 'fail byHeader'],
      [{ byHeader: { body: '[1]' } }, 'fail byHeader'],
      [{ byHeader: { body: '[]' } }, 'fail byHeader'],
      [{ byHeader: { body: 'null' } }, 'fail byHeader'],
      [{ byHeader: { body: '{"error":"No user"}' } }, 'fail byHeader'],
      [{ byHeader: { body: '{"id":1}' }, noAccept: { body: '[]' } }, 'fail noAccept'],
      [{ byHeader: { body: '{"id":1}' }, otherUser: { body: '[{"id":1},{"id":2}]' } }, 'fail otherUser'],
      [{ byHeader: { body: '{"id":1}' }, last: { body: 'null' } }, 'fail last'],
      [{ byHeader: { body: '{"id":1}' }, otherUser: { body: '{"data":{"id":2}}' } }, 'pass byHeader'],
    ],
  },
];
