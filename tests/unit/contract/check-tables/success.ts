import { crash, lost, ok, page, unauthorized } from '../answers-seen.ts';
import { projects, users } from '../endpoint-ids.ts';
import type { CheckRows } from './check-rows.ts';

export const successRows: readonly CheckRows[] = [
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
      [{ byHeader: ok, byQuery: { headers: { 'content-type': 'text/plain' } } }, 'fail byQuery'],
    ],
  },
  {
    check: 'success.list-kind',
    at: projects,
    rows: [
      [{ byHeader: ok }, 'pass byHeader'],
      [{ byHeader: { body: '{"projects":[]}' } }, 'pass byHeader'],
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
      [{ byHeader: { body: '[{"id":1},{"id":2}]' } }, 'fail byHeader'],
      [{ byHeader: { body: '[1]' } }, 'fail byHeader'],
      [{ byHeader: { body: '[]' } }, 'fail byHeader'],
      [{ byHeader: { body: 'null' } }, 'fail byHeader'],
      [{ byHeader: { body: '{"error":"No user"}' } }, 'fail byHeader'],
    ],
  },
];
