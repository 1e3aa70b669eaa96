import {
  badBundle,
  badRequest,
  crash,
  forbidden,
  imported,
  lost,
  notFound,
  ok,
  page,
  sameBundle,
  told,
  unauthorized,
} from '../answers-seen.ts';
import { citation, citations, imports, project, projects, users } from '../endpoint-ids.ts';
import type { CheckRows } from './check-rows.ts';

export const errorsRows: readonly CheckRows[] = [
  {
    check: 'errors.refusal-json',
    at: users,
    rows: [
      [{ none: unauthorized, wrongHeader: unauthorized, wrongQuery: unauthorized }, 'pass none'],
      [
        { none: unauthorized, wrongHeader: unauthorized, wrongQuery: { ...page, status: 401 } },
        'fail wrongQuery',
      ],
      [{ none: ok, wrongHeader: unauthorized, wrongQuery: lost }, 'pass wrongHeader'],
      [{ none: ok, wrongHeader: crash, wrongQuery: lost }, 'untestable'],
    ],
  },
  {
    check: 'errors.refusal-json',
    at: projects,
    rows: [
      [
        {
          none: unauthorized,
          wrongHeader: unauthorized,
          wrongQuery: unauthorized,
          again: unauthorized,
          third: { ...page, status: 401 },
        },
        'fail third',
      ],
    ],
  },
  {
    check: 'errors.refusal-shape',
    at: users,
    rows: [
      [{ none: unauthorized, wrongHeader: unauthorized, wrongQuery: forbidden }, 'pass none'],
      [
        { none: unauthorized, wrongHeader: { status: 401, body: '{"error":null}' }, wrongQuery: ok },
        'fail wrongHeader',
      ],
      [
        {
          none: unauthorized,
          wrongHeader: unauthorized,
          wrongQuery: ok,
          emptyHeader: { status: 400, body: '{}' },
        },
        'fail emptyHeader',
      ],
    ],
  },
  {
    check: 'errors.refusal-message',
    at: citations,
    rows: [
      [{ none: unauthorized, wrongHeader: unauthorized, wrongQuery: unauthorized }, 'pass none'],
      [
        { none: unauthorized, wrongHeader: unauthorized, wrongQuery: told(401, 'unauthorized') },
        'fail wrongQuery',
      ],
      [{ none: unauthorized, wrongHeader: forbidden, wrongQuery: unauthorized }, 'fail wrongHeader'],
      [
        { none: unauthorized, wrongHeader: unauthorized, wrongQuery: { status: 401, body: '{}' } },
        'fail wrongQuery',
      ],
      [
        {
          none: unauthorized,
          wrongHeader: unauthorized,
          wrongQuery: ok,
          emptyHeader: told(400, 'Malformed'),
        },
        'pass none',
      ],
      [
        { none: unauthorized, wrongHeader: unauthorized, wrongQuery: ok, emptyQuery: told(400, 'Malformed') },
        'pass none',
      ],
      [
        { none: badRequest, wrongHeader: badRequest, wrongQuery: badRequest, valid: badRequest },
        'untestable',
      ],
      [
        { none: badRequest, wrongHeader: unauthorized, wrongQuery: ok, valid: badRequest },
        'pass wrongHeader',
      ],
      [{ none: badRequest, wrongHeader: unauthorized, wrongQuery: ok, valid: told(400, 'No') }, 'fail none'],
      [
        { none: badRequest, wrongHeader: unauthorized, wrongQuery: ok, valid: told(422, 'Which project?') },
        'fail none',
      ],
      [{ none: badRequest, wrongHeader: unauthorized, wrongQuery: ok, valid: lost }, 'fail none'],
      [{ none: badRequest, wrongHeader: unauthorized, wrongQuery: ok }, 'fail none'],
      [
        { none: told(401, 'No key'), wrongHeader: ok, wrongQuery: ok, valid: told(401, 'No key') },
        'fail none',
      ],
    ],
  },
  {
    check: 'errors.refusal-message',
    at: imports,
    rows: [
      [{ none: badBundle, wrongHeader: badBundle, wrongQuery: badBundle }, 'untestable'],
      // What the gate lets through is judged by auth.*: one cause, one alarm.
      [{ none: badBundle, wrongHeader: unauthorized, wrongQuery: unauthorized }, 'pass wrongHeader'],
      [{ none: badBundle, wrongHeader: unauthorized, wrongQuery: badBundle }, 'pass wrongHeader'],
      [{ none: badBundle, wrongHeader: badBundle, wrongQuery: unauthorized }, 'pass wrongQuery'],
      [
        { none: unauthorized, wrongHeader: badBundle, wrongQuery: badBundle, cutHeader: unauthorized },
        'pass none',
      ],
      [
        { none: sameBundle(badBundle), wrongHeader: badBundle, wrongQuery: badBundle, valid: imported },
        'fail none',
      ],
      [{ none: badBundle, wrongHeader: badBundle, wrongQuery: badBundle, valid: imported }, 'untestable'],
      [
        {
          none: sameBundle(badBundle),
          wrongHeader: badBundle,
          wrongQuery: badBundle,
          valid: sameBundle(badBundle),
        },
        'untestable',
      ],
      [{ none: unauthorized, wrongHeader: badBundle, wrongQuery: badBundle }, 'pass none'],
      [{ none: unauthorized, wrongHeader: notFound, wrongQuery: unauthorized }, 'fail wrongHeader'],
      [{ none: told(401, 'No key'), wrongHeader: badBundle, wrongQuery: badBundle }, 'fail none'],
    ],
  },
  {
    check: 'errors.unknown-id',
    at: citation,
    rows: [
      [{ unknown: notFound }, 'pass unknown'],
      [{ unknown: { status: 404, body: '{}' } }, 'fail unknown'],
      [{ unknown: unauthorized }, 'untestable unknown'],
      [{ unknown: crash }, 'fail unknown'],
      [{ unknown: lost }, 'fail unknown'],
      [{ unknown: { body: '{"id":1}' } }, 'pass unknown'],
      [{ unknown: { body: 'null' } }, 'fail unknown'],
      [{ unknown: { body: '{"error":"No such citation"}' } }, 'fail unknown'],
      [{ unknown: page }, 'fail unknown'],
      [
        {
          unknown: { url: 'https://x.example/c/999999999', body: '{"id":1}' },
          byHeader: { url: 'https://x.example/c/1', body: '{"id":1}' },
        },
        'fail unknown',
      ],
      [
        {
          unknown: { url: 'https://x.example/c/999999999', body: '{}' },
          byHeader: { url: 'https://x.example/c/1', body: '{}' },
        },
        'pass unknown',
      ],
      [{ unknown: notFound, malformed: crash }, 'fail malformed'],
      [{ unknown: notFound, malformed: { body: 'null' } }, 'fail malformed'],
      [{ unknown: notFound, malformed: lost }, 'fail malformed'],
      // What a router answers to addresses that it does not know is open.
      [{ unknown: notFound, malformed: { status: 404, body: '<h1>Not Found</h1>' } }, 'pass unknown'],
      [{ unknown: notFound, malformed: unauthorized }, 'pass unknown'],
      [{ unknown: unauthorized, malformed: crash }, 'fail malformed'],
      [{ unknown: notFound, created: crash }, 'fail created'],
      [{ unknown: notFound, created: { body: 'null' } }, 'fail created'],
      [{ unknown: notFound, created: { body: '{"id":1}' } }, 'pass unknown'],
      [{ unknown: notFound, created: notFound }, 'pass unknown'],
    ],
  },
  {
    check: 'errors.unknown-id',
    at: project,
    rows: [
      [{ unknown: { body: '{"resourceType":"Bundle"}' } }, 'pass unknown'],
      [{ unknown: { body: '{"id":1}' } }, 'fail unknown'],
      [{ unknown: { body: '[]' } }, 'fail unknown'],
    ],
  },
];
