import type { LiteralReference } from '../invariants/invariant-validator.ts';
import type { ResolveReference } from '../invariants/rule-context.ts';
import { type FoundIssue, quoted } from '../issue-collector.ts';
import { isObject, type JsonObject, objectsIn } from '../json/json-value.ts';
import { withArticle } from '../structure/messages.ts';
import type { FhirIssue } from '../types.ts';

/** The parts of an address such as `https://example.org/fhir/Patient/12`. */
interface RestfulUrl {
  /** With the slash at its end. */
  readonly base: string;
  readonly type: string;
  readonly id: string;
}

const typePattern = /^[A-Z][A-Za-z]{0,63}$/;
const idPattern = /^[A-Za-z0-9\-.]{1,64}$/;

/** Splits an address whose last two segments are a type name and an id; undefined for any other. */
function restfulUrl(url: string): RestfulUrl | undefined {
  if (!/^https?:\/\//i.test(url)) return undefined;
  const idAt = url.lastIndexOf('/') + 1;
  const typeAt = url.lastIndexOf('/', idAt - 2) + 1;
  const type = url.slice(typeAt, idAt - 1);
  const id = url.slice(idAt);
  // The slashes of "https://" are no separators of segments.
  if (typeAt <= url.indexOf('://') + 3 || !typePattern.test(type) || !idPattern.test(id)) return undefined;
  return { base: url.slice(0, typeAt), type, id };
}

/** In Bundles of these types a resource may occur several times, in several states or requests. */
const repeatingTypes = new Set(['history', 'transaction', 'transaction-response', 'batch', 'batch-response']);

/**
 * Validates the fullUrl of one entry: it must be absolute, and if it is the address of a resource on a server, it must
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

const maximumReferenceLength = 2_000;

/** Finds resources of a Bundle by literal references, as FHIR resolves references inside Bundles. */
export class BundleIndex {
  private readonly byFullUrl = new Map<string, JsonObject>();
  private readonly byTypeAndId = new Map<string, JsonObject>();

  constructor(bundle: JsonObject) {
    for (const entry of objectsIn(bundle.entry)) {
      const { fullUrl, resource } = entry;
      if (!isObject(resource)) continue;
      if (typeof fullUrl === 'string') this.byFullUrl.set(fullUrl, resource);
      if (typeof resource.id === 'string' && typeof resource.resourceType === 'string')
        this.byTypeAndId.set(`${resource.resourceType}/${resource.id}`, resource);
    }
  }

  /**
   * Resolves the literal references of one entry, but no fragments.
   *
   * @param fullUrl of the entry: a relative reference is relative to its base
   */
  resolverFor(fullUrl: string | undefined): ResolveReference {
    const base =
      fullUrl === undefined || fullUrl.length > maximumReferenceLength
        ? undefined
        : restfulUrl(fullUrl)?.base;
    return (reference) => this.find(reference, base);
  }

  private find(reference: string, base: string | undefined): JsonObject | undefined {
    if (reference.length > maximumReferenceLength) return undefined;
    const target = withoutVersion(withoutFragment(reference));
    const exact = this.byFullUrl.get(target);
    if (exact) return exact;
    if (/^[a-z][a-z0-9+.-]*:/i.test(target)) return undefined;
    return (
      (base === undefined ? undefined : this.byFullUrl.get(base + target)) ?? this.byTypeAndId.get(target)
    );
  }
}

function withoutFragment(reference: string): string {
  const cut = reference.indexOf('#');
  return cut === -1 ? reference : reference.slice(0, cut);
}

function withoutVersion(reference: string): string {
  const cut = reference.indexOf('/_history/');
  return cut === -1 ? reference : reference.slice(0, cut);
}

/** A collection may leave out a thousand resources; these many are enough to see it. */
const maximumUnresolved = 20;

/**
 * Reports the references of one entry's resource that do not resolve inside the Bundle. A document must hold what its
 * Composition refers to, and a message what its MessageHeader refers to; what others refer to may lie elsewhere.
 *
 * @param resource the entry's resource
 * @param bundleType `type` of the Bundle
 * @param resolve finds resources of the Bundle, as seen from this entry
 * @param reported references reported so far, so that each missing resource is reported once; new ones are added
 */
export function referenceIssues(
  references: readonly LiteralReference[],
  resource: JsonObject,
  bundleType: string | undefined,
  resolve: ResolveReference,
  reported: Set<string>,
): FoundIssue[] {
  const issues: FoundIssue[] = [];
  for (const { path, reference } of references) {
    if (reference.startsWith('#') || reported.has(reference)) continue;
    const severity = severityOf(reference, resource, bundleType);
    if (!severity || resolve(reference)) continue;
    if (severity === 'warning' && reported.size >= maximumUnresolved) continue;
    reported.add(reference);
    const message = `The reference ${quoted(reference)} does not resolve: no entry of the ${bundleType} Bundle has it.`;
    issues.push({ severity, level: 'reference', code: 'not-found', path, message });
  }
  return issues;
}

function severityOf(
  reference: string,
  resource: JsonObject,
  bundleType: string | undefined,
): FhirIssue['severity'] | undefined {
  const isUrn = reference.startsWith('urn:');
  const isAbsolute = /^[a-z][a-z0-9+.-]*:/i.test(reference) && !isUrn;
  switch (bundleType) {
    case 'document':
      return resource.resourceType === 'Composition' ? 'error' : 'warning';
    case 'message':
      return isUrn || (resource.resourceType === 'MessageHeader' && !isAbsolute) ? 'error' : 'warning';
    case 'collection':
      return 'warning';
    case 'transaction':
      return isUrn ? 'warning' : undefined;
    default:
      return undefined;
  }
}
