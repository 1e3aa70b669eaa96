import type { LiteralReference } from '../invariants/invariant-validator.ts';
import type { ResolveReference } from '../invariants/rule-context.ts';
import type { FoundIssue } from '../issue-collector.ts';
import { isObject, type JsonObject } from '../json/json-value.ts';
import { BundleIndex } from './bundle-index.ts';
import { fullUrlIssues, repetitionIssues } from './entry-identity.ts';
import { referenceIssues } from './entry-references.ts';

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
 * repeated resources and whether references resolve. Follows Bundles inside entries.
 *
 * @param path FHIRPath of the Bundle
 */
export function validateEntries(bundle: JsonObject, path: string, validation: EntryValidation): void {
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
    if (resource.resourceType === 'Bundle') validateEntries(resource, resourcePath, validation);
  });
}
