type Body = Record<string, unknown>;

const narrative = (title: string) => ({
  status: 'generated',
  div: `<div xmlns="http://www.w3.org/1999/xhtml"><h3>${title}</h3><table border="1"><tbody>${'<tr><td>outcome</td><td>0.82 (0.71 to 0.95)</td></tr>'.repeat(6)}</tbody></table></div>`,
});
const concept = (code: string) => ({
  coding: [{ system: 'https://example.org/codes', code, display: `the concept ${code}` }],
  text: `the concept ${code}`,
});
const identifier = (index: number) => [{ system: 'https://example.org/ids', value: `record-${index}` }];
const meta = { versionId: '1', lastUpdated: '2024-05-01T12:00:00.000+02:00' };

/** What a project holds, in the shapes of several releases. */
const makers: readonly ((index: number) => Body)[] = [
  (index) => ({
    resourceType: 'Evidence',
    identifier: identifier(index),
    status: 'active',
    text: narrative('Mortality'),
    title: `Evidence ${index}`,
    variableDefinition: ['population', 'exposure', 'outcome'].map((role) => ({
      description: 'as observed in the study',
      variableRole: {
        coding: [{ system: 'http://terminology.hl7.org/CodeSystem/variable-role', code: role }],
      },
      observed: { display: role },
    })),
    statistic: [
      {
        statisticType: concept('relative-risk'),
        quantity: { value: 0.82 },
        sampleSize: { numberOfStudies: 3, numberOfParticipants: 1240 },
        attributeEstimate: [
          { type: concept('ci'), level: 0.95, range: { low: { value: 0.71 }, high: { value: 0.95 } } },
        ],
      },
    ],
  }),
  (index) => ({
    resourceType: 'ArtifactAssessment',
    identifier: identifier(index),
    title: `Extraction ${index}`,
    artifactReference: { reference: `Citation/r${index + 1}` },
    workflowStatus: 'published',
    content: Array.from({ length: 6 }, (_, part) => ({
      informationType: 'rating',
      summary: 'Allocation was concealed by sealed envelopes.',
      type: concept(`domain-${part}`),
      component: [{ informationType: 'comment', type: concept('support'), summary: 'as reported' }],
    })),
  }),
  (index) => ({
    resourceType: 'Citation',
    identifier: identifier(index),
    status: 'active',
    citedArtifact: {
      identifier: [{ system: 'https://pubmed.ncbi.nlm.nih.gov', value: String(30_000_000 + index) }],
      title: [{ text: 'A randomised trial of aspirin after stroke' }],
      abstract: [{ text: 'Background. Methods. Results. Conclusion. '.repeat(20) }],
      publicationForm: [{ articleDate: '2019-04', language: [concept('en')], pageString: '12-19' }],
    },
  }),
  (index) => ({
    resourceType: 'EvidenceReport',
    identifier: identifier(index),
    status: 'active',
    subject: { characteristic: [{ code: concept('population'), valueCodeableConcept: concept('adults') }] },
    section: Array.from({ length: 4 }, (_, part) => ({
      title: `Section ${part}`,
      text: narrative(`Section ${part}`),
      mode: 'working',
      entryReference: [{ reference: `Evidence/r${index - 3}` }],
    })),
  }),
  (index) => ({
    resourceType: 'Group',
    identifier: identifier(index),
    type: 'person',
    actual: false,
    characteristic: [
      {
        code: concept('age'),
        valueRange: { low: { value: 18, unit: 'a' }, high: { value: 65, unit: 'a' } },
        exclude: false,
      },
    ],
  }),
  (index) => ({
    resourceType: 'Observation',
    identifier: identifier(index),
    status: 'final',
    code: concept('blood-pressure'),
    subject: { reference: `Group/r${index - 1}` },
    effectivePeriod: { start: '2020-01-01', end: '2020-06-30' },
    component: ['systolic', 'diastolic'].map((name) => ({
      code: concept(name),
      valueQuantity: { value: 120.5, unit: 'mmHg', system: 'http://unitsofmeasure.org', code: 'mm[Hg]' },
    })),
  }),
  (index) => ({
    resourceType: 'List',
    identifier: identifier(index),
    status: 'current',
    mode: 'working',
    title: 'Key questions',
    entry: Array.from({ length: 8 }, (_, part) => ({
      date: '2024-01-01',
      item: { display: `Question ${part}` },
    })),
  }),
];

/**
 * A valid project Bundle of mixed entries.
 *
 * @param bytes least size of the text
 */
export function makeProject(bytes: number): string {
  const entries: string[] = [];
  let size = 0;
  for (let index = 0; size < bytes; index += 1) {
    const resource = { ...makers[index % makers.length]?.(index), id: `r${index}`, meta };
    const fullUrl = `https://example.org/fhir/${String((resource as Body).resourceType)}/r${index}`;
    const text = JSON.stringify({ fullUrl, resource });
    entries.push(text);
    size += text.length + 1;
  }
  return `{"resourceType":"Bundle","type":"collection","entry":[${entries.join(',')}]}`;
}

/** One resource of each kind. */
export function makeResources(): string[] {
  return makers.map((make, index) => JSON.stringify({ ...make(index), id: `r${index}`, meta }));
}
