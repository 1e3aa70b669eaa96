import type { ReleaseModel } from '../definitions/release-model.ts';
import { isObject, type JsonObject, type JsonValue } from '../json/json-value.ts';
import { has } from './rule-context.ts';

const resourceTypes = 'http://hl7.org/fhir/ValueSet/resource-types';

/** Rules that look up a value set, by expression: whether they hold for an element, for a given release. */
export const valueSetRules: Readonly<
  Record<string, (release: ReleaseModel) => (node: JsonObject) => boolean>
> = {
  [`targetProfile.exists() implies (type = 'Reference' or type = 'canonical' or type.memberOf('${resourceTypes}'))`]:
    (release) => (node) =>
      !has(node, 'targetProfile') ||
      node.type === 'Reference' ||
      node.type === 'canonical' ||
      isResourceType(node.type, release) !== false,
  [`structureType.exists() and structureType.memberOf('${resourceTypes}').not() implies structureVersion.exists()`]:
    (release) => (node) =>
      isResourceType(isObject(node.structureType) ? node.structureType.code : undefined, release) !== false ||
      has(node, 'structureVersion'),
};

/** Undefined if it cannot be decided. */
function isResourceType(code: JsonValue | undefined, release: ReleaseModel): boolean | undefined {
  return typeof code === 'string' ? release.valueSet(resourceTypes)?.codes.has(code) : undefined;
}
