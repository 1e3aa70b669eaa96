import { issue, ok } from '../answers-seen.ts';
import { extraction, project } from '../endpoint-ids.ts';
import type { Seen } from '../evidence.ts';
import type { CheckRows } from './check-rows.ts';

const bundle = '{"resourceType":"Bundle","type":"collection"}';
const assessment: Seen = { body: '{"resourceType":"ArtifactAssessment"}' };
const bundleAt = (asked: string, id: string, held: readonly string[] = []): Seen => ({
  url: `https://reviews.example.org/api/v3/projects/${encodeURIComponent(asked)}`,
  body: JSON.stringify({
    resourceType: 'Bundle',
    id,
    type: 'collection',
    ...(held.length === 0
      ? {}
      : { entry: held.map((one) => ({ resource: { resourceType: 'Group', id: one } })) }),
  }),
});

export const fhirRows: readonly CheckRows[] = [
  {
    check: 'fhir.resource-type',
    at: project,
    rows: [
      [{ byHeader: { body: '{"resourceType":"Bundle"}' } }, 'pass byHeader'],
      [{ byHeader: { body: '{"resourceType":"Patient"}' } }, 'fail byHeader'],
      [{ byHeader: { body: '{"resourceType":7}' } }, 'fail byHeader'],
      [{ byHeader: { body: '[{"resourceType":"Bundle"}]' } }, 'fail byHeader'],
      [{ byHeader: { body: 'null' } }, 'fail byHeader'],
      [{ byHeader: { body: '{"error":"No project"}' } }, 'fail byHeader'],
      [{ byHeader: bundleAt('p/1', 'p-1'), second: bundleAt('2', 'p-2') }, 'pass byHeader'],
      [{ byHeader: bundleAt('p-1', 'p-1'), second: bundleAt('p-2', 'p-1') }, 'fail second'],
      [{ byHeader: bundleAt('1', 'project-1'), second: bundleAt('2', 'project-1') }, 'fail second'],
      // The id of a Bundle may be that of the answer, and two empty projects are alike.
      [{ byHeader: bundleAt('1', 'export'), second: bundleAt('2', 'export') }, 'pass byHeader'],
      [
        { byHeader: bundleAt('1', 'export', ['s1', 's2']), second: bundleAt('2', 'export', ['s1', 's2']) },
        'fail second',
      ],
      [
        { byHeader: bundleAt('1', 'export', ['s1', 's2']), second: bundleAt('2', 'export', ['s1', 's3']) },
        'pass byHeader',
      ],
      // By the key in the query another one than by the key in the header, for the same id.
      [{ byHeader: bundleAt('1', '1'), byQuery: bundleAt('1', '2') }, 'fail byQuery'],
      [{ byHeader: bundleAt('1', '2'), byQuery: bundleAt('1', '1') }, 'fail byHeader'],
      [{ byHeader: bundleAt('1', 'a'), byQuery: bundleAt('1', 'b') }, 'pass byHeader'],
      [
        { byHeader: { ...bundleAt('1', ''), body: bundle }, second: { ...bundleAt('2', ''), body: bundle } },
        'pass byHeader',
      ],
    ],
  },
  {
    check: 'fhir.valid',
    at: project,
    rows: [
      [{ byHeader: { releases: { Bundle: ['4.0.1'] } } }, 'pass byHeader'],
      [{ byHeader: { issues: [issue('Bundle.type')] } }, 'fail byHeader'],
      [{ byHeader: ok }, 'untestable byHeader'],
    ],
  },
  {
    check: 'fhir.resource-type',
    at: extraction,
    rows: [
      [{ byHeader: assessment, noAccept: { body: '{"id":7}' } }, 'fail noAccept'],
      [{ byHeader: assessment, noAccept: { body: '<p>' }, anyAccept: assessment }, 'pass byHeader'],
    ],
  },
  {
    check: 'fhir.valid',
    at: extraction,
    rows: [
      [
        { byHeader: { releases: { ArtifactAssessment: ['5.0.0'] } }, anyAccept: { issues: [issue('a.b')] } },
        'fail anyAccept',
      ],
    ],
  },
];
