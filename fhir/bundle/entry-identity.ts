import { quoted } from '../issue-collector.ts';
import { isObject, type JsonObject } from '../json/json-value.ts';
import type { FhirIssue } from '../types.ts';

/** In Bundles of these types a resource may occur several times, in several states or requests. */
const repeatingTypes = new Set(['history', 'transaction', 'transaction-response', 'batch', 'batch-response']);

/**
 * Validates the fullUrl of one entry: it must be absolute and must not end with another id than the resource's. That
 * it is unique and names no version is checked by rules of the definitions (bdl-7, bdl-8).
 *
 * @param path FHIRPath of the entry
 */
export function fullUrlIssues(entry: JsonObject, path: string): FhirIssue[] {
  const { fullUrl, resource } = entry;
  if (typeof fullUrl !== 'string' || fullUrl === '' || /\s/.test(fullUrl)) return [];
  if (!/^[a-z][a-z0-9+.-]*:/i.test(fullUrl)) {
    return [
      fullUrlIssue(path, `fullUrl: ${quoted(fullUrl)} is not absolute; give the whole URL or a urn:uuid.`),
    ];
  }
  const id = isObject(resource) ? resource.id : undefined;
  if (typeof id !== 'string' || !/^https?:/i.test(fullUrl) || fullUrl.includes('/_history/')) return [];
  const last = fullUrl.slice(fullUrl.lastIndexOf('/') + 1);
  if (last === id) return [];
  return [
    fullUrlIssue(
      path,
      `fullUrl: ${quoted(fullUrl)} ends with another id than the resource's, ${quoted(id)}.`,
    ),
  ];
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

function fullUrlIssue(path: string, message: string): FhirIssue {
  return { severity: 'error', level: 'invariant', path: `${path}.fullUrl`, message };
}
