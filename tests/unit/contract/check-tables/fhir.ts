import { issue, ok } from '../answers-seen.ts';
import { extraction, project } from '../endpoint-ids.ts';
import type { Seen } from '../evidence.ts';
import type { CheckRows } from './check-rows.ts';

const bundle = '{"resourceType":"Bundle","type":"collection"}';
const assessment: Seen = { body: '{"resourceType":"ArtifactAssessment"}' };
const bundleAt = (asked: string, id: string): Seen => ({
  url: `https://reviews.example.org/api/v3/projects/${encodeURIComponent(asked)}`,
  body: JSON.stringify({ resourceType: 'Bundle', id, type: 'collection' }),
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
      [{ byHeader: bundleAt('1', 'other'), second: bundleAt('2', 'other') }, 'fail second'],
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
