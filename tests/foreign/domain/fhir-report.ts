import type { EvidenceReport, EvidenceReportSection } from 'fhir/r4b.d.ts';
import { businessIdentifier, type FhirFlavour, home, resourceHead } from './fhir-common.ts';
import type { Row } from './model.ts';

function sectionsOf(flavour: FhirFlavour): EvidenceReportSection[] {
  const summary: EvidenceReportSection = {
    title: 'Summary',
    text: { status: 'additional', div: '<div xmlns="http://www.w3.org/1999/xhtml">A summary.</div>' },
  };
  if (flavour === 'usual') {
    return [summary, { title: 'Key questions', focus: { text: 'Key questions' } }];
  }
  return [
    summary,
    {
      title: 'Results',
      mode: 'snapshot',
      author: [{ display: 'Ana Ruiz' }],
      entryClassifier: [{ text: 'Outcome' }],
      entryQuantity: [{ value: 0.82, comparator: '<' }],
      section: [{ title: 'Adverse events', emptyReason: { text: 'not asked' } }],
    },
  ];
}

/** An SR360 record as an EvidenceReport, written so that the structures of R4B and of R5 both hold. */
export function reportOf(flavour: FhirFlavour, id: string, row: Row, title: string): EvidenceReport {
  const head = resourceHead(flavour, 'sd_meta_data', row.sequence, title);
  const resource: EvidenceReport = {
    resourceType: 'EvidenceReport',
    id,
    ...head,
    status: flavour === 'rich' ? 'draft' : 'active',
    subject: { characteristic: [{ code: { text: 'population' }, valueCodeableConcept: { text: 'adults' } }] },
  };
  if (flavour === 'spare') {
    return { ...resource, subject: { note: [{ text: title }] } };
  }
  const usual: EvidenceReport = {
    ...resource,
    url: `${home}/fhir/EvidenceReport/${id}`,
    identifier: [businessIdentifier('sd_meta_data', row.sequence)],
    publisher: 'Evidence Centre',
    author: [{ name: 'Ana Ruiz' }],
    section: sectionsOf(flavour),
  };
  if (flavour === 'usual') {
    return usual;
  }
  return {
    ...usual,
    useContext: [
      {
        code: { system: 'http://terminology.hl7.org/CodeSystem/usage-context-type', code: 'focus' },
        valueCodeableConcept: { text: 'asthma' },
      },
    ],
    citeAsMarkdown: `${title}. Evidence Centre 2024.`,
    type: { text: 'systematic review' },
    note: [{ authorString: 'Jo Lee', time: '2024-05-02T09:30:00Z', text: 'Checked.' }],
    contact: [{ name: 'Desk', telecom: [{ system: 'email', value: 'desk@example.org', use: 'work' }] }],
    relatedArtifact: [{ type: 'documentation', url: `${home}/protocol` }],
    subject: {
      characteristic: [
        { code: { text: 'age' }, valueRange: { low: { value: 18 } }, exclude: false },
        { code: { text: 'setting' }, valueBoolean: true, period: { start: '2001', end: '2020-12-31' } },
      ],
    },
  };
}
