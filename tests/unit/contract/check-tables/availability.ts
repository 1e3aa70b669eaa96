import {
  badRequest,
  crash,
  forbidden,
  gateway,
  imported,
  lost,
  notFound,
  ok,
  page,
  reported,
  unauthorized,
} from '../answers-seen.ts';
import { citation, citations, imports, project, projects, users, v4Projects } from '../endpoint-ids.ts';
import type { Seen } from '../evidence.ts';
import type { CheckRows, Row } from './check-rows.ts';

/** As many frameworks answer: with the time, and with the path. */
const absentAt = (path: string, time: string, message = 'No route'): Seen => ({
  status: 404,
  body: JSON.stringify({ timestamp: time, error: 'Not Found', message, path }),
});
const redirect: Seen = { status: 302, body: '' };

export const availabilityRows: readonly CheckRows[] = [
  {
    check: 'availability.endpoint-answers',
    at: citations,
    rows: [
      [{ valid: ok }, 'pass valid'],
      [{ valid: lost }, 'fail valid'],
      // Other checks report these.
      [{ valid: unauthorized }, 'untestable valid'],
      [{ valid: reported(404, 'Unauthorized'), none: reported(404, 'Unauthorized') }, 'untestable valid'],
      [{ valid: crash }, 'untestable valid'],
      // Missing: as a path that does not exist.
      ...[404, 405, 501].map(
        (status): Row => [{ valid: reported(status, 'x'), odd: reported(status, 'x') }, 'fail valid'],
      ),
      [{ valid: notFound, odd: reported(404, 'No such path') }, 'not-shown valid'],
      [{ valid: notFound, odd: { status: 404, body: '' } }, 'not-shown valid'],
      [{ valid: badRequest, odd: badRequest }, 'not-shown valid'],
      [{ valid: forbidden, odd: forbidden, named: forbidden }, 'fail valid'],
      [{ valid: forbidden, odd: forbidden }, 'not-shown valid'],
      [{ valid: badRequest, named: { ...reported(429, 'Later'), throttled: true } }, 'untestable valid'],
      // A field in which answers at the same path differ says nothing.
      [{ valid: absentAt('', '1'), query: absentAt('', '2'), odd: absentAt('', '3') }, 'fail valid'],
      [
        { valid: absentAt('', '1'), query: absentAt('', '2'), odd: absentAt('', '3', 'No project') },
        'not-shown valid',
      ],
      [{ valid: absentAt('', '1'), odd: absentAt('', '3') }, 'not-shown valid'],
      [{ valid: notFound, none: notFound }, 'not-shown valid'],
      [{ valid: badRequest }, 'not-shown valid'],
      [{ valid: notFound }, 'not-shown valid'],
      // What no parameter explains.
      ...[405, 406, 410].map(
        (status): Row => [{ valid: reported(status, 'x'), none: unauthorized }, 'fail valid'],
      ),
      [{ valid: forbidden, named: forbidden }, 'fail valid'],
      [{ valid: forbidden }, 'not-shown valid'],
      // With its project it works.
      [{ valid: badRequest, named: ok }, 'pass named'],
      [{ valid: badRequest, query: ok }, 'pass query'],
      // No project could be named.
      [{ valid: badRequest, projects: { body: '[]' } }, 'untestable valid'],
      [{ valid: badRequest, projects: { body: '[{"id":1}]' } }, 'not-shown valid'],
    ],
  },
  {
    check: 'availability.endpoint-answers',
    at: projects,
    rows: [
      [{ valid: badRequest }, 'fail valid'],
      [{ valid: notFound }, 'fail valid'],
      [{ valid: forbidden }, 'fail valid'],
      [{ valid: forbidden, none: forbidden }, 'untestable valid'],
      [{ valid: crash }, 'untestable valid'],
      [{ valid: unauthorized, query: ok }, 'pass query'],
    ],
  },
  {
    check: 'availability.endpoint-answers',
    at: users,
    rows: [
      [{ valid: reported(405, 'x'), odd: reported(405, 'x') }, 'fail valid'],
      [{ valid: forbidden, none: unauthorized }, 'fail valid'],
    ],
  },
  {
    check: 'availability.endpoint-answers',
    at: citation,
    rows: [
      // Missing: absent without a key too, although its list refuses that request.
      [{ valid: notFound, none: notFound, listWithoutKey: unauthorized }, 'fail valid'],
      [{ valid: notFound, none: notFound, listWithoutKey: notFound }, 'not-shown valid'],
      [{ valid: notFound, odd: notFound }, 'not-shown valid'],
      // Its list is missing, and it answers like it.
      [{ valid: notFound, list: notFound, odd: notFound }, 'fail valid'],
      [{ valid: notFound, list: ok, odd: notFound }, 'not-shown valid'],
      [{ valid: reported(404, 'No citation'), list: notFound, odd: notFound }, 'not-shown valid'],
      [{ valid: { ...forbidden, idIsListed: true } }, 'fail valid'],
      [{ valid: { ...unauthorized, idIsListed: true } }, 'untestable valid'],
      [{ valid: reported(405, 'x') }, 'fail valid'],
      [{ valid: reported(406, 'x') }, 'fail valid'],
      // One that was listed may have been removed since; not two of them.
      [{ valid: reported(410, 'x') }, 'not-shown valid'],
      [{ valid: reported(410, 'x'), second: reported(410, 'x') }, 'fail valid'],
      // The second entry of the list stands for the first.
      [{ valid: notFound, second: ok }, 'pass second'],
      [{ valid: notFound, second: notFound }, 'not-shown valid'],
      // The configuration says that it is there.
      ...[400, 403, 404, 410, 422].map(
        (status): Row => [{ valid: { ...reported(status, 'x'), idIsPinned: true } }, 'fail valid'],
      ),
      [{ valid: { ...reported(409, 'x'), idIsPinned: true } }, 'not-shown valid'],
    ],
  },
  {
    check: 'availability.endpoint-answers',
    at: project,
    rows: [
      [{ valid: { ...ok, idIsListed: true } }, 'pass valid'],
      [{ valid: { ...notFound, idIsListed: true } }, 'not-shown valid'],
      [{ valid: { ...forbidden, idIsListed: true } }, 'fail valid'],
      [{ valid: { ...notFound, idIsPinned: true } }, 'fail valid'],
    ],
  },
  {
    check: 'availability.endpoint-answers',
    at: v4Projects,
    rows: [
      [{ valid: ok }, 'pass valid'],
      [{ valid: notFound }, 'untestable valid'],
      [{ valid: notFound, odd: notFound }, 'fail valid'],
      [{ valid: notFound, odd: reported(404, 'x'), other: notFound }, 'fail valid'],
      [{ valid: reported(410, 'x') }, 'fail valid'],
      [{ valid: reported(501, 'x') }, 'untestable valid'],
      [{ valid: reported(501, 'x'), other: reported(501, 'x') }, 'fail valid'],
      // Of version 4 only its existence is stated.
      [{ valid: reported(405, 'x') }, 'untestable valid'],
      [{ valid: reported(405, 'x'), odd: reported(405, 'x') }, 'fail valid'],
      [{ valid: forbidden }, 'untestable valid'],
    ],
  },
  {
    check: 'availability.import-answers',
    at: imports,
    rows: [
      // A refusal without a key does not show that it exists.
      [{ none: unauthorized }, 'skip'],
      [{ none: reported(404, 'Unauthorized') }, 'skip'],
      [{ none: ok }, 'pass none'],
      [{ none: reported(405, 'x') }, 'fail none'],
      [{ none: lost }, 'fail none'],
      [{ none: lost, wrong: lost }, 'fail none'],
      [{ none: lost, wrong: unauthorized }, 'untestable wrong'],
      [{ none: lost, valid: imported }, 'pass valid'],
      // It says nothing about the service behind it.
      [{ none: gateway }, 'untestable none'],
      [{ none: unauthorized, valid: gateway }, 'untestable valid'],
      [{ none: unauthorized, valid: imported }, 'pass valid'],
      [{ none: notFound, valid: notFound }, 'fail valid'],
      // If users get the same, it is about the key, unless they are missing too.
      [{ none: notFound, sameAtUsers: notFound, validAtUsers: ok }, 'skip'],
      [{ none: notFound, sameAtUsers: notFound, validAtUsers: notFound }, 'fail none'],
      [{ none: notFound, wrong: unauthorized }, 'skip'],
      [{ none: badRequest, wrong: badRequest }, 'pass none'],
    ],
  },
  {
    check: 'availability.documented-status',
    at: citations,
    rows: [
      [{ valid: badRequest }, 'pass valid'],
      [{ valid: { status: 400, body: '{}' } }, 'pass valid'],
      [{ valid: redirect }, 'fail valid'],
      [{ valid: crash }, 'fail valid'],
      [{ valid: lost }, 'untestable'],
      // Every answer is judged, to any request.
      ...['query', 'none', 'wrongQuery', 'otherUser', 'page', 'noAccept', 'named'].map(
        (name): Row => [{ valid: ok, [name]: crash }, `fail ${name}`],
      ),
      [{ valid: ok, none: crash, noAccept: redirect }, 'fail none'],
      // But not what the document does not describe, nor an answer after which the request was sent again.
      [{ valid: ok, odd: crash, otherPath: crash }, 'pass valid'],
      [{ valid: ok, query: lost }, 'pass valid'],
    ],
  },
  {
    check: 'availability.documented-status',
    at: citation,
    rows: [
      [{ valid: ok, second: crash }, 'fail second'],
      [{ valid: ok, created: crash }, 'fail created'],
      [{ valid: ok, second: notFound }, 'pass valid'],
      // Another check judges by itself what an unknown id gets.
      [{ valid: ok, unknown: crash }, 'pass valid'],
    ],
  },
  {
    check: 'availability.documented-status',
    at: v4Projects,
    rows: [
      [{ valid: { body: '{"error":"The database is down."}' } }, 'fail valid'],
      [{ valid: { body: '{"projects":[],"error":"The database is down."}' } }, 'fail valid'],
      [{ valid: { body: '{}' } }, 'pass valid'],
    ],
  },
  {
    check: 'availability.documented-status',
    at: imports,
    rows: [
      [{ none: unauthorized }, 'pass none'],
      [{ none: crash }, 'fail none'],
      [{ none: unauthorized, wrongHeaderImport: crash }, 'fail wrongHeaderImport'],
      [{ none: unauthorized, valid: redirect }, 'fail valid'],
      // It may have been carried out.
      [{ none: unauthorized, valid: gateway }, 'pass none'],
      [{ none: gateway }, 'untestable'],
      // Another check judges what a bad body gets.
      [{ none: unauthorized, notJson: crash }, 'pass none'],
    ],
  },
  {
    check: 'availability.version-four-alone',
    at: v4Projects,
    rows: [
      [{ other: page }, 'pass other'],
      [{ other: { body: '{"error":"No such path"}' } }, 'pass other'],
      [{ other: ok, odd: notFound }, 'fail other'],
      [{ other: ok }, 'untestable other'],
      [{ other: lost }, 'untestable other'],
      [{ other: notFound }, 'pass other'],
      [{ other: badRequest, odd: notFound }, 'untestable other'],
      [{ other: badRequest, odd: badRequest }, 'pass other'],
    ],
  },
];
