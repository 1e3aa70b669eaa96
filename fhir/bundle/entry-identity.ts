import { quoted } from '../issue-collector.ts';
import { isObject, type JsonObject } from '../json/json-value.ts';
import { withArticle } from '../structure/reference-targets.ts';
import type { FhirIssue } from '../types.ts';
import { restfulUrl } from './restful-url.ts';

/** In Bundles of these types a resource may occur several times, in several states or requests. */
const repeatingTypes = new Set(['history', 'transaction', 'transaction-response', 'batch', 'batch-response']);

/**
 * Validates the fullUrl of one entry: it must be absolute, and where it is the address of a resource on a server, it must
 * not end with another id than the resource's. Other addresses may end as they like. That it is unique and names no
 * version is checked by rules of the definitions (bdl-7, bdl-8).
 *
 * @param path FHIRPath of the entry
 * @param isResourceType whether any release defines a resource type of that name
 */
export function fullUrlIssues(
  entry: JsonObject,
  path: string,
  isResourceType: (name: string) => boolean,
): FhirIssue[] {
  const { fullUrl, resource } = entry;
  if (typeof fullUrl !== 'string' || fullUrl === '' || /\s/.test(fullUrl)) return [];
  if (!/^[a-z][a-z0-9+.-]*:/i.test(fullUrl)) {
    const message = `fullUrl: ${quoted(fullUrl)} is not absolute; give the whole URL or a urn:uuid.`;
    return [fullUrlIssue('error', path, message)];
  }
  if (!isObject(resource) || typeof resource.id !== 'string') return [];
  const parts = restfulUrl(fullUrl);
  if (!parts || (parts.id === resource.id && parts.type === resource.resourceType)) return [];
  if (!isResourceType(parts.type)) return [];
  if (parts.id !== resource.id) {
    const message = `fullUrl: ${quoted(fullUrl)} ends with another id than the resource's, ${quoted(resource.id)}.`;
    return [fullUrlIssue('error', path, message)];
  }
  const message = `fullUrl: ${quoted(fullUrl)} names ${withArticle(parts.type)}, but the resource is a ${quoted(resource.resourceType)}.`;
  return [fullUrlIssue('warning', path, message)];
}

/**
 * Reports a resource that occurs again without a fullUrl; rule bdl-7 covers resources with a fullUrl.
 *
 * @param path FHIRPath of the entry
 * @param bundleType `type` of the Bundle
 * @param seen type, id and version of the resources so far; this one is added
 */
export function repetitionIssues(
  entry: JsonObject,
  path: string,
  bundleType: string | undefined,
  seen: Set<string>,
): FhirIssue[] {
  const { fullUrl, resource } = entry;
  if (fullUrl !== undefined || !isObject(resource) || repeatingTypes.has(String(bundleType))) return [];
  if (typeof resource.id !== 'string') return [];
  const version = isObject(resource.meta) ? String(resource.meta.versionId) : '';
  const identity = `${resource.resourceType}/${resource.id} ${version}`;
  if (!seen.has(identity)) {
    seen.add(identity);
    return [];
  }
  const message = `The resource ${quoted(`${resource.resourceType}/${resource.id}`)} stands twice in the Bundle.`;
  return [{ severity: 'warning', level: 'invariant', path: `${path}.resource`, message }];
}

function fullUrlIssue(severity: FhirIssue['severity'], path: string, message: string): FhirIssue {
  return { severity, level: 'invariant', path: `${path}.fullUrl`, message };
}
