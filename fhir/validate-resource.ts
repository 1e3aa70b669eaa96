import type { LiteralReference } from './bundle/validate-entries.ts';
import { ReleaseModel } from './definitions/release-model.ts';
import { InvariantValidator } from './invariants/invariant-validator.ts';
import type { RuleContext } from './invariants/rule-context.ts';
import { RuleEvaluator } from './invariants/rule-evaluator.ts';
import { IssueCollector, quoted } from './issue-collector.ts';
import type { JsonObject, NumberTexts } from './json/read-json.ts';
import { StructureValidator } from './structure/structure-validator.ts';
import { type FhirIssue, type FhirRelease, fhirReleases } from './types.ts';

/** What one release judges by. */
export interface ReleaseDefinitions {
  readonly model: ReleaseModel;
  readonly rules: RuleEvaluator;
}

/** The definitions of all releases, read when first needed. */
export class Definitions {
  private readonly known = new Map<FhirRelease, ReleaseDefinitions>();

  of(release: FhirRelease): ReleaseDefinitions {
    const known = this.known.get(release);
    if (known) return known;
    const model = new ReleaseModel(release);
    const made = { model, rules: new RuleEvaluator(model) };
    this.known.set(release, made);
    return made;
  }
}

/** The judgement of one resource by itself. */
export interface ResourceResult {
  readonly release: FhirRelease | undefined;
  readonly issues: readonly FhirIssue[];
  readonly omitted: number;
  /** The literal references in it, where it could be judged that far. */
  readonly references: readonly LiteralReference[];
}

interface Attempt {
  readonly release: FhirRelease;
  readonly structurePassed: boolean;
  readonly collector: IssueCollector;
  readonly references: readonly LiteralReference[];
}

/** A property that a release does not know tells releases apart more than any other error. */
const unknownPropertyWeight = 3;

/**
 * Judges one resource by the release that fits it, or tells the issues of the nearest one (fewest errors, a
 * property unknown to the release weighing three).
 *
 * @param resource with whatever `resourceType` it has; resources of Bundle entries inside are not judged
 * @param place FHIRPath place of the resource
 * @param pinned the only release to judge by
 * @param resolve finds resources around this one, for instance in its Bundle
 */
export function validateResource(
  resource: JsonObject,
  place: string,
  numberTexts: NumberTexts,
  definitions: Definitions,
  pinned: FhirRelease | undefined,
  resolve: RuleContext['resolve'],
): ResourceResult {
  const name = resource.resourceType;
  if (typeof name !== 'string') {
    const message =
      name === undefined
        ? 'The object has no resourceType, so that it is no FHIR resource.'
        : 'The resourceType must be a string.';
    return { release: undefined, issues: [structureIssue(place, message)], omitted: 0, references: [] };
  }
  const releases = pinned ? [pinned] : fhirReleases;
  let nearest: Attempt | undefined;
  for (const release of releases) {
    const attempt = validateInRelease(resource, name, place, numberTexts, definitions.of(release), resolve);
    if (!attempt) continue;
    if (attempt.collector.errors === 0) return resultOf(attempt);
    if (!nearest || distanceOf(attempt) < distanceOf(nearest)) nearest = attempt;
  }
  if (nearest) return resultOf(nearest);
  const issue = structureIssue(`${place}.resourceType`, unknownTypeMessage(name, definitions, pinned));
  return { release: undefined, issues: [issue], omitted: 0, references: [] };
}

function validateInRelease(
  resource: JsonObject,
  name: string,
  place: string,
  numberTexts: NumberTexts,
  { model, rules }: ReleaseDefinitions,
  resolve: RuleContext['resolve'],
): Attempt | undefined {
  const type = model.resource(name);
  if (!type) return undefined;
  const collector = new IssueCollector(place, numberTexts);
  new StructureValidator(model, collector).validate(resource, type);
  const structurePassed = collector.errors === 0;
  if (!structurePassed) return { release: model.release, structurePassed, collector, references: [] };
  const judge = new InvariantValidator(model, rules, collector);
  judge.validate(resource, type, resolve);
  return { release: model.release, structurePassed, collector, references: judge.references };
}

/** Among equals the release whose structure fits is nearer. */
function distanceOf({ collector, structurePassed }: Attempt): number {
  return collector.errors + collector.strangers * (unknownPropertyWeight - 1) + (structurePassed ? 0 : 0.5);
}

function resultOf({ release, collector, references }: Attempt): ResourceResult {
  const issues = collector.issues.map((issue) => ({
    ...issue,
    message: `${issue.message} (FHIR ${release})`,
  }));
  return { release, issues, omitted: collector.omitted, references };
}

function structureIssue(path: string, message: string): FhirIssue {
  return { severity: 'error', level: 'structure', path, message };
}

function unknownTypeMessage(name: string, definitions: Definitions, pinned: FhirRelease | undefined): string {
  const elsewhere = fhirReleases.filter((release) => definitions.of(release).model.resource(name));
  if (pinned && elsewhere.length > 0) {
    return `FHIR ${pinned} defines no resource type ${quoted(name)}; it is defined in ${elsewhere.join(' and ')}.`;
  }
  return `${quoted(name)} is not a FHIR resource type.`;
}
