import { isObject, objectsIn } from '../invariants/rule-context.ts';
import type { JsonObject } from '../json/read-json.ts';

const restful = /^(https?:\/\/.*\/)[A-Za-z]{1,64}\/[A-Za-z0-9\-.]{1,64}$/;
const longestReference = 2_000;

/** Finds the resources of a Bundle by what references call them. */
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
   * @param fullUrl of the entry in which the reference stands: relative references are relative to its base
   */
  find(reference: string, fullUrl: string | undefined): JsonObject | undefined {
    if (reference.length > longestReference) return undefined;
    const plain = withoutVersion(withoutFragment(reference));
    const exact = this.byFullUrl.get(plain);
    if (exact) return exact;
    if (/^[a-z][a-z0-9+.-]*:/i.test(plain)) return undefined;
    const base =
      fullUrl === undefined || fullUrl.length > longestReference ? undefined : restful.exec(fullUrl)?.[1];
    return (base === undefined ? undefined : this.byFullUrl.get(base + plain)) ?? this.byTypeAndId.get(plain);
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
