import type { Type } from './definitions/release-model.ts';
import { InvariantValidator, type LiteralReference } from './invariants/invariant-validator.ts';
import type { ResolveReference } from './invariants/rule-context.ts';
import { type FoundIssue, IssueCollector, quoted } from './issue-collector.ts';
import type { JsonObject, NumberTexts } from './json/json-value.ts';
import type { Definitions, ReleaseDefinitions } from './release-definitions.ts';
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
  /** The literal references in it; none where its structure is wrong. */
  readonly references: readonly LiteralReference[];
}

/** A resource with as many errors was probably meant for another release, so that a reader asks why this one was chosen. */
const manyErrors = 3;

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
 * the fewest errors, where a property unknown to the release counts three times.
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
        ? 'The object has no resourceType, so that it is no FHIR resource.'
        : 'The resourceType must be a string.';
    return failedResult(path, message);
  }
  const attempts: Attempt[] = [];
  const shared: SharedKnowledge = {
    readNarrative: narrativeReader(),
    isResourceType: (type) => definitions.isResourceType(type),
    typesOfProperty: (owner, property) => definitions.typesOfProperty(owner, property),
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
  if (nearest) return resultOf(nearest, others);
  return failedResult(`${path}.resourceType`, unknownTypeMessage(name, definitions, pinned));
}

/** Checks the rules where the structure is valid: otherwise they would report the same defects again. */
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

/** @param others the attempts that are farther, the nearest first */
function resultOf(attempt: Attempt, others: readonly Attempt[] = []): ResourceResult {
  const { typeName, release, collector, references } = attempt;
  const issues = collector.issues.map(({ message, ...issue }, at) => ({
    ...issue,
    release,
    message: () => {
      const choice = at === 0 ? reasonOf(attempt, others) : '';
      return `${typeof message === 'string' ? message : message()} (FHIR ${release}${choice})`;
    },
  }));
  return { type: { name: typeName, release }, issues, omitted: collector.omitted, references };
}

/** Why a release was chosen, after its name; empty where there was no choice, or little is wrong. */
function reasonOf(attempt: Attempt, others: readonly Attempt[]): string {
  if (attempt.collector.errors < manyErrors || others.length === 0) return '';
  const rest = others.map((other) => `${other.release} has ${errorsOf(other)}`).join(', ');
  return `, the nearest release: it has ${errorsOf(attempt)}; ${rest}`;
}

function errorsOf({ collector: { errors, unknownProperties } }: Attempt): string {
  const unknown = unknownProperties === 0 ? '' : ` (properties unknown to it: ${unknownProperties})`;
  return `${errors} ${errors === 1 ? 'error' : 'errors'}${unknown}`;
}

function failedResult(path: string, message: string): ResourceResult {
  const issues: FoundIssue[] = [{ severity: 'error', level: 'structure', path, message }];
  return { type: undefined, issues, omitted: 0, references: [] };
}

function unknownTypeMessage(name: string, definitions: Definitions, pinned: FhirRelease | undefined): string {
  const defining = definitions.releasesDefining(name);
  if (defining.length > 0) {
    const tried = pinned ?? definitions.releases.join(' and ');
    return `FHIR ${tried} defines no resource type ${quoted(name)}; it is defined in ${defining.join(' and ')}.`;
  }
  return `${quoted(name)} is not a FHIR resource type.`;
}
