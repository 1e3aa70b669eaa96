import {
  badBundle,
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
import { imports } from '../endpoint-ids.ts';
import type { Seen } from '../evidence.ts';
import type { CheckRows, Row } from './check-rows.ts';

const created = (body: string, headers: Seen['headers'] = {}): Seen => ({ status: 201, body, headers });

export const importsRows: readonly CheckRows[] = [
  {
    check: 'import.created',
    at: imports,
    rows: [
      [{ valid: { status: 201 } }, 'pass valid'],
      [{ valid: ok }, 'fail valid'],
      [{ valid: { status: 202 } }, 'fail valid'],
      [{ valid: crash }, 'fail valid'],
      [{ valid: badBundle }, 'fail valid'],
      [{ valid: lost }, 'fail valid'],
      // The import may have been carried out.
      [{ valid: gateway }, 'not-shown valid'],
      // The document does not say which users may import.
      [{ valid: unauthorized }, 'not-shown valid'],
      [{ valid: forbidden }, 'not-shown valid'],
      // Nor does it state a size limit.
      [{ valid: reported(413, 'Too large') }, 'not-shown valid'],
    ],
  },
  {
    check: 'import.identifiers',
    at: imports,
    rows: [
      [{ valid: created('{"id":41}') }, 'pass valid'],
      [{ valid: created('{"ids":["urn:uuid:u-1"]}') }, 'pass valid'],
      [{ valid: created('{}', { location: '/api/v3/citations/7' }) }, 'fail valid'],
      [{ valid: created('{"message":"Done"}', { location: '/api/v3/fhir_imports/7' }) }, 'fail valid'],
      [{ valid: created('{"ids":[9007199254740993]}') }, 'untestable valid'],
      [{ valid: created('{"resource_ids":["Citation/7"]}') }, 'untestable valid'],
      [{ valid: created('{"request_id":"r-1"}') }, 'fail valid'],
      [{ valid: { ...page, status: 201 } }, 'fail valid'],
      [{ valid: reported(422, 'Project 7 exists') }, 'untestable valid'],
      [{ valid: lost }, 'untestable valid'],
    ],
  },
  {
    check: 'import.readable',
    at: imports,
    rows: [
      // Nothing shows that the endpoint finds any record.
      [{ valid: imported, citation: notFound }, 'untestable citation'],
      [{ valid: imported, citation: reported(410, 'Gone'), 'known citation': ok }, 'fail valid'],
      [{ valid: imported, project: notFound, citation: notFound, 'known citation': ok }, 'fail valid'],
      // The path may not take ids of another form.
      [
        {
          valid: imported,
          citation: { ...notFound, recordId: 'urn-7' },
          'known citation': { ...ok, recordId: '7' },
        },
        'untestable citation',
      ],
      [
        {
          valid: { ...imported, body: '{"resourceType":"Citation","id":7}' },
          citation: { ...notFound, recordId: '7' },
          'known citation': ok,
        },
        'fail valid',
      ],
      // The id at the top level may be that of the import itself.
      [
        { valid: imported, citation: { ...notFound, recordId: '7' }, 'known citation': ok },
        'untestable citation',
      ],
      [{ valid: imported, project: notFound, citation: ok }, 'pass citation'],
      // If the ids have types, each must be found.
      [
        {
          valid: created('{"ids":["Citation/7","EvidenceReport/9"]}'),
          citation: { ...ok, recordId: '7' },
          'SR360 record': { ...notFound, recordId: '9' },
          'known SR360 record': ok,
        },
        'fail valid',
      ],
      [
        {
          valid: created('{"user":{"id":11},"ids":[7]}'),
          project: { ...notFound, recordId: '7' },
          'known project': ok,
          citation: { ...ok, recordId: '7' },
        },
        'pass citation',
      ],
      [{ valid: created('{"ids":["Citation/7"]}'), citation: { ...ok, recordId: '7' } }, 'pass citation'],
      // An endpoint that does not find a listed citation shows nothing about a created one.
      [{ valid: imported, citation: notFound, 'known citation': notFound }, 'untestable citation'],
      [{ valid: imported, project: notFound, citation: forbidden }, 'untestable citation'],
      // The only endpoint that reads it may be the one that is broken.
      [
        { valid: imported, project: notFound, 'known project': ok, citation: crash, 'known citation': ok },
        'untestable citation',
      ],
      [
        {
          valid: imported,
          project: notFound,
          'known project': ok,
          citation: notFound,
          'known citation': notFound,
        },
        'untestable citation',
      ],
      [
        { valid: imported, project: notFound, 'known project': ok, citation: lost, 'known citation': ok },
        'untestable citation',
      ],
      [{ valid: imported }, 'untestable valid'],
      [{ valid: badBundle }, 'untestable valid'],
    ],
  },
  {
    check: 'import.other-type-answered',
    at: imports,
    rows: [
      [{ bad: forbidden }, 'pass bad'],
      [{ bad: { body: '{"id":1}' } }, 'pass bad'],
      [{ bad: { status: 422, body: '{}' } }, 'fail bad'],
      [{ bad: { status: 422, body: '<h1>No</h1>' } }, 'fail bad'],
      [{ bad: { status: 422, body: '\ufeff{"error":"No"}' } }, 'fail bad'],
      [{ bad: { body: '\ufeff{"id":1}' } }, 'fail bad'],
      [{ bad: { ...badBundle, headers: { 'content-type': 'text/html' } } }, 'fail bad'],
      [{ bad: crash }, 'fail bad'],
      [{ bad: lost }, 'fail bad'],
      [{ bad: { body: '{"error":"No"}' } }, 'fail bad'],
      [{ bad: page }, 'fail bad'],
      [{ bad: gateway }, 'untestable bad'],
      [{ bad: unauthorized }, 'untestable bad'],
      [{ bad: badBundle, byQuery: { status: 422, body: '<h1>No</h1>' } }, 'fail byQuery'],
      [{ bad: badBundle, byQuery: crash }, 'fail byQuery'],
      // Another check judges whether the query accepts the key.
      [{ bad: badBundle, byQuery: unauthorized }, 'pass bad'],
    ],
  },
  ...['not-json', 'not-a-bundle', 'no-entry', 'entry-without-resource', 'wrong-content-type'].map(
    (name): CheckRows => ({
      check: `import.${name}-answered`,
      at: imports,
      rows: ([badBundle, crash] as const).map(
        (bad): Row => [{ bad }, bad === crash ? 'fail bad' : 'pass bad'],
      ),
    }),
  ),
];
