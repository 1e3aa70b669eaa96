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

/** A 404 as many frameworks write it: with the time and the path. */
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
      // Missing: it answers like a path that does not exist.
      ...[404, 405, 501].map(
        (status): Row => [{ valid: reported(status, 'x'), odd: reported(status, 'x') }, 'fail valid'],
      ),
      [{ valid: notFound, odd: reported(404, 'No such path') }, 'not-shown valid'],
      [{ valid: notFound, odd: { status: 404, body: '' } }, 'not-shown valid'],
      [{ valid: badRequest, odd: badRequest }, 'not-shown valid'],
      [{ valid: forbidden, odd: forbidden, named: forbidden }, 'fail valid'],
      [{ valid: forbidden, odd: forbidden }, 'not-shown valid'],
      [{ valid: badRequest, named: { ...reported(429, 'Later'), throttled: true } }, 'untestable valid'],
      // A field that differs between answers at the same path is ignored.
      [{ valid: absentAt('', '1'), query: absentAt('', '2'), odd: absentAt('', '3') }, 'fail valid'],
      [
        { valid: absentAt('', '1'), query: absentAt('', '2'), odd: absentAt('', '3', 'No project') },
        'not-shown valid',
      ],
      [{ valid: absentAt('', '1'), odd: absentAt('', '3') }, 'not-shown valid'],
      [{ valid: notFound, none: notFound }, 'not-shown valid'],
      [{ valid: badRequest }, 'not-shown valid'],
      [{ valid: notFound }, 'not-shown valid'],
      // Statuses that a missing parameter does not explain.
      ...[405, 406, 410].map(
        (status): Row => [{ valid: reported(status, 'x'), none: unauthorized }, 'fail valid'],
      ),
      [{ valid: forbidden, named: forbidden }, 'fail valid'],
      [{ valid: forbidden }, 'not-shown valid'],
      // Another request to it succeeds.
      [{ valid: badRequest, named: ok }, 'pass named'],
      [{ valid: badRequest, query: ok }, 'pass query'],
      // Untestable if there is no project to name.
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
      // Missing: not found without a key as well, although its list refuses such a request.
      [{ valid: notFound, none: notFound, listWithoutKey: unauthorized }, 'fail valid'],
      [{ valid: notFound, none: notFound, listWithoutKey: notFound }, 'not-shown valid'],
      [{ valid: notFound, odd: notFound }, 'not-shown valid'],
      // Missing: its list is missing, and it answers the same.
      [{ valid: notFound, list: notFound, odd: notFound }, 'fail valid'],
      [{ valid: notFound, list: ok, odd: notFound }, 'not-shown valid'],
      [{ valid: reported(404, 'No citation'), list: notFound, odd: notFound }, 'not-shown valid'],
      [{ valid: { ...forbidden, idIsListed: true } }, 'fail valid'],
      [{ valid: { ...unauthorized, idIsListed: true } }, 'untestable valid'],
      [{ valid: reported(405, 'x') }, 'fail valid'],
      [{ valid: reported(406, 'x') }, 'fail valid'],
      // A listed record may have been removed since, but not two of them.
      [{ valid: reported(410, 'x') }, 'not-shown valid'],
      [{ valid: reported(410, 'x'), second: reported(410, 'x') }, 'fail valid'],
      // The second record of the list replaces the first.
      [{ valid: notFound, second: ok }, 'pass second'],
      [{ valid: notFound, second: notFound }, 'not-shown valid'],
      // A record with a pinned id must exist.
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
      // The document states only that version 4 exists.
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
      // A gateway's answer says nothing about the service behind it.
      [{ none: gateway }, 'untestable none'],
      [{ none: unauthorized, valid: gateway }, 'untestable valid'],
      [{ none: unauthorized, valid: imported }, 'pass valid'],
      [{ none: notFound, valid: notFound }, 'fail valid'],
      // If the users endpoint answers the same, the answer is about the key, unless that endpoint is missing, too.
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
      // The answer to every request is judged.
      ...['query', 'none', 'wrongQuery', 'otherUser', 'page', 'noAccept', 'named'].map(
        (name): Row => [{ valid: ok, [name]: crash }, `fail ${name}`],
      ),
      [{ valid: ok, none: crash, noAccept: redirect }, 'fail none'],
      // Except requests that the document does not describe, and requests without an answer.
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
      // Another check judges the answer to an unknown id.
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
      // The import may have been carried out.
      [{ none: unauthorized, valid: gateway }, 'pass none'],
      [{ none: gateway }, 'untestable'],
      // Another check judges the answer to an invalid body.
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
