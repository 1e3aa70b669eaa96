import { isObject, type JsonObject, type JsonValue, objectsIn } from '../json/json-value.ts';
import { eachOf, has, type NativeRule, type RuleContext, targetOf } from './rule-context.ts';

/**
 * How many references of another resource a rule follows. Thousands of resources may refer to the same one, so that
 * to follow all its references each time would cost the product of both. A rule is not judged beyond.
 */
export const maximumFollowed = 100;

/** Rules that look at the targets of references, by key. What the body does not hold breaks no rule. */
export const referenceRules: Readonly<Record<string, NativeRule>> = {
  'apd-1': (node, context) =>
    eachOf(node, 'formOf', (reference) => targetOf(reference, context)?.route === undefined),
  'ctm-1': (node, context) =>
    !has(node, 'onBehalfOf') || [undefined, 'Practitioner'].includes(targetType(node.member, context)),
  'dgr-1': compositionFitsResults,
  'docRef-1': (node, context) => !has(node, 'facilityType') || !hasEncounter(node, context),
  'docRef-2': (node, context) => !has(node, 'practiceSetting') || !hasEncounter(node, context),
  'enc-2': (node, context) =>
    !has(node, 'type') || !['Patient', 'Group'].includes(String(targetType(node.actor, context))),
  'obs-9': (reference, context) => {
    const group = targetOf(reference, context);
    const members = group?.resourceType === 'Group' ? followed(group.member) : [];
    return members.every(({ entity }) => [undefined, 'Specimen'].includes(targetType(entity, context)));
  },
  'prc-1': (node, context) =>
    !has(node, 'onBehalfOf') ||
    !['Practitioner', 'PractitionerRole'].includes(String(targetType(node.actor, context))),
  'prov-1': (node, context) => differ(targetOf(node.who, context), targetOf(node.onBehalfOf, context)),
  'prov-2': (node, context) => {
    const behalf = targetOf(node.onBehalfOf, context);
    const role = targetOf(node.who, context);
    if (role?.resourceType !== 'PractitionerRole' || behalf?.resourceType !== 'Practitioner') return true;
    return differ(targetOf(role.practitioner, context), behalf);
  },
  'prov-3': (node, context) => {
    const role = targetOf(node.onBehalfOf, context);
    const who = targetOf(node.who, context);
    if (role?.resourceType !== 'PractitionerRole' || who?.resourceType !== 'Organization') return true;
    return differ(who, targetOf(role.organization, context));
  },
};

function targetType(reference: JsonValue | undefined, context: RuleContext): string | undefined {
  const target = targetOf(reference, context);
  return target === undefined ? undefined : String(target.resourceType);
}

function hasEncounter(document: JsonObject, context: RuleContext): boolean {
  return listOf(document.context).some((reference) => targetType(reference, context) === 'Encounter');
}

function differ(one: JsonObject | undefined, other: JsonObject | undefined): boolean {
  return one === undefined || one !== other;
}

/** A report has the Observations of its Composition as results, or as members of its results. */
function compositionFitsResults(report: JsonObject, context: RuleContext): boolean {
  const composition = targetOf(report.composition, context);
  const needed = followed(composition?.section).flatMap((section) => followed(section.entry));
  if (needed.length === 0 || needed.length > maximumFollowed) return true;
  if (listOf(report.result).length > maximumFollowed) return true;
  const found = new Set<JsonValue | undefined>();
  for (const result of objectsIn(report.result)) {
    const target = targetOf(result, context);
    if (listOf(target?.hasMember).length > maximumFollowed) return true;
    for (const reference of [result, ...followed(target?.hasMember)]) {
      found.add(reference.reference).add(targetOf(reference, context) ?? '');
    }
  }
  return needed.every((entry) => {
    const target = targetOf(entry, context);
    return target?.resourceType !== 'Observation' || found.has(entry.reference) || found.has(target);
  });
}

/** The objects of a list; none if it is longer than a rule follows. */
function followed(value: JsonValue | undefined): readonly JsonObject[] {
  return listOf(value).length > maximumFollowed ? [] : objectsIn(value);
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : isObject(value) ? [value] : [];
}
