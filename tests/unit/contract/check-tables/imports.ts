import {
  badBundle,
  crash,
  forbidden,
  lost,
  notFound,
  ok,
  page,
  sentBundle,
  told,
  unauthorized,
} from '../answers-seen.ts';
import { imports } from '../endpoint-ids.ts';
import type { CheckRows } from './check-rows.ts';

export const importsRows: readonly CheckRows[] = [
  {
    check: 'import.identifiers',
    at: imports,
    rows: [
      [{ valid: sentBundle('{"id":41}') }, 'pass valid'],
      [{ valid: sentBundle('{"created":1}') }, 'fail valid'],
      [{ valid: sentBundle('{"request_id":"r-1"}') }, 'fail valid'],
      [{ valid: sentBundle('{"ids":["urn:uuid:u-1"]}') }, 'fail valid'],
      [{ valid: sentBundle('{"ids":["urn:uuid:u-1"]}'), read: notFound }, 'fail valid'],
      [{ valid: sentBundle('{"ids":["urn:uuid:u-1"]}'), read: ok }, 'pass valid'],
      [{ valid: sentBundle('{"ids":["Group/g-1"]}') }, 'untestable valid'],
      [{ valid: sentBundle('{"ids":["Group/g-1", "g-2"]}') }, 'pass valid'],
    ],
  },
  {
    check: 'import.created',
    at: imports,
    rows: [
      [{ valid: { status: 201 } }, 'pass valid'],
      [{ valid: ok }, 'fail valid'],
      [{ valid: lost }, 'fail valid'],
    ],
  },
  {
    check: 'import.json-answer',
    at: imports,
    rows: [
      [{ valid: { status: 201 } }, 'pass valid'],
      [{ valid: { ...page, status: 201 } }, 'fail valid'],
      [{ valid: { status: 201, headers: { 'content-type': 'text/html' } } }, 'fail valid'],
      [{ valid: badBundle }, 'untestable valid'],
      [{ valid: lost }, 'untestable valid'],
    ],
  },
  {
    check: 'import.identifiers',
    at: imports,
    rows: [
      [{ valid: { status: 201, body: '{"id":1}' } }, 'pass valid'],
      [{ valid: { status: 201, body: '{}' } }, 'fail valid'],
      [{ valid: { ...page, status: 201 } }, 'fail valid'],
      [{ valid: told(422, 'Project 7 exists') }, 'untestable valid'],
      [{ valid: lost }, 'untestable valid'],
    ],
  },
  {
    check: 'import.other-type-answered',
    at: imports,
    rows: [
      [{ bad: badBundle }, 'pass bad'],
      [{ bad: forbidden }, 'pass bad'],
      [{ bad: { status: 422, body: '{}' } }, 'fail bad'],
      [{ bad: crash }, 'fail bad'],
      [{ bad: lost }, 'fail bad'],
      [{ bad: unauthorized }, 'untestable bad'],
      [{ bad: { body: '{"id":1}' } }, 'pass bad'],
      [{ bad: { body: '{"error":"No"}' } }, 'fail bad'],
      [{ bad: badBundle, byQuery: badBundle }, 'pass bad'],
      [{ bad: badBundle, byQuery: { status: 422, body: '<h1>No</h1>' } }, 'fail byQuery'],
      // Whether the key is accepted in the query is for another check.
      [{ bad: badBundle, byQuery: unauthorized }, 'pass bad'],
      [{ bad: badBundle, byQuery: crash }, 'pass bad'],
      [{ bad: page }, 'fail bad'],
    ],
  },
];
