import type {
  ArtifactAssessment,
  ArtifactAssessmentContent,
  Citation,
  CodeableConcept,
  Coding,
  Evidence,
  EvidenceReport,
  EvidenceReportSection,
  EvidenceVariable,
  FhirResource,
  Group,
  Narrative,
  Quantity,
  Questionnaire,
  ResearchStudy,
} from 'fhir/r5.js';
import type { ResourceIds } from './resource-ids.ts';
import type { Extraction, PooledResult, Review, Risk, Study, Summary, Unit, Variable } from './review.ts';

/** A narrative of one paragraph; markup in the text is escaped. */
function narrative(text: string): Narrative {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return { status: 'generated', div: `<div xmlns="http://www.w3.org/1999/xhtml"><p>${escaped}</p></div>` };
}

/** A concept without a code. */
function concept(text: string): CodeableConcept {
  return { text };
}

/** A concept with one code of a code system. */
function coded(system: string, code: string, display: string): CodeableConcept {
  return { coding: [{ system, code, display }], text: display };
}

/** A quantity in a UCUM unit, or a bare number. */
function quantity(value: number, unit?: Unit): Quantity {
  return unit === undefined
    ? { value }
    : { value, unit: unit.text, system: 'http://unitsofmeasure.org', code: unit.code };
}

/** The judgements that the extraction form offers for a domain of bias. */
const risks: readonly Risk[] = ['low', 'some concerns', 'high'];

/** A judgement as a code of this installation's own list. */
function riskCoding(risk: Risk): Coding {
  return {
    system: 'https://research-evidence.example/risk-of-bias',
    code: risk.replaceAll(' ', '-'),
    display: risk,
  };
}

const variableRoles = 'http://terminology.hl7.org/CodeSystem/variable-role';
const statisticTypes = 'http://terminology.hl7.org/CodeSystem/statistic-type';
const estimateTypes = 'http://terminology.hl7.org/CodeSystem/attribute-estimate-type';
const certaintyTypes = 'http://hl7.org/fhir/certainty-type';
const certaintyRatings = 'http://hl7.org/fhir/certainty-rating';

/** A pooled result of several studies. */
function evidenceOf(result: PooledResult, review: Review, { idOf, refTo }: ResourceIds): Evidence {
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

/** An SR360 record: the answer to one key question, with its results and studies. */
function reportOf(summary: Summary, review: Review, ids: ResourceIds): EvidenceReport {
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

/** The review itself: its key questions are the objectives. */
function researchStudyOf(review: Review, { idOf, refTo }: ResourceIds): ResearchStudy {
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
function populationOf({ population }: Review, { idOf }: ResourceIds): Group {
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
function variablesOf(review: Review, ids: ResourceIds): readonly EvidenceVariable[] {
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

/** The form for extracting data from studies. */
function formOf(review: Review, { idOf }: ResourceIds): Questionnaire {
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

/** How a study is cited in running text. */
function citedAs(study: Study): string {
  const { authors, title, journal, year, volume, pages } = study;
  return `${authors.join(', ')}. ${title}. ${journal} ${year};${volume}:${pages}.`;
}

/** A study that the review found. */
function citationOf(study: Study, review: Review, { idOf }: ResourceIds): Citation {
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

/** The data extracted from one study, with the judgement of its risk of bias. */
function extractionOf(extraction: Extraction, review: Review, ids: ResourceIds): ArtifactAssessment {
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

/** All FHIR resources of a review, in the order of its Bundle. */
export function resourcesOfReview(review: Review, ids: ResourceIds): readonly FhirResource[] {
  return [
    researchStudyOf(review, ids),
    populationOf(review, ids),
    ...variablesOf(review, ids),
    formOf(review, ids),
    ...review.studies.map((study) => citationOf(study, review, ids)),
    ...review.extractions.map((extraction) => extractionOf(extraction, review, ids)),
    ...review.results.map((result) => evidenceOf(result, review, ids)),
    ...review.summaries.map((summary) => reportOf(summary, review, ids)),
  ];
}
