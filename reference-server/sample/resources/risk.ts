import type { Coding } from 'fhir/r5.js';
import type { Risk } from '../review.ts';

/** The judgements that the extraction form offers for a domain of bias. */
export const risks: readonly Risk[] = ['low', 'some concerns', 'high'];

/** A judgement as a code of this installation's own list. */
export function riskCoding(risk: Risk): Coding {
  return {
    system: 'https://research-evidence.example/risk-of-bias',
    code: risk.replaceAll(' ', '-'),
    display: risk,
  };
}
