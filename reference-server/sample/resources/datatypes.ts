import type { CodeableConcept, Narrative, Quantity } from 'fhir/r5.js';
import type { Unit } from '../review.ts';

/** A narrative of one paragraph; markup in the text is escaped. */
export function narrative(text: string): Narrative {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return { status: 'generated', div: `<div xmlns="http://www.w3.org/1999/xhtml"><p>${escaped}</p></div>` };
}

/** A concept without a code. */
export function concept(text: string): CodeableConcept {
  return { text };
}

/** A concept with one code of a code system. */
export function coded(system: string, code: string, display: string): CodeableConcept {
  return { coding: [{ system, code, display }], text: display };
}

/** A quantity in a UCUM unit, or a bare number. */
export function quantity(value: number, unit?: Unit): Quantity {
  return unit === undefined
    ? { value }
    : { value, unit: unit.text, system: 'http://unitsofmeasure.org', code: unit.code };
}
