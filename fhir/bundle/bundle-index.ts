import { isObject, type JsonObject, objectsIn } from '../json/json-value.ts';

/** A RESTful URL of a resource; its first group is the base of the server. */
const restfulPattern = /^(https?:\/\/.*\/)[A-Za-z]{1,64}\/[A-Za-z0-9\-.]{1,64}$/;
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
      if (typeof resource.id === 'string')
        this.byTypeAndId.set(`${resource.resourceType}/${resource.id}`, resource);
    }
  }

  /**
   * @param reference literal reference, not a fragment
   * @param fullUrl of the entry that holds the reference: a relative reference is relative to its base
   */
  find(reference: string, fullUrl: string | undefined): JsonObject | undefined {
    if (reference.length > maximumReferenceLength) return undefined;
    const target = withoutVersion(withoutFragment(reference));
    const exact = this.byFullUrl.get(target);
    if (exact) return exact;
    if (/^[a-z][a-z0-9+.-]*:/i.test(target)) return undefined;
    const base = baseOf(fullUrl);
    return (
      (base === undefined ? undefined : this.byFullUrl.get(base + target)) ?? this.byTypeAndId.get(target)
    );
  }
}

function baseOf(fullUrl: string | undefined): string | undefined {
  if (fullUrl === undefined || fullUrl.length > maximumReferenceLength) return undefined;
  return restfulPattern.exec(fullUrl)?.[1];
}

function withoutFragment(reference: string): string {
  const cut = reference.indexOf('#');
  return cut === -1 ? reference : reference.slice(0, cut);
}

function withoutVersion(reference: string): string {
  const cut = reference.indexOf('/_history/');
  return cut === -1 ? reference : reference.slice(0, cut);
}
