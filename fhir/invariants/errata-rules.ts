import { isObject, type JsonObject } from '../json/json-value.ts';
import { offsetIsFromOtherThanMeals } from './element-rules.ts';
import { eachOf, has, type NativeRule } from './rule-context.ts';
import { pathIsOfSegments, publishedPathPattern } from './structure-definition-rules.ts';

/**
 * Rules whose published expression does not say what their text says, by that expression: each as a later release
 * corrected it, or as its text reads. docs/decisions/fhir-rules.md gives the reason of each.
 */
export const errata: Readonly<Record<string, NativeRule>> = {
  // vsd-0 and the like warn if there is no name; that of 4.3.0 repeats its condition, which then always holds.
  "name.matches('[A-Z]([A-Za-z0-9_]){0,254}')": nameIsIdentifier,
  "name.exists() implies name.exists() implies name.matches('[A-Z]([A-Za-z0-9_]){0,254}')": nameIsIdentifier,
  // que-12 asks for more than two conditions, its text for more than one.
  'enableWhen.count() > 2 implies enableBehavior.exists()': (node) =>
    !Array.isArray(node.enableWhen) || node.enableWhen.length < 2 || has(node, 'enableBehavior'),
  // tim-9 is an error of FHIRPath if there are several events.
  "offset.empty() or (when.exists() and ((when in ('C' | 'CM' | 'CD' | 'CV')).not()))":
    offsetIsFromOtherThanMeals,
  // eld-19 holds if any character fits: its pattern has no anchors.
  [`path.matches('${publishedPathPattern}')`]: pathIsOfSegments,
  // app-4 names a code that AppointmentStatus does not have.
  "Appointment.cancelationReason.exists() implies (Appointment.status='no-show' or Appointment.status='cancelled')":
    (node) =>
      !has(node, 'cancelationReason') || ['noshow', 'no-show', 'cancelled'].includes(String(node.status)),
  // eld-12 forbids a contained value set.
  "valueSet.exists() implies (valueSet.startsWith('http:') or valueSet.startsWith('https') or valueSet.startsWith('urn:'))":
    ({ valueSet }) => typeof valueSet !== 'string' || /^(?:https?:|urn:|#)/.test(valueSet),
  // eld-4 forgets the references of 4.3.0's CodeableReference.
  "aggregation.empty() or (code = 'Reference') or (code = 'canonical')": (node) =>
    !has(node, 'aggregation') || ['Reference', 'canonical', 'CodeableReference'].includes(String(node.code)),
  // md-1 fails if there is no maximum.
  "max='*' or (max.toInteger() > 0)": ({ max }) => typeof max !== 'string' || max === '*' || Number(max) > 0,
  // ing-1 compares a property that a boolean does not have.
  "(Ingredient.allergenicIndicator.where(value='true').count() + Ingredient.substance.code.reference.count())  < 2":
    (node) => {
      const code = (node.substance as JsonObject | undefined)?.code as JsonObject | undefined;
      return node.allergenicIndicator !== true || code?.reference === undefined;
    },
  // bdl-14 fails if a history has no entry, and holds if it has several.
  "type = 'history' implies entry.request.method != 'PATCH'": (node) =>
    node.type !== 'history' ||
    eachOf(node, 'entry', ({ request }) => !isObject(request) || request.method !== 'PATCH'),
};

function nameIsIdentifier({ name }: JsonObject): boolean {
  return typeof name !== 'string' || /[A-Z][A-Za-z0-9_]{0,254}/.test(name);
}
