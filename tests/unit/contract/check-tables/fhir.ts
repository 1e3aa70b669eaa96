import { forbidden, issue, ok } from '../answers-seen.ts';
import { extraction, project } from '../endpoint-ids.ts';
import type { Seen } from '../evidence.ts';
import type { CheckRows, Row } from './check-rows.ts';

const assessment: Seen = { body: '{"resourceType":"ArtifactAssessment"}' };
const bundleAt = (recordId: string, id: string): Seen => ({
  recordId,
  body: JSON.stringify({ resourceType: 'Bundle', id, type: 'collection' }),
});
const assessmentAt = (recordId: string, id: string): Seen => ({
  recordId,
  body: JSON.stringify({ resourceType: 'ArtifactAssessment', id }),
});

export const fhirRows: readonly CheckRows[] = [
  {
    check: 'fhir.resource-type',
    at: project,
    rows: [
      ...(
        [
          ['{"resourceType":"Bundle"}', 'pass'],
          ['{"resourceType":"Patient"}', 'fail'],
          ['{"resourceType":7}', 'fail'],
          ['[{"resourceType":"Bundle"}]', 'fail'],
          ['null', 'fail'],
          ['{"error":"No project"}', 'fail'],
        ] as const
      ).map(([body, outcome]): Row => [{ valid: { body } }, `${outcome} valid`]),
      [{ valid: forbidden }, 'untestable'],
      [{ valid: bundleAt('p-1', 'p-1'), second: bundleAt('p-2', 'p-1') }, 'fail second'],
      // The id of a Bundle may identify the answer instead of the record.
      [{ valid: bundleAt('1', 'export'), second: bundleAt('2', 'export') }, 'pass valid'],
      // A Bundle may get an id of its own each time it is made, and one of them may be that of the path.
      [{ valid: bundleAt('1', '1'), query: bundleAt('1', '2') }, 'pass valid'],
    ],
  },
  {
    check: 'fhir.resource-type',
    at: extraction,
    rows: [
      [{ valid: { body: '{"resourceType":"List"}' } }, 'fail valid'],
      [{ valid: assessmentAt('1', '1'), query: assessmentAt('1', '2') }, 'fail query'],
      // The document leaves the id in a resource open.
      [{ valid: assessmentAt('1', 'a'), query: assessmentAt('1', 'b') }, 'pass valid'],
      [{ valid: assessment, noAccept: { body: '{"id":7}' } }, 'fail noAccept'],
      [{ valid: assessment, noAccept: { body: '<p>' }, query: assessment }, 'pass valid'],
    ],
  },
  {
    check: 'fhir.valid',
    at: project,
    rows: [
      [{ valid: { releases: { Bundle: ['4.0.1'] } } }, 'pass valid'],
      [{ valid: { issues: [issue('Bundle.type')] } }, 'fail valid'],
      [{ valid: ok }, 'untestable valid'],
    ],
  },
  {
    check: 'fhir.valid',
    at: extraction,
    rows: [
      [
        { valid: { releases: { ArtifactAssessment: ['5.0.0'] } }, noAccept: { issues: [issue('a.b')] } },
        'fail noAccept',
      ],
    ],
  },
];
