import { reportOf } from '../domain/fhir-report.ts';
import { anyResource, domainResource, firstId, inResource, without } from './fhir-resource.ts';
import { writing } from './mistake.ts';

/** Mistakes in the EvidenceReport of an SR360 record. */
export const reportMistakes = {
  ...anyResource('report'),
  ...domainResource(),
  'a plain record': inResource('report', ({ id }) => ({ id, report_title: 'Asthma', state: 'COMPLETED' })),
  'a Composition': inResource('report', ({ id }) => ({
    resourceType: 'Composition',
    id,
    status: 'final',
    type: { text: 'review' },
    date: '2024-05-02',
    author: [{ display: 'Ana Ruiz' }],
    title: 'Asthma',
  })),
  'an Evidence resource': inResource('report', (resource) => ({ ...resource, resourceType: 'Evidence' })),
  'a report without status': inResource('FHIR structures', (resource) => without(resource, 'status')),
  'a report with a status of its own': inResource('FHIR structures', (resource) => ({
    ...resource,
    status: 'completed',
  })),
  'a report with its status in capitals': inResource('FHIR structures', (resource) => ({
    ...resource,
    status: 'Active',
  })),
  'a report without subject': inResource('FHIR structures', (resource) => without(resource, 'subject')),
  'a report with a subject as text': inResource('FHIR structures', (resource) => ({
    ...resource,
    subject: 'adults',
  })),
  'a report with a subject as reference': inResource('FHIR structures', (resource) => ({
    ...resource,
    subject: { reference: 'Group/1' },
  })),
  'a report with one section that is no list': inResource('FHIR structures', (resource) => ({
    ...resource,
    section: { title: 'Summary' },
  })),
  'a report with authors as texts': inResource('FHIR structures', (resource) => ({
    ...resource,
    author: ['Ana Ruiz'],
  })),
  'a report with a publisher object': inResource('FHIR structures', (resource) => ({
    ...resource,
    publisher: { name: 'Evidence Centre' },
  })),
  'a report with a section text of its own': inResource('FHIR structures', (resource) => ({
    ...resource,
    section: [{ title: 'Summary', text: '<p>A summary.</p>' }],
  })),
  'a report with a characteristic without code': inResource('FHIR structures', (resource) => ({
    ...resource,
    subject: { characteristic: [{ valueBoolean: true }] },
  })),
  'a report with a citation without type': inResource('FHIR structures', (resource) => ({
    ...resource,
    citeAs: 'Evidence Centre 2024',
  })),
  'a report cited in two ways': inResource('FHIR structures', (resource) => ({
    ...resource,
    citeAsMarkdown: 'Evidence Centre 2024',
    citeAsReference: { reference: 'Citation/1' },
  })),
  'a report with an unknown section mode': inResource('FHIR structures', (resource) => ({
    ...resource,
    section: [{ title: 'Summary', mode: 'final' }],
  })),
  'a report with related_artifact': inResource('FHIR structures', (resource) => ({
    ...resource,
    related_artifact: [{ type: 'documentation' }],
  })),
  'a report with a note as text': inResource('FHIR structures', (resource) => ({
    ...resource,
    note: ['Checked.'],
  })),
  'a report with a contact of two numbers': inResource('FHIR structures', (resource) => ({
    ...resource,
    contact: [{ name: 'Desk', telecom: { value: '1' } }],
  })),
  'always the first report': writing('report', (json, { site }) => {
    const row = site.store.rows.sd_meta_data[0];
    return row === undefined
      ? json
      : reportOf(site.choices.bundle.flavour, firstId(site, 'sd_meta_data'), row, 'The first');
  }),
} as const;
