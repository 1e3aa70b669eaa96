import type { Type } from './definitions/release-model.ts';
import { InvariantValidator, type LiteralReference } from './invariants/invariant-validator.ts';
import type { ResolveReference } from './invariants/rule-context.ts';
import { type FoundIssue, IssueCollector, quoted, type ReleaseChoice } from './issue-collector.ts';
import type { JsonObject, NumberTexts } from './json/json-value.ts';
import type { Definitions, ReleaseDefinitions } from './release-definitions.ts';
import { listed, nearestOf } from './structure/messages.ts';
import { narrativeReader } from './structure/narrative.ts';
import { type SharedKnowledge, StructureValidator } from './structure/structure-validator.ts';
import type { FhirRelease } from './types.ts';

/** What holds for every resource of one body. */
export interface ResourceOptions {
  readonly definitions: Definitions;
  readonly numberTexts: NumberTexts;
  /** The only release to validate against; without it, any that defines the type may fit. */
  readonly release: FhirRelease | undefined;
}

/** The result of validating one resource by itself. */
export interface ResourceResult {
  /** The type that fits it, or the nearest one. */
  readonly type: { readonly name: string; readonly release: FhirRelease } | undefined;
  readonly issues: readonly FoundIssue[];
  readonly omitted: number;
  /** The literal references in it; none if its structure is wrong. */
  readonly references: readonly LiteralReference[];
}

interface Attempt {
  readonly typeName: string;
  readonly release: FhirRelease;
  readonly structurePassed: boolean;
  readonly collector: IssueCollector;
  readonly references: readonly LiteralReference[];
}

/** A property that a release does not know says more about the release than any other error. */
const unknownPropertyWeight = 3;

/**
 * Validates one resource against the release that fits it, or reports the issues of the nearest release: the one with
 * the fewest errors; a property unknown to the release counts three times.
 *
 * @param resource with any `resourceType`; the resources of Bundle entries inside are left out
 * @param path FHIRPath of the resource
 * @param resolve finds resources outside this one, for instance in its Bundle
 */
export function validateResource(
  resource: JsonObject,
  path: string,
  options: ResourceOptions,
  resolve: ResolveReference,
): ResourceResult {
  const { definitions, release: pinned } = options;
  const name = resource.resourceType;
  if (typeof name !== 'string') {
    const message =
      name === undefined
        ? 'The object has no resourceType, so that it is not a FHIR resource.'
        : 'The resourceType must be a string.';
    return failedResult(path, message);
  }
  const attempts: Attempt[] = [];
  const shared: SharedKnowledge = {
    readNarrative: narrativeReader(),
    isResourceType: (type) => definitions.isResourceType(type),
    propertiesOf: (owner, name) => definitions.propertiesOf(owner, name),
  };
  for (const release of pinned ? [pinned] : definitions.releases) {
    const { model, rules } = definitions.of(release);
    const type = model.resource(name);
    if (!type) continue;
    const collector = new IssueCollector(path, options.numberTexts);
    new StructureValidator(model, collector, shared).validate(resource, type);
    const attempt = completeAttempt(resource, type, { model, rules }, collector, resolve);
    if (attempt.collector.errors === 0) return resultOf(attempt);
    attempts.push(attempt);
  }
  const [nearest, ...others] = attempts.sort((one, other) => distanceOf(one) - distanceOf(other));
  if (nearest) return resultOf(nearest, pinned ? undefined : choiceOf(nearest, others, definitions.releases));
  return failedResult(`${path}.resourceType`, unknownTypeMessage(name, definitions, pinned));
}

/** Checks the rules if the structure is valid: otherwise they would report the same defects again. */
function completeAttempt(
  resource: JsonObject,
  type: Type,
  { model, rules }: ReleaseDefinitions,
  collector: IssueCollector,
  resolve: ResolveReference,
): Attempt {
  const attempt = { typeName: type.name, release: model.release, collector };
  if (collector.errors > 0) return { ...attempt, structurePassed: false, references: [] };
  const invariants = new InvariantValidator(model, rules, collector);
  invariants.validate(resource, type, resolve);
  return { ...attempt, structurePassed: true, references: invariants.references };
}

/** Between releases with equally many errors, the one whose structure fits is nearer. */
function distanceOf({ collector, structurePassed }: Attempt): number {
  const { errors, unknownProperties } = collector;
  return errors + unknownProperties * (unknownPropertyWeight - 1) + (structurePassed ? 0 : 0.5);
}

function resultOf(attempt: Attempt, choice?: ReleaseChoice): ResourceResult {
  const { typeName, release, collector, references } = attempt;
  const issues = collector.issues.map(({ message, ...issue }) => ({
    ...issue,
    release,
    message: () => `${typeof message === 'string' ? message : message()} (FHIR ${release})`,
    ...(choice === undefined ? {} : { choice }),
  }));
  return { type: { name: typeName, release }, issues, omitted: collector.omitted, references };
}

/**
 * @param others attempts by the other releases that define the type, the nearest first
 * @param releases all that could be meant
 */
function choiceOf(
  nearest: Attempt,
  others: readonly Attempt[],
  releases: readonly FhirRelease[],
): ReleaseChoice | undefined {
  const { typeName, release } = nearest;
  if (releases.length === 1) return undefined;
  if (others.length === 0)
    return { typeName, release, reason: () => `Only FHIR ${release} defines ${typeName}.` };
  // Where all releases find the same, it is one defect in any of them.
  const count = errorCount(nearest);
  const isSameInAll =
    others.length === releases.length - 1 && others.every((other) => errorCount(other) === count);
  return isSameInAll ? undefined : { typeName, release, reason: () => reasonOf(nearest, others, releases) };
}

function reasonOf(nearest: Attempt, others: readonly Attempt[], releases: readonly FhirRelease[]): string {
  const { typeName, release, collector } = nearest;
  const attempts = [nearest, ...others];
  const releasesByCount = new Map<string, FhirRelease[]>();
  for (const attempt of attempts) {
    const count = errorCount(attempt);
    releasesByCount.set(count, [...(releasesByCount.get(count) ?? []), attempt.release]);
  }
  const [[count, equals] = ['', []], ...rest] = releasesByCount;
  const isWeighted = others.some((other) => other.collector.errors < collector.errors);
  const chosen =
    equals.length > 1
      ? `${listed(equals)} are equally near, with ${count}, so the earliest is used`
      : `${release} is nearest, with ${count}${isWeighted ? ', as an unknown property counts three times' : ''}`;
  const farther = rest.map(
    ([more, some]) => `; ${listed(some)} ${some.length === 1 ? 'gives' : 'give'} ${more}`,
  );
  const without = releases.filter((one) => !attempts.some((attempt) => attempt.release === one));
  const undefinedIn =
    without.length === 0 ? '' : `; ${listed(without)} ${without.length === 1 ? 'does' : 'do'} not define it`;
  return `No release fits this ${typeName}: ${chosen}${farther.join('')}${undefinedIn}.`;
}

function errorCount({ collector: { errors, unknownProperties: unknown } }: Attempt): string {
  const properties =
    unknown === 0 ? '' : ` (${unknown} unknown ${unknown === 1 ? 'property' : 'properties'})`;
  return `${errors} ${errors === 1 ? 'error' : 'errors'}${properties}`;
}

function failedResult(path: string, message: string): ResourceResult {
  const issues: FoundIssue[] = [{ severity: 'error', level: 'structure', path, message }];
  return { type: undefined, issues, omitted: 0, references: [] };
}

function unknownTypeMessage(name: string, definitions: Definitions, pinned: FhirRelease | undefined): string {
  const defining = definitions.releasesDefining(name);
  if (defining.length > 0) {
    const tried = pinned === undefined ? definitions.releases : [pinned];
    const verb = tried.length === 1 ? 'defines' : 'define';
    return `FHIR ${tried.join(' and ')} ${verb} no resource type ${quoted(name)}; it is defined in ${defining.join(' and ')}.`;
  }
  const near = nearestOf(name, definitions.resourceTypes);
  return `${quoted(name)} is not a FHIR resource type${near === undefined ? '' : `; the nearest one is "${near}"`}.`;
}
