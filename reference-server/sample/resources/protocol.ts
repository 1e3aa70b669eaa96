import type { EvidenceVariable, Group, Questionnaire, ResearchStudy } from 'fhir/r5.js';
import type { ResourceIds } from '../resource-ids.ts';
import type { Review, Variable } from '../review.ts';
import { concept, narrative, quantity } from './datatypes.ts';
import { riskCoding, risks } from './risk.ts';

/** The review itself: its key questions are the objectives. */
export function researchStudyOf(review: Review, { idOf, refTo }: ResourceIds): ResearchStudy {
  return {
    resourceType: 'ResearchStudy',
    id: idOf('ResearchStudy', review.key),
    text: narrative(review.title),
    title: review.title,
    date: review.createdAt.slice(0, 10),
    status: review.published ? 'active' : 'draft',
    description: review.description,
    condition: [concept(review.population.condition)],
    keyword: [concept('systematic review')],
    recruitment: { eligibility: refTo('Group', 'population', review.population.title) },
    objective: review.keyQuestions.map(({ name, text }) => ({ name, description: text })),
    outcomeMeasure: review.outcomes.map(({ key, title, description }) => ({
      name: title,
      description,
      reference: refTo('EvidenceVariable', key, title),
    })),
    result: review.summaries.map(({ key, title }) => refTo('EvidenceReport', key, title)),
  };
}

/** The population of the review. */
export function populationOf({ population }: Review, { idOf }: ResourceIds): Group {
  return {
    resourceType: 'Group',
    id: idOf('Group', 'population'),
    text: narrative(population.title),
    type: 'person',
    membership: 'definitional',
    name: population.title,
    characteristic: [
      {
        code: concept('Condition'),
        valueCodeableConcept: concept(population.condition),
        exclude: false,
      },
      {
        code: concept('Age'),
        valueRange: {
          low: quantity(population.youngest, { text: 'years', code: 'a' }),
        },
        exclude: false,
      },
    ],
  };
}

/** Exposure, comparator and outcomes. */
export function variablesOf(review: Review, ids: ResourceIds): readonly EvidenceVariable[] {
  return [review.exposure, review.comparator, ...review.outcomes].map((variable) =>
    variableOf(variable, review, ids),
  );
}

function variableOf(variable: Variable, review: Review, { idOf }: ResourceIds): EvidenceVariable {
  return {
    resourceType: 'EvidenceVariable',
    id: idOf('EvidenceVariable', variable.key),
    text: narrative(`${variable.title}. ${variable.description}`),
    title: variable.title,
    status: 'active',
    date: review.createdAt.slice(0, 10),
    description: variable.description,
    actual: false,
    characteristic: [{ definitionCodeableConcept: concept(variable.title) }],
    handling: variable.handling,
  };
}

/** The form with which studies are extracted. */
export function formOf(review: Review, { idOf }: ResourceIds): Questionnaire {
  const mainOutcome = review.outcomes[0];
  return {
    resourceType: 'Questionnaire',
    id: idOf('Questionnaire', 'form'),
    text: narrative(`Extraction form: ${review.title}`),
    title: `Extraction form: ${review.title}`,
    status: 'active',
    date: review.createdAt.slice(0, 10),
    item: [
      {
        linkId: '1',
        text: 'Study design',
        type: 'group',
        item: [
          { linkId: '1.1', text: 'Design of the study', type: 'string', required: true },
          { linkId: '1.2', text: 'Setting', type: 'text' },
          { linkId: '1.3', text: 'Participants randomised', type: 'integer', required: true },
          { linkId: '1.4', text: 'Length of follow-up in months', type: 'integer' },
        ],
      },
      {
        linkId: '2',
        text: 'Arms',
        type: 'group',
        item: [
          { linkId: '2.1', text: review.exposure.title, type: 'text', required: true },
          { linkId: '2.2', text: review.comparator.title, type: 'text', required: true },
        ],
      },
      {
        linkId: '3',
        text: 'Results',
        type: 'group',
        item: [
          { linkId: '3.1', text: `${mainOutcome.title}: difference between the groups`, type: 'quantity' },
        ],
      },
      {
        linkId: '4',
        text: 'Risk of bias',
        type: 'group',
        item: ['Randomisation', 'Missing data', 'Selective reporting'].map((text, index) => ({
          linkId: `4.${index + 1}`,
          text,
          type: 'coding' as const,
          answerOption: risks.map((risk) => ({ valueCoding: riskCoding(risk) })),
        })),
      },
    ],
  };
}
