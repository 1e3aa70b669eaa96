import type { ArtifactAssessment, ArtifactAssessmentContent, Citation } from 'fhir/r5.js';
import type { ResourceIds } from '../resource-ids.ts';
import type { Extraction, Review, Risk, Study, Unit } from '../review.ts';
import { concept, narrative, quantity } from './datatypes.ts';
import { riskCoding } from './risk.ts';

/** How a study is cited in running text. */
export function citedAs(study: Study): string {
  const { authors, title, journal, year, volume, pages } = study;
  return `${authors.join(', ')}. ${title}. ${journal} ${year};${volume}:${pages}.`;
}

/** A study that the review found. */
export function citationOf(study: Study, review: Review, { idOf }: ResourceIds): Citation {
  const [firstPage = study.pages, lastPage = study.pages] = study.pages.split('-');
  return {
    resourceType: 'Citation',
    id: idOf('Citation', study.key),
    text: narrative(citedAs(study)),
    title: study.title,
    status: 'active',
    date: review.createdAt.slice(0, 10),
    citedArtifact: {
      identifier: [{ system: 'https://doi.org', value: `10.5555/${study.key}` }],
      title: [{ text: study.title }],
      abstract: [{ text: study.abstract }],
      publicationForm: [
        {
          publishedIn: { title: study.journal },
          articleDate: String(study.year),
          volume: study.volume,
          firstPage,
          lastPage,
        },
      ],
      contributorship: {
        complete: true,
        entry: study.authors.map((author, index) => ({
          contributor: { display: author },
          rankingOrder: index + 1,
        })),
      },
    },
  };
}

/** What was taken out of one study, with the judgement of its risk of bias. */
export function extractionOf(extraction: Extraction, review: Review, ids: ResourceIds): ArtifactAssessment {
  const study = review.studies.find(({ key }) => key === extraction.study);
  const title = `Extraction of ${study?.title ?? extraction.study}`;
  const mainOutcome = review.outcomes[0];
  return {
    resourceType: 'ArtifactAssessment',
    id: ids.idOf('ArtifactAssessment', extraction.study),
    text: narrative(title),
    title,
    date: extraction.extractedOn,
    artifactReference: ids.refTo('Citation', extraction.study, study?.title),
    content: [
      container('Study design', [
        comment('Design of the study', extraction.design),
        comment('Setting', extraction.setting),
        measured('Participants randomised', extraction.participants),
        measured('Length of follow-up', extraction.followUpMonths, { text: 'months', code: 'mo' }),
      ]),
      container('Arms', [
        comment(review.exposure.title, extraction.intervention),
        comment(review.comparator.title, extraction.comparator),
      ]),
      container('Results', [measured(mainOutcome.title, extraction.meanDifference, review.mainUnit)]),
      container('Risk of bias', [
        rating('Randomisation', extraction.riskOfBias.randomisation),
        rating('Missing data', extraction.riskOfBias.missingData),
        rating('Selective reporting', extraction.riskOfBias.reporting),
      ]),
    ],
    workflowStatus: review.published ? 'published' : 'submitted',
  };
}

function container(summary: string, component: ArtifactAssessmentContent[]): ArtifactAssessmentContent {
  return { informationType: 'container', summary, component };
}

function comment(type: string, summary: string): ArtifactAssessmentContent {
  return { informationType: 'comment', type: concept(type), summary };
}

function rating(type: string, risk: Risk): ArtifactAssessmentContent {
  return { informationType: 'rating', type: concept(type), classifier: [{ coding: [riskCoding(risk)] }] };
}

function measured(type: string, value: number, unit?: Unit): ArtifactAssessmentContent {
  return { informationType: 'comment', type: concept(type), quantity: quantity(value, unit) };
}
