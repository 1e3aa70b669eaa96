import { issue, ok } from '../answers-seen.ts';
import { project } from '../endpoint-ids.ts';
import type { CheckRows } from './check-rows.ts';

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
];
