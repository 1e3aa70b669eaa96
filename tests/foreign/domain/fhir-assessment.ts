import type { ArtifactAssessment, ArtifactAssessmentContent, Organization } from 'fhir/r5.d.ts';
import { businessIdentifier, type FhirFlavour, home, resourceHead } from './fhir-common.ts';
import type { Row } from './model.ts';

const desk: Organization = { resourceType: 'Organization', id: 'desk', name: 'Evidence desk' };

function contentOf(flavour: FhirFlavour, row: Row): ArtifactAssessmentContent[] {
  const comment: ArtifactAssessmentContent = {
    informationType: 'comment',
    summary: `Extracted outcome ${row.sequence}`,
  };
  if (flavour === 'usual') {
    return [
      { informationType: 'container', type: { text: 'Design details' }, component: [comment] },
      { informationType: 'classifier', classifier: [{ text: 'Randomized trial' }], freeToShare: true },
    ];
  }
  return [
    {
      id: `arms-${row.sequence}`,
      informationType: 'container',
      summary: 'Arms',
      type: { coding: [{ system: `${home}/sections`, code: 'arms', display: 'Arms' }], text: 'Arms' },
      component: [
        { ...comment, path: ['citedArtifact.title'], author: { reference: '#desk', display: 'Desk' } },
        {
          informationType: 'rating',
          quantity: { value: 12.5, unit: 'mg', system: 'http://unitsofmeasure.org', code: 'mg' },
          relatedArtifact: [{ type: 'derived-from', citation: 'Smith J. 2004.' }],
        },
      ],
    },
  ];
}

/** An extraction as an ArtifactAssessment, whose structure FHIR states from R5 on. */
export function assessmentOf(flavour: FhirFlavour, id: string, row: Row): ArtifactAssessment {
  const head = resourceHead(flavour, 'extractions', row.sequence, `Extraction ${row.sequence}`);
  const resource: ArtifactAssessment = { resourceType: 'ArtifactAssessment', id, ...head };
  if (flavour === 'spare') {
    return { ...resource, artifactUri: `${home}/citations/${row.sequence}` };
  }
  const usual: ArtifactAssessment = {
    ...resource,
    identifier: [businessIdentifier('extractions', row.sequence)],
    title: `Extraction ${row.sequence}`,
    date: '2024-05-02',
    artifactReference: { reference: `Citation/c${row.sequence}`, type: 'Citation' },
    content: contentOf(flavour, row),
    workflowStatus: 'applied',
  };
  if (flavour === 'usual') {
    return usual;
  }
  return {
    ...usual,
    citeAsMarkdown: 'Cite as *extraction*.',
    date: '2024-05-02T09:30:00+02:00',
    approvalDate: '2024-05',
    lastReviewDate: '2024',
    copyright: '© the authors',
    disposition: 'unresolved',
    contained: [desk],
  };
}
