import type { FhirResource } from 'fhir/r5.js';
import type { ResourceIds } from '../resource-ids.ts';
import type { Review } from '../review.ts';
import { evidenceOf, reportOf } from './evidence.ts';
import { formOf, populationOf, researchStudyOf, variablesOf } from './protocol.ts';
import { citationOf, extractionOf } from './studies.ts';

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
