import type { ResolveReference } from '../invariants/rule-context.ts';
import { isObject, type JsonObject, objectsIn } from '../json/json-value.ts';
import { restfulUrl } from './restful-url.ts';

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
