import type { Model } from 'fhirpath';
import type { Property, ReleaseModel } from '../definitions/release-model.ts';

/** The engine also reads this, which its type declaration lacks. */
type EngineModel = Model & { readonly availableTypes: ReadonlySet<string> };

/**
 * The types of one release as the FHIRPath engine expects them, made from the tables that structures are validated
 * against. The engine's own models lack R4B.
 */
export function makeFhirPathModel(release: ReleaseModel): EngineModel {
  const path2Type: Record<string, string> = {};
  const path2TypeWithoutElements: Record<string, string> = {};
  const path2Repeating: Record<string, true> = {};
  const choiceTypePaths: Record<string, string[]> = {};
  const pathsDefinedElsewhere: Record<string, string> = {};
  const type2Parent: Record<string, string> = {};
  const availableTypes = new Set<string>();

  function add(path: string, property: Property): void {
    const nested = release.type(property.typeName);
    if (nested?.kind === 'nested') {
      if (property.typeName === path) path2Type[path] = nested.base ?? 'Element';
      else pathsDefinedElsewhere[path] = property.typeName;
    } else {
      path2Type[path] = property.typeName;
      path2TypeWithoutElements[path] = property.typeName;
    }
    if (property.element.list) path2Repeating[path] = true;
  }

  for (const name of release.typeNames()) {
    const type = release.type(name);
    if (!type) continue;
    if (type.kind !== 'nested') {
      availableTypes.add(name);
      if (type.base !== undefined) type2Parent[name] = type.base;
    }
    for (const property of type.properties.values()) {
      add(`${name}.${property.name}`, property);
      if (property.element.isChoice) {
        const path = `${name}.${property.element.name}`;
        choiceTypePaths[path] ??= [];
        choiceTypePaths[path].push(property.name.slice(property.element.name.length));
      }
    }
  }
  return {
    version: release.release === '5.0.0' ? 'r5' : 'r4',
    score: { extensionURI: [] },
    choiceTypePaths,
    pathsDefinedElsewhere,
    type2Parent,
    path2Type,
    path2Repeating,
    resourcesWithUrlParam: {},
    availableTypes,
    path2TypeWithoutElements,
    path2RefType: {},
  };
}
