import { ReleaseModel } from './definitions/release-model.ts';
import { RuleEvaluator } from './invariants/rule-evaluator.ts';
import { type FhirRelease, fhirReleases } from './types.ts';

/** What a resource is validated against: the types of one release, and its rules ready to run. */
export interface ReleaseDefinitions {
  readonly model: ReleaseModel;
  readonly rules: RuleEvaluator;
}

/** The definitions of all releases; each is read when it is first needed and kept. */
export class Definitions {
  private readonly loaded = new Map<FhirRelease, ReleaseDefinitions>();

  of(release: FhirRelease): ReleaseDefinitions {
    const known = this.loaded.get(release);
    if (known) return known;
    const model = new ReleaseModel(release);
    const definitions = { model, rules: new RuleEvaluator(model) };
    this.loaded.set(release, definitions);
    return definitions;
  }

  /** Whether any release defines a resource type of that name; abstract ones are none. */
  isResourceType(name: string): boolean {
    return fhirReleases.some((release) => this.of(release).model.resource(name) !== undefined);
  }

  /** The releases in which a type, or a nested element, has a property of that name. */
  releasesWith(typeName: string, property: string): FhirRelease[] {
    return fhirReleases.filter((release) => this.of(release).model.type(typeName)?.properties.has(property));
  }

  /** The releases that define a resource type. */
  releasesDefining(typeName: string): FhirRelease[] {
    return fhirReleases.filter((release) => this.of(release).model.resource(typeName));
  }
}
