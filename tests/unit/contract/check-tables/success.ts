import { crash, forbidden, imported, lost, notFound, ok, page, unauthorized } from '../answers-seen.ts';
import { citation, citations, imports, projects, users } from '../endpoint-ids.ts';
import type { Seen } from '../evidence.ts';
import type { CheckRows, Row } from './check-rows.ts';

const uuidA = '6f1d2c4e-8a3b-4c5d-9e7f-0a1b2c3d4e5f';
const uuidB = '0b0c4e0a-52a5-4b3e-8f57-2d6a31a0c1de';

/** The answer to a path with this id. */
const at = (recordId: number | string, body: object): Seen => ({
  recordId: String(recordId),
  body: JSON.stringify(body),
});
const declared = (type: string): Seen => ({ headers: { 'content-type': type } });

export const successRows: readonly CheckRows[] = [
  {
    check: 'success.json-body',
    at: projects,
    rows: [
      [{ valid: ok }, 'pass valid'],
      [{ valid: page }, 'fail valid'],
      // The answer to every request is judged.
      ...['query', 'otherUser', 'noAccept', 'none'].map(
        (name): Row => [{ valid: ok, [name]: page }, `fail ${name}`],
      ),
      [{ valid: ok, otherUser: unauthorized, query: lost }, 'pass valid'],
      [{ valid: unauthorized, query: ok }, 'pass query'],
      [{ valid: unauthorized, query: crash }, 'untestable'],
      [{ valid: lost }, 'untestable'],
      [{ valid: ok, odd: page, otherPath: page }, 'pass valid'],
    ],
  },
  {
    check: 'success.json-body',
    at: citations,
    rows: [[{ valid: ok, page }, 'fail page']],
  },
  {
    check: 'success.json-body',
    at: citation,
    rows: [[{ valid: ok, second: page }, 'fail second']],
  },
  {
    check: 'success.json-body',
    at: imports,
    rows: [
      // If imports are not allowed, no request that could succeed is sent.
      [{ none: unauthorized }, 'skip'],
      [{ none: unauthorized, valid: imported }, 'pass valid'],
      [{ none: unauthorized, valid: { ...page, status: 201 } }, 'fail valid'],
      [{ none: unauthorized, valid: notFound }, 'untestable'],
    ],
  },
  {
    check: 'success.json-content-type',
    at: projects,
    rows: [
      [{ valid: ok }, 'pass valid'],
      [{ valid: declared('application/xhtml+xml;charset=utf-8') }, 'fail valid'],
      ...['query', 'otherUser', 'noAccept'].map(
        (name): Row => [{ valid: ok, [name]: declared('text/html') }, `fail ${name}`],
      ),
      [{ valid: ok, none: { ...unauthorized, ...declared('Text/HTML') } }, 'fail none'],
      [{ valid: ok, percentQuery: { ...unauthorized, ...declared('text/html') } }, 'fail percentQuery'],
      // An HTML page that is declared as HTML.
      [{ valid: ok, none: { ...page, status: 401, ...declared('text/html') } }, 'pass valid'],
      [{ valid: page, none: unauthorized }, 'pass none'],
      [{ valid: lost }, 'untestable'],
    ],
  },
  {
    check: 'success.json-content-type',
    at: imports,
    rows: [
      [{ none: unauthorized, valid: imported }, 'pass none'],
      [{ none: unauthorized, valid: { status: 201, ...declared('text/html') } }, 'fail valid'],
    ],
  },
  {
    check: 'success.list-kind',
    at: projects,
    rows: [
      ...(
        [
          ['[]', 'pass'],
          ['{}', 'pass'],
          ['{"projects":[]}', 'pass'],
          ['[null,{"id":1}]', 'pass'],
          ['{"warnings":[null],"data":[]}', 'pass'],
          ['{"message":"Welcome"}', 'fail'],
          ['{"count":3}', 'fail'],
          ['{"id":1,"title":"A"}', 'fail'],
          ['{"id":1,"title":"A","state":null}', 'fail'],
          ['{"id":1,"title":"A","sections":[]}', 'untestable'],
          ['{"id":1,"projects":[]}', 'pass'],
          ['{"count":1,"next":null}', 'untestable'],
          ['{"error":"The database is down.","data":null}', 'fail'],
          ['{"error":"No projects"}', 'fail'],
          ['null', 'fail'],
          ['7', 'fail'],
          ['[null,null]', 'fail'],
          ['[{},{}]', 'fail'],
          ['{"total":2,"data":[null,null]}', 'fail'],
          ['["[object Object]"]', 'fail'],
          ['[true,false]', 'fail'],
          // Not recognized, but a list may be inside.
          ['{"data":{"items":[{"id":1}]}}', 'untestable'],
          ['{"open":[{"id":1}],"closed":[{"id":2}]}', 'untestable'],
          ['{"7":{"title":"A"}}', 'untestable'],
          ['{"count":0}', 'untestable'],
        ] as const
      ).map(([body, outcome]): Row => [{ valid: { body } }, `${outcome} valid`]),
      [{ valid: ok, noAccept: { body: 'null' } }, 'fail noAccept'],
      [{ valid: ok, otherUser: { body: '7' } }, 'fail otherUser'],
      [{ valid: ok, query: { body: '{"error":"No projects"}' } }, 'fail query'],
      [{ valid: ok, noAccept: { body: '{"projects":[]}' }, otherUser: page }, 'pass valid'],
      [{ valid: ok, otherUser: forbidden }, 'pass valid'],
      [{ valid: forbidden }, 'untestable'],
    ],
  },
  {
    check: 'success.list-kind',
    at: citations,
    rows: [[{ valid: ok, page: { body: 'null' } }, 'fail page']],
  },
  {
    check: 'success.record-kind',
    at: citation,
    rows: [
      [{ valid: at(uuidA, { uuid: uuidA }), second: at(uuidB, { uuid: uuidA, title: 'B' }) }, 'fail second'],
      [{ valid: at(uuidA, { id: uuidB }), second: at(uuidB, { id: 'c' }) }, 'fail valid'],
      [{ valid: at(1, { id: 1 }), query: at(1, { id: 9 }) }, 'fail query'],
      [{ valid: at(1, { id: 9 }), query: at(1, { id: 1 }) }, 'fail valid'],
      // Two list entries may lead to one record with another id; a record may have its id in another field.
      [{ valid: at(1, { id: 9 }), second: at(2, { id: 9 }) }, 'pass valid'],
      [{ valid: at(1, { title: 'A' }), second: at(2, { title: 'A' }) }, 'pass valid'],
      [{ valid: at(1, { id: 1 }), second: notFound }, 'pass valid'],
      [{ valid: at(1, { id: 1 }), created: { recordId: '5', body: '[]' } }, 'fail created'],
    ],
  },
  {
    check: 'success.record-kind',
    at: users,
    rows: [
      ...(
        [
          ['{"id":1}', 'pass'],
          ['[{"id":1}]', 'pass'],
          ['{}', 'fail'],
          ['[{}]', 'fail'],
          ['{"user":{}}', 'fail'],
          ['[{"id":1},{"id":2}]', 'fail'],
          ['[1]', 'fail'],
          ['[]', 'fail'],
          ['null', 'fail'],
          ['{"error":"No user"}', 'fail'],
        ] as const
      ).map(([body, outcome]): Row => [{ valid: { body } }, `${outcome} valid`]),
      [{ valid: { body: '{"id":1}' }, noAccept: { body: '[]' } }, 'fail noAccept'],
      [{ valid: { body: '{"id":1}' }, otherUser: { body: '[{"id":1},{"id":2}]' } }, 'fail otherUser'],
      [{ valid: { body: '{"id":1}' }, otherUser: { body: '{"data":{"id":2}}' } }, 'pass valid'],
    ],
  },
];
