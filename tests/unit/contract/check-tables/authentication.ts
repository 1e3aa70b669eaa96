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
  reported,
  sameBundle,
  unauthorized,
} from '../answers-seen.ts';
import { citation, imports, project, projects, users } from '../endpoint-ids.ts';
import type { Seen } from '../evidence.ts';
import type { CheckRows, Row } from './check-rows.ts';

const redirect: Seen = { status: 302, body: '' };

/** Keys that are nearly valid, which a run tries only if keys are sampled. */
const nearlyFitting = [
  ...['empty', 'cut', 'longer', 'prefixed', 'percent', 'star'].flatMap((name) =>
    ['header', 'query'].map((way) => `auth.${name}-${way}-key-rejected`),
  ),
  'auth.basic-credentials-rejected',
];

const notJson = reported(406, 'Ask for JSON.');

/** The success of a request that was sent before the others. */
const before: Seen = { startedAt: '2025-03-04T05:06:06Z' };

export const authenticationRows: readonly CheckRows[] = [
  {
    check: 'auth.no-key-rejected',
    at: projects,
    rows: [
      [{ refused: ok, accepted: ok }, 'fail refused'],
      [{ refused: lost, accepted: ok }, 'fail refused'],
      [{ refused: crash, accepted: reported(500, 'Another cause') }, 'fail refused'],
      [{ refused: crash, accepted: reported(503, 'Something went wrong.') }, 'fail refused'],
      [{ refused: crash, accepted: crash }, 'untestable refused'],
      [{ refused: lost, accepted: lost }, 'untestable refused'],
      // A refusal counts only against an acceptance.
      [{ refused: unauthorized, accepted: unauthorized }, 'untestable refused'],
      [{ refused: unauthorized, accepted: crash }, 'untestable refused'],
      [{ refused: unauthorized, accepted: unauthorized, query: ok }, 'pass refused'],
    ],
  },
  {
    check: 'auth.no-key-rejected',
    at: users,
    rows: [
      [{ refused: unauthorized, accepted: ok, noAccept: ok }, 'fail noAccept'],
      [{ refused: unauthorized, accepted: ok, anyAccept: crash }, 'fail anyAccept'],
      [{ refused: unauthorized, accepted: ok, noAccept: redirect }, 'fail noAccept'],
      [{ refused: unauthorized, accepted: ok, noAccept: forbidden, anyAccept: notFound }, 'pass refused'],
    ],
  },
  {
    check: 'auth.wrong-header-key-rejected',
    at: projects,
    rows: [
      [{ refused: unauthorized, accepted: ok, none: ok }, 'pass refused'],
      [{ refused: ok, accepted: ok }, 'fail refused'],
      [{ refused: ok, accepted: ok, none: ok }, 'untestable refused'],
      [{ refused: crash, accepted: ok, none: crash }, 'untestable refused'],
      [{ refused: crash, accepted: ok, none: reported(500, 'Another cause') }, 'fail refused'],
      [{ refused: lost, accepted: ok, none: lost }, 'untestable refused'],
      [{ refused: lost, accepted: ok, none: ok }, 'fail refused'],
      // The header accepts no key at all, so this refusal says nothing about the key.
      [{ refused: unauthorized, accepted: unauthorized, query: ok }, 'untestable refused'],
    ],
  },
  {
    check: 'auth.wrong-query-key-rejected',
    at: projects,
    rows: [
      [{ refused: unauthorized, accepted: ok }, 'pass refused'],
      [{ refused: ok, accepted: ok, none: unauthorized }, 'fail refused'],
      [{ refused: unauthorized, accepted: unauthorized, header: ok }, 'untestable refused'],
    ],
  },
  ...['auth.revoked-header-key-rejected', 'auth.revoked-query-key-rejected', ...nearlyFitting].map(
    (check): CheckRows => ({
      check,
      at: users,
      rows: [
        [{ refused: unauthorized, accepted: ok }, 'pass refused'],
        [{ refused: ok, accepted: ok }, 'fail refused'],
        [{ refused: unauthorized, accepted: unauthorized }, 'untestable refused'],
      ],
    }),
  ),
  {
    check: 'auth.header-key-accepted',
    at: projects,
    rows: [
      [{ valid: ok }, 'pass valid'],
      [{ valid: unauthorized }, 'fail valid'],
      [{ valid: forbidden, none: forbidden }, 'fail valid'],
      [{ valid: forbidden, none: reported(403, 'No key') }, 'untestable valid'],
      [{ valid: forbidden }, 'untestable valid'],
      [{ valid: lost }, 'untestable valid'],
      [{ valid: crash, byOther: ok }, 'untestable valid'],
      [{ valid: badRequest, byOther: unauthorized }, 'untestable valid'],
      // The header refuses the key while the query accepts it.
      [{ valid: badRequest, byOther: ok }, 'fail valid'],
      [{ valid: { status: 403, body: '' }, byOther: ok }, 'fail valid'],
      [{ valid: lost, byOther: ok }, 'fail valid'],
    ],
  },
  {
    check: 'auth.header-key-accepted',
    at: citation,
    rows: [
      // The record may have been deleted in between.
      [{ valid: notFound, byOther: before }, 'untestable valid'],
      [{ valid: reported(410, 'Gone'), byOther: before }, 'untestable valid'],
      [{ valid: notFound, byOther: before, noAccept: { recordId: '2' } }, 'untestable valid'],
      [{ valid: notFound, byOther: ok }, 'fail valid'],
    ],
  },
  {
    check: 'auth.header-key-accepted',
    at: project,
    rows: [
      [{ valid: ok, second: { ...unauthorized, idIsListed: true } }, 'fail second'],
      [{ valid: ok, second: unauthorized }, 'pass valid'],
      [{ valid: ok, second: { ...forbidden, idIsListed: true } }, 'pass valid'],
    ],
  },
  {
    check: 'auth.query-key-accepted',
    at: projects,
    rows: [
      [{ valid: ok, byOther: badRequest }, 'pass valid'],
      [{ valid: unauthorized }, 'fail valid'],
      [{ valid: { status: 403, body: '' }, byOther: ok }, 'fail valid'],
      [{ valid: lost, byOther: ok }, 'fail valid'],
      [{ valid: lost, byOther: lost }, 'untestable valid'],
      [{ valid: crash, byOther: ok }, 'untestable valid'],
      [{ valid: badRequest, byOther: notFound }, 'untestable valid'],
      // If the list is empty only with the key in the query, the service did not identify the user.
      ...(
        [
          ['[]', '[{"id":1}]', 'fail valid'],
          ['{}', '[{"id":1}]', 'fail valid'],
          ['{"items":[]}', '{"items":[{"id":1}]}', 'fail valid'],
          ['[]', '[]', 'pass valid'],
          ['[{"id":1}]', '[]', 'pass valid'],
          ['null', '[{"id":1}]', 'pass valid'],
        ] as const
      ).map(
        ([valid, byOther, outcome]): Row => [{ valid: { body: valid }, byOther: { body: byOther } }, outcome],
      ),
    ],
  },
  {
    check: 'auth.second-key-accepted',
    at: projects,
    rows: [
      [{ byHeader: ok, byQuery: ok, first: ok }, 'pass byHeader'],
      [{ byHeader: unauthorized, byQuery: unauthorized, first: ok, usersByHeader: ok }, 'fail byHeader'],
      // Nothing shows that the key is valid.
      [{ byHeader: unauthorized, byQuery: unauthorized, first: ok }, 'untestable byHeader'],
      [
        { byHeader: unauthorized, byQuery: lost, first: ok, usersByQuery: unauthorized },
        'untestable byHeader',
      ],
      [{ byHeader: ok, byQuery: forbidden, first: ok }, 'fail byQuery'],
      [{ byHeader: ok, byQuery: crash, first: ok }, 'untestable byQuery'],
      [{ byHeader: ok, byQuery: lost, first: ok }, 'untestable byQuery'],
      [{ byHeader: ok, byQuery: crash, first: crash }, 'untestable byQuery'],
      [{ byHeader: unauthorized, byQuery: unauthorized, first: unauthorized }, 'untestable byHeader'],
      // A known user may lack the permission; then neither way succeeds.
      [{ byHeader: forbidden, byQuery: forbidden, first: ok, usersByHeader: ok }, 'untestable byHeader'],
      [
        { byHeader: forbidden, byQuery: forbidden, first: ok, none: forbidden, usersByQuery: ok },
        'fail byHeader',
      ],
      [{ byHeader: lost, byQuery: forbidden, first: ok, usersByHeader: ok }, 'untestable byHeader'],
    ],
  },
  {
    check: 'auth.second-key-accepted',
    at: users,
    rows: [
      // Every user may see their own record.
      [{ byHeader: notFound, byQuery: notFound, first: ok, projectsByHeader: ok }, 'fail byHeader'],
      [{ byHeader: crash, byQuery: crash, first: ok, projectsByHeader: ok }, 'untestable byHeader'],
    ],
  },
  {
    check: 'auth.any-accept',
    at: users,
    rows: [
      [{ missing: ok, anything: ok, valid: ok }, 'pass missing'],
      [{ missing: ok, anything: notJson, valid: ok }, 'untestable anything'],
      [{ missing: unauthorized, anything: ok, valid: ok }, 'fail missing'],
      [{ missing: ok, anything: unauthorized, valid: ok }, 'fail anything'],
      [{ missing: forbidden, anything: ok, valid: ok, none: forbidden }, 'fail missing'],
      [{ missing: redirect, anything: redirect, valid: ok }, 'untestable missing'],
      [{ missing: lost, anything: lost, valid: ok }, 'untestable missing'],
      [{ missing: unauthorized, anything: unauthorized, valid: unauthorized }, 'untestable valid'],
    ],
  },
  {
    check: 'auth.no-key-rejected',
    at: imports,
    rows: [
      // If imports are not allowed, there is nothing to compare a refusal with; an accepted request still fails.
      [{ refused: unauthorized }, 'skip'],
      [{ refused: { status: 201 } }, 'fail refused'],
      [{ refused: crash }, 'fail refused'],
      [{ refused: gateway }, 'untestable refused'],
      [{ refused: forbidden, accepted: imported }, 'pass refused'],
      [{ refused: unauthorized, accepted: badBundle }, 'pass refused'],
      [{ refused: unauthorized, accepted: unauthorized }, 'untestable refused'],
      [{ refused: reported(400, 'x') }, 'untestable refused'],
      [{ refused: badBundle, wrongHeader: unauthorized, wrongQuery: badBundle }, 'untestable refused'],
      [{ refused: badBundle, wrongHeader: unauthorized, wrongQuery: unauthorized }, 'fail refused'],
      [{ refused: sameBundle(badBundle), accepted: imported }, 'pass refused'],
      [{ refused: badBundle, accepted: imported }, 'untestable refused'],
    ],
  },
  {
    check: 'auth.revoked-header-key-rejected',
    at: imports,
    rows: [
      [{ refused: badBundle, none: unauthorized }, 'fail refused'],
      [{ refused: badBundle, none: badBundle, wrongHeader: unauthorized }, 'fail refused'],
      [{ refused: badBundle, none: badBundle, wrongQuery: unauthorized }, 'untestable refused'],
    ],
  },
  {
    check: 'auth.wrong-query-key-rejected',
    at: imports,
    rows: [
      [{ refused: badBundle, none: badBundle, wrongHeader: unauthorized }, 'untestable refused'],
      [{ refused: badBundle, none: unauthorized }, 'fail refused'],
      [{ refused: unauthorized, none: badBundle }, 'skip'],
      [{ refused: unauthorized, none: badBundle, accepted: badBundle }, 'pass refused'],
      [{ refused: unauthorized, none: badBundle, accepted: unauthorized }, 'untestable refused'],
    ],
  },
  {
    check: 'auth.import-header-key-accepted',
    at: imports,
    rows: [
      [{ valid: imported }, 'pass valid'],
      [{ valid: badBundle }, 'pass valid'],
      [{ valid: unauthorized, byOther: badBundle }, 'fail valid'],
      [{ valid: unauthorized, byOther: ok }, 'fail valid'],
      // The key may belong to a user without the permission to import.
      [{ valid: unauthorized }, 'untestable valid'],
      [{ valid: forbidden, byOther: badBundle }, 'untestable valid'],
    ],
  },
  {
    check: 'auth.import-query-key-accepted',
    at: imports,
    rows: [
      [{ valid: badBundle }, 'pass valid'],
      [{ valid: ok }, 'pass valid'],
      [{ valid: unauthorized, byOther: imported }, 'fail valid'],
      [{ valid: unauthorized, byOther: imported, likewise: badBundle }, 'fail valid'],
      // The user may import, but not this body.
      [{ valid: unauthorized, byOther: imported, likewise: unauthorized }, 'untestable valid'],
      [{ valid: unauthorized }, 'untestable valid'],
      [{ valid: crash, byOther: imported }, 'untestable valid'],
      [{ valid: lost, byOther: imported }, 'untestable valid'],
    ],
  },
];
