import type { FhirResource } from 'fhir/r5.js';
import type { Naming } from '../naming.ts';
import type { Review } from '../review.ts';
import { evidenceOf, reportOf } from './evidence.ts';
import { formOf, populationOf, researchStudyOf, variablesOf } from './protocol.ts';
import { citationOf, extractionOf } from './studies.ts';

/** All FHIR resources of a review, in the order of its Bundle. */
export function resourcesOfReview(review: Review, naming: Naming): readonly FhirResource[] {
  return [
    researchStudyOf(review, naming),
    populationOf(review, naming),
    ...variablesOf(review, naming),
    formOf(review, naming),
    ...review.studies.map((study) => citationOf(study, review, naming)),
    ...review.extractions.map((extraction) => extractionOf(extraction, review, naming)),
    ...review.results.map((result) => evidenceOf(result, review, naming)),
    ...review.summaries.map((summary) => reportOf(summary, review, naming)),
  ];
}
