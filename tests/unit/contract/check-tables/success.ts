import { crash, lost, ok, page, told, unauthorized } from '../answers-seen.ts';
import { projects, users } from '../endpoint-ids.ts';
import type { CheckRows } from './check-rows.ts';

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
    ],
  },
  {
    check: 'success.json-body',
    at: projects,
    rows: [
      [{ byHeader: ok }, 'pass byHeader'],
      [{ byHeader: page }, 'fail byHeader'],
      [{ byHeader: ok, byQuery: page }, 'fail byQuery'],
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
    ],
  },
];
