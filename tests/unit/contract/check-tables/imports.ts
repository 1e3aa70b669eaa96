import { badBundle, crash, forbidden, lost, ok, page, told, unauthorized } from '../answers-seen.ts';
import { imports } from '../endpoint-ids.ts';
import type { CheckRows } from './check-rows.ts';

export const importsRows: readonly CheckRows[] = [
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
      [{ bad: page }, 'fail bad'],
    ],
  },
];
