import { type Property, ReleaseModel } from './definitions/release-model.ts';
import { resourceTypes } from './definitions/resource-types.ts';
import { RuleEvaluator } from './invariants/rule-evaluator.ts';
import { type FhirRelease, fhirReleases } from './types.ts';

/** What a resource is validated against: the types of one release, and its rules ready to run. */
export interface ReleaseDefinitions {
  readonly model: ReleaseModel;
  readonly rules: RuleEvaluator;
}

const releasesByType = readResourceTypes();

/** The definitions of some releases; each is made when it is first needed and kept. */
export class Definitions {
  /** The releases to validate against, in the order in which a resource is tried. */
  readonly releases: readonly FhirRelease[];
  private readonly tablesOf: (release: FhirRelease) => string;
  private readonly made = new Map<FhirRelease, ReleaseDefinitions>();

  /** @param tablesOf the tables of a release, asked for once for each that is needed */
  constructor(tablesOf: (release: FhirRelease) => string, releases: readonly FhirRelease[] = fhirReleases) {
    this.tablesOf = tablesOf;
    this.releases = fhirReleases.filter((release) => releases.includes(release));
  }

  of(release: FhirRelease): ReleaseDefinitions {
    const known = this.made.get(release);
    if (known) return known;
    const model = new ReleaseModel(release, this.tablesOf(release));
    const definitions = { model, rules: new RuleEvaluator(model) };
    this.made.set(release, definitions);
    return definitions;
  }

  /** The names of all resource types of the releases of HL7 that we know. */
  readonly resourceTypes: readonly string[] = [...releasesByType.keys()];

  /** Whether any release of HL7 that we know defines a resource type of that name; abstract ones do not count. */
  isResourceType(name: string): boolean {
    return releasesByType.has(name);
  }

  /** The property of that name in each of the releases to validate against in which the type has it. */
  propertiesOf(typeName: string, name: string): ReadonlyMap<FhirRelease, Property> {
    const properties = new Map<FhirRelease, Property>();
    for (const release of this.releases) {
      const found = this.of(release).model.type(typeName)?.properties.get(name);
      if (found) properties.set(release, found);
    }
    return properties;
  }

  /** The releases of HL7 that define a resource type. */
  releasesDefining(typeName: string): readonly FhirRelease[] {
    return releasesByType.get(typeName) ?? [];
  }
}

function readResourceTypes(): ReadonlyMap<string, readonly FhirRelease[]> {
  const releases = new Map<string, FhirRelease[]>();
  for (const release of fhirReleases) {
    for (const name of resourceTypes[release].trim().split(/\s+/)) {
      releases.set(name, [...(releases.get(name) ?? []), release]);
    }
  }
  return releases;
}
