import type { LiteralReference } from '../invariants/invariant-validator.ts';
import type { ResolveReference } from '../invariants/rule-context.ts';
import type { FoundIssue } from '../issue-collector.ts';
import { isObject, type JsonObject } from '../json/json-value.ts';
import { BundleIndex, fullUrlIssues, referenceIssues, repetitionIssues } from './entry-references.ts';

/** What validating entries needs. */
export interface EntryValidation {
  /** Validates the resource of one entry by itself and returns its literal references. */
  readonly validateResource: (
    resource: JsonObject,
    path: string,
    resolve: ResolveReference,
  ) => readonly LiteralReference[];
  /** Whether any release defines a resource type of that name. */
  readonly isResourceType: (name: string) => boolean;
  readonly addIssues: (issues: readonly FoundIssue[]) => void;
}

/**
 * Validates the entries of a Bundle: each resource by itself, then what only the Bundle can show, that is, fullUrls,
 * repeated resources and whether references resolve. Follows Bundles inside entries, and inside what these hold.
 *
 * @param path FHIRPath of the Bundle
 */
function validateEntries(bundle: JsonObject, path: string, validation: EntryValidation): void {
  if (!Array.isArray(bundle.entry)) return;
  const type = typeof bundle.type === 'string' ? bundle.type : undefined;
  const index = new BundleIndex(bundle);
  const seenResources = new Set<string>();
  const reportedReferences = new Set<string>();
  bundle.entry.forEach((entry, position) => {
    if (!isObject(entry)) return;
    const entryPath = `${path}.entry[${position}]`;
    validation.addIssues(fullUrlIssues(entry, entryPath, validation.isResourceType));
    validation.addIssues(repetitionIssues(entry, entryPath, type, seenResources));
    const { resource } = entry;
    // The structure of the Bundle itself reports a resource that is no object.
    if (!isObject(resource)) return;
    const fullUrl = typeof entry.fullUrl === 'string' ? entry.fullUrl : undefined;
    const resourcePath = `${entryPath}.resource`;
    const resolve = index.resolverFor(fullUrl);
    const references = validation.validateResource(resource, resourcePath, resolve);
    validation.addIssues(referenceIssues(references, resource, type, resolve, reportedReferences));
    validateBundlesIn(resource, resourcePath, validation);
  });
}

/**
 * Validates the entries of a resource that is a Bundle, and of the Bundles that it holds: contained ones, and those of
 * Parameters.
 *
 * @param path FHIRPath of the resource
 */
export function validateBundlesIn(resource: JsonObject, path: string, validation: EntryValidation): void {
  if (resource.resourceType === 'Bundle') validateEntries(resource, path, validation);
  if (resource.resourceType === 'Parameters') validateParameters(resource, 'parameter', path, validation);
  if (!Array.isArray(resource.contained)) return;
  resource.contained.forEach((inner, position) => {
    if (isObject(inner)) validateBundlesIn(inner, `${path}.contained[${position}]`, validation);
  });
}

function validateParameters(
  holder: JsonObject,
  list: 'parameter' | 'part',
  path: string,
  validation: EntryValidation,
): void {
  const parameters = holder[list];
  if (!Array.isArray(parameters)) return;
  parameters.forEach((parameter, position) => {
    if (!isObject(parameter)) return;
    const inner = `${path}.${list}[${position}]`;
    if (isObject(parameter.resource)) validateBundlesIn(parameter.resource, `${inner}.resource`, validation);
    validateParameters(parameter, 'part', inner, validation);
  });
}
