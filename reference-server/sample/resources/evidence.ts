import type { Evidence, EvidenceReport, EvidenceReportSection } from 'fhir/r5.js';
import type { ResourceIds } from '../resource-ids.ts';
import type { PooledResult, Review, Summary } from '../review.ts';
import { coded, concept, narrative, quantity } from './datatypes.ts';

const variableRoles = 'http://terminology.hl7.org/CodeSystem/variable-role';
const statisticTypes = 'http://terminology.hl7.org/CodeSystem/statistic-type';
const estimateTypes = 'http://terminology.hl7.org/CodeSystem/attribute-estimate-type';
const certaintyTypes = 'http://hl7.org/fhir/certainty-type';
const certaintyRatings = 'http://hl7.org/fhir/certainty-rating';

/** A pooled result over several studies. */
export function evidenceOf(result: PooledResult, review: Review, { idOf, refTo }: ResourceIds): Evidence {
  const role = (code: string, display: string) => coded(variableRoles, code, display);
  const outcome = review.outcomes.find(({ key }) => key === result.outcome);
  return {
    resourceType: 'Evidence',
    id: idOf('Evidence', result.key),
    text: narrative(result.assertion),
    title: `${outcome?.title ?? result.outcome}: ${review.exposure.title} against ${review.comparator.title}`,
    status: review.published ? 'active' : 'draft',
    date: review.createdAt.slice(0, 10),
    assertion: result.assertion,
    relatedArtifact: result.studies.map((study) => ({
      type: 'derived-from',
      resourceReference: refTo('Citation', study),
    })),
    variableDefinition: [
      {
        variableRole: role('population', 'population'),
        intended: refTo('Group', 'population', review.population.title),
      },
      {
        variableRole: role('exposure', 'exposure'),
        observed: refTo('EvidenceVariable', review.exposure.key, review.exposure.title),
      },
      {
        variableRole: role('referenceExposure', 'reference exposure'),
        observed: refTo('EvidenceVariable', review.comparator.key, review.comparator.title),
      },
      {
        variableRole: role('measuredVariable', 'measured variable'),
        observed: refTo('EvidenceVariable', result.outcome, outcome?.title),
      },
    ],
    statistic: [
      {
        statisticType: coded(statisticTypes, result.statistic.code, result.statistic.name),
        quantity: quantity(result.estimate, result.unit),
        sampleSize: {
          numberOfStudies: result.studies.length,
          numberOfParticipants: result.participants,
        },
        attributeEstimate: [
          {
            type: coded(estimateTypes, 'C53324', 'Confidence interval'),
            level: 0.95,
            range: { low: quantity(result.low, result.unit), high: quantity(result.high, result.unit) },
          },
        ],
      },
    ],
    certainty: [
      {
        type: coded(certaintyTypes, 'Overall', 'Overall certainty'),
        rating: coded(certaintyRatings, result.certainty.toLowerCase(), `${result.certainty} quality`),
      },
    ],
  };
}

/** An SR360 record: the answer to one key question, with the results and studies that it rests on. */
export function reportOf(summary: Summary, review: Review, ids: ResourceIds): EvidenceReport {
  const results = review.results.filter(({ key }) => summary.results.includes(key));
  const question = review.keyQuestions.find(({ name }) => name === summary.keyQuestion);
  return {
    resourceType: 'EvidenceReport',
    id: ids.idOf('EvidenceReport', summary.key),
    text: narrative(`${summary.title}. ${summary.conclusion}`),
    status: review.published ? 'active' : 'draft',
    citeAsMarkdown: summary.title,
    type: concept('Systematic review summary'),
    publisher: 'Centre for Evidence Synthesis',
    subject: {
      characteristic: [
        {
          code: concept('Population'),
          valueReference: ids.refTo('Group', 'population', review.population.title),
        },
        {
          code: concept('Exposure'),
          valueReference: ids.refTo('EvidenceVariable', review.exposure.key, review.exposure.title),
        },
      ],
    },
    section: [
      textSection(summary.keyQuestion, question?.text ?? summary.keyQuestion),
      textSection('Conclusion', summary.conclusion),
      {
        title: 'Results',
        focus: concept('Results'),
        entryReference: results.map(({ key, assertion }) => ids.refTo('Evidence', key, assertion)),
      },
      {
        title: 'Studies',
        entryReference: review.studies
          .filter(({ key }) => results.some(({ studies }) => studies.includes(key)))
          .map(({ key, title }) => ids.refTo('Citation', key, title)),
      },
    ],
  };
}

function textSection(title: string, text: string): EvidenceReportSection {
  return { title, text: narrative(text) };
}
