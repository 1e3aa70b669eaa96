import { badRequest, crash, lost, notFound, ok, told, unauthorized } from '../answers-seen.ts';
import { citations, imports, projects, v4Projects } from '../endpoint-ids.ts';
import type { CheckRows } from './check-rows.ts';

export const availabilityRows: readonly CheckRows[] = [
  {
    check: 'availability.endpoint-answers',
    at: citations,
    rows: [
      [{ valid: ok }, 'pass valid'],
      [{ valid: unauthorized }, 'pass valid'],
      [{ valid: crash }, 'pass valid'],
      [{ valid: lost }, 'fail valid'],
      [{ valid: badRequest }, 'untestable valid'],
      [{ valid: notFound }, 'untestable valid'],
      [{ valid: notFound, unknownPath: notFound }, 'fail valid'],
      [{ valid: notFound, unknownPath: told(404, 'No such path') }, 'untestable valid'],
      [{ valid: badRequest, unknownPath: badRequest }, 'untestable valid'],
      [{ valid: notFound, none: notFound }, 'fail valid'],
      [{ valid: notFound, none: unauthorized }, 'untestable valid'],
      [{ valid: notFound, none: lost }, 'untestable valid'],
      [{ valid: badRequest, none: notFound }, 'untestable valid'],
      [{ valid: notFound, none: told(404, 'unauthorised') }, 'untestable valid'],
      [{ valid: told(404, 'Unauthorized'), none: told(404, 'Unauthorized') }, 'pass valid'],
      [{ valid: told(405, 'x'), none: told(405, 'x') }, 'fail valid'],
      [{ valid: told(410, 'x'), none: told(410, 'x') }, 'fail valid'],
      [{ valid: told(501, 'x'), none: told(501, 'x') }, 'fail valid'],
    ],
  },
  {
    check: 'availability.endpoint-answers',
    at: projects,
    rows: [
      [{ valid: badRequest }, 'fail valid'],
      [{ valid: crash }, 'pass valid'],
    ],
  },
  {
    check: 'availability.endpoint-answers',
    at: v4Projects,
    rows: [
      [{ valid: ok }, 'pass valid'],
      [{ valid: notFound }, 'fail valid'],
      [{ valid: told(405, 'x') }, 'untestable valid'],
      [{ valid: badRequest }, 'untestable valid'],
    ],
  },
  {
    check: 'availability.import-answers',
    at: imports,
    rows: [
      [{ none: unauthorized }, 'pass none'],
      [{ none: ok }, 'pass none'],
      [{ none: told(404, 'Unauthorized') }, 'pass none'],
      [{ none: notFound }, 'fail none'],
      [{ none: told(405, 'x') }, 'fail none'],
      [{ none: lost }, 'fail none'],
    ],
  },
  {
    check: 'availability.documented-status',
    at: citations,
    rows: [
      [{ valid: ok }, 'pass valid'],
      [{ valid: { status: 201 } }, 'pass valid'],
      [{ valid: { status: 202 } }, 'fail valid'],
      [{ valid: { status: 302, body: '' } }, 'fail valid'],
      [{ valid: crash }, 'fail valid'],
      [{ valid: badRequest }, 'pass valid'],
      [{ valid: { status: 400, body: '{}' } }, 'fail valid'],
      [{ valid: { ...badRequest, headers: { 'content-type': 'text/html' } } }, 'fail valid'],
      [{ valid: ok, unscoped: { status: 400, body: '{}' } }, 'fail unscoped'],
      [{ valid: ok, unscoped: badRequest }, 'pass valid'],
      [{ valid: ok, unscoped: crash }, 'pass valid'],
      [{ valid: ok, unscoped: lost }, 'pass valid'],
      [{ valid: { status: 401, body: '{}' } }, 'pass valid'],
    ],
  },
];
