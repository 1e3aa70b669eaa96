import {
  badBundle,
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
  sameBundle,
  unauthorized,
} from '../answers-seen.ts';
import { citation, citations, imports, project, users } from '../endpoint-ids.ts';
import type { Seen } from '../evidence.ts';
import type { CheckRows } from './check-rows.ts';

const again = 'it was answered with status 429';
const record = (recordId: string, body: string): Seen => ({ recordId, body });
const bundleOf = (entries: string): string =>
  `{"resourceType":"Bundle","type":"collection","entry":${entries}}`;
/** What the suite keeps of a body larger than a megabyte. */
const large = '{"resourceType":"Bundle"}';

export const errorsRows: readonly CheckRows[] = [
  {
    check: 'errors.json-body',
    at: users,
    rows: [
      [{ none: unauthorized, wrongHeader: unauthorized }, 'pass none'],
      [{ none: ok, wrongHeader: unauthorized, wrongQuery: lost }, 'pass wrongHeader'],
      [{ none: unauthorized, wrongQuery: { ...page, status: 401 } }, 'fail wrongQuery'],
      [{ none: unauthorized, percentQuery: { status: 400, body: '' } }, 'fail percentQuery'],
      // The answer to every request is judged, also with a valid key.
      [{ none: unauthorized, query: { status: 403, body: '' } }, 'fail query'],
      [{ none: unauthorized, otherUser: { ...page, status: 403 } }, 'fail otherUser'],
      [{ none: unauthorized, odd: { ...page, status: 406 } }, 'pass none'],
      [{ none: ok, wrongHeader: crash, wrongQuery: lost }, 'untestable'],
    ],
  },
  {
    check: 'errors.shape',
    at: users,
    rows: [
      [{ none: unauthorized, wrongQuery: forbidden }, 'pass none'],
      [{ none: unauthorized, wrongHeader: { status: 401, body: '{"error":null}' } }, 'fail wrongHeader'],
      [{ none: unauthorized, emptyHeader: { status: 400, body: '{}' } }, 'fail emptyHeader'],
      [{ none: unauthorized, header: { status: 404, body: '{"message":"No"}' } }, 'fail header'],
      [{ none: ok }, 'untestable'],
    ],
  },
  {
    check: 'errors.refusal-message',
    at: citations,
    rows: [
      [{ none: unauthorized, wrongQuery: reported(401, 'unauthorized'), valid: ok }, 'fail wrongQuery'],
      [{ none: unauthorized, wrongHeader: forbidden, valid: ok }, 'fail wrongHeader'],
      // Other checks report errors without a message; this one judges the others.
      [{ none: unauthorized, wrongQuery: { status: 401, body: '{}' }, valid: ok }, 'pass none'],
      [{ none: forbidden, wrongQuery: { status: 401, body: '{}' }, valid: ok }, 'fail none'],
      [
        { none: { status: 401, body: '{}' }, wrongQuery: { status: 401, body: 'No' }, valid: ok },
        'untestable',
      ],
      // An empty key or a wildcard does not look like a token: the service may call it malformed.
      [{ none: unauthorized, emptyHeader: reported(400, 'Malformed'), valid: ok }, 'pass none'],
      [{ none: unauthorized, percentQuery: reported(400, 'Malformed'), valid: ok }, 'pass none'],
      // The service may validate the request before the key.
      [{ none: badRequest, wrongHeader: badRequest, valid: badRequest }, 'untestable'],
      [{ none: badRequest, wrongHeader: unauthorized, valid: badRequest }, 'pass wrongHeader'],
      [{ none: badRequest, valid: reported(400, 'No') }, 'fail none'],
      [{ none: badRequest, valid: reported(422, 'Which project?') }, 'fail none'],
      [{ none: badRequest, valid: lost }, 'fail none'],
      [{ none: reported(401, 'No key'), valid: reported(401, 'No key') }, 'fail none'],
    ],
  },
  {
    check: 'errors.refusal-message',
    at: imports,
    rows: [
      [{ none: badBundle, wrongHeaderImport: badBundle }, 'untestable'],
      [{ none: badBundle, wrongHeaderImport: unauthorized }, 'pass wrongHeaderImport'],
      [{ none: unauthorized, wrongHeaderImport: badBundle }, 'pass none'],
      [{ none: unauthorized, wrongHeaderImport: notFound }, 'fail wrongHeaderImport'],
      [{ none: reported(401, 'No key'), wrongHeaderImport: badBundle }, 'fail none'],
      [{ none: sameBundle(badBundle), valid: imported }, 'fail none'],
      [{ none: sameBundle(badBundle), valid: sameBundle(badBundle) }, 'untestable'],
    ],
  },
  {
    check: 'errors.throttled-answer',
    at: users,
    rows: [
      [{ header: ok, none: unauthorized }, 'nothing'],
      [{ header: { status: 429, body: '{"message":"Slow down"}', throttled: true } }, 'fail header'],
      [{ header: { ...reported(429, 'Slow down'), throttled: true, sentAgain: again } }, 'pass header'],
      [
        { header: { status: 429, body: '\ufeff{"error":"Slow down"}', throttled: true, sentAgain: again } },
        'fail header',
      ],
      [{ header: { status: 420, body: '', throttled: true, sentAgain: again } }, 'fail header'],
      // Only a 4xx is an error in the sense of the document.
      [{ header: { ...gateway, sentAgain: again } }, 'nothing'],
      [{ header: { failure: 'reset', sentAgain: 'the connection failed' } }, 'nothing'],
    ],
  },
  {
    check: 'errors.unknown-id',
    at: citation,
    rows: [
      [{ unknown: forbidden }, 'pass unknown'],
      [{ unknown: { status: 404, body: '{}' } }, 'fail unknown'],
      [{ unknown: { status: 404, body: '<h1>Not Found</h1>' } }, 'fail unknown'],
      [{ unknown: { ...notFound, headers: { 'content-type': 'text/html' } } }, 'fail unknown'],
      [{ unknown: crash }, 'fail unknown'],
      [{ unknown: lost }, 'fail unknown'],
      [{ unknown: { body: 'null' } }, 'fail unknown'],
      [{ unknown: { body: '{"error":"No such citation"}' } }, 'fail unknown'],
      [{ unknown: page }, 'fail unknown'],
      [{ unknown: record('999999999', '{"id":1}'), header: record('1', '{"id":1}') }, 'fail unknown'],
      [{ unknown: record('999999999', '{"id":9}'), header: record('1', '{"id":1}') }, 'pass unknown'],
      // The same body as that of a known record is that record, even if its id is nested.
      [{ unknown: record('9', '{"x":{"id":1}}'), header: record('1', '{"x":{"id":1}}') }, 'fail unknown'],
      [
        { unknown: record('9', '{"x":{"id":2}}'), header: record('1', '{"x":{"id":1}}') },
        'untestable unknown',
      ],
      [{ unknown: record('9', '{}') }, 'untestable unknown'],
      // Another check reports that the known record has no value: this is not its record.
      [{ unknown: record('9', '{}'), header: record('1', '{}') }, 'untestable unknown'],
      [{ unknown: record('9', '{"error":"No such citation","resource":"citation"}') }, 'fail unknown'],
      [{ unknown: record('9', '{"message":"Not found","status":404}') }, 'untestable unknown'],
      [{ unknown: notFound, malformed: crash }, 'fail malformed'],
      [{ unknown: notFound, malformed: { body: 'null' } }, 'fail malformed'],
      [{ unknown: notFound, malformed: lost }, 'fail malformed'],
      // The document leaves open how a router answers unknown paths.
      [{ unknown: notFound, malformed: { status: 404, body: '<h1>Not Found</h1>' } }, 'pass unknown'],
      // With any other status, the endpoint itself refuses the id.
      [{ unknown: notFound, malformed: { status: 422, body: '{"detail":[]}' } }, 'fail malformed'],
      [{ unknown: notFound, malformed: { status: 400, body: 'Bad Request' } }, 'fail malformed'],
    ],
  },
  {
    check: 'errors.unknown-id',
    at: project,
    rows: [
      [{ unknown: { body: '{"resourceType":"Bundle"}' } }, 'pass unknown'],
      [{ unknown: { body: '{"id":1}' } }, 'fail unknown'],
      [{ unknown: record('9', bundleOf('[{}]')), header: record('1', bundleOf('[{}]')) }, 'fail unknown'],
      [{ unknown: record('9', large), header: record('1', large) }, 'fail unknown'],
      // Empty projects look alike.
      [{ unknown: record('9', bundleOf('[]')), header: record('1', bundleOf('[]')) }, 'pass unknown'],
    ],
  },
];
