import { isObject, textAt } from './records.ts';

/** The part of a Bundle entry that references need. */
export interface Entry {
  readonly fullUrl: string | undefined;
  readonly resource: Record<string, unknown>;
}

/** Gives the new address of a reference's target; `undefined` if the target is not in the Bundle. */
export type Resolve = (reference: string, from: Entry) => string | undefined;

/**
 * Makes the resolver of a Bundle by FHIR's rules: an absolute reference names a fullUrl; a relative one is resolved
 * against the base of its own entry's fullUrl, or else names type and id.
 */
export function resolverOf(entries: readonly Entry[], addresses: readonly string[]): Resolve {
  const byFullUrl = new Map<string, string>();
  const byTypeAndId = new Map<string, string>();
  for (const [index, { fullUrl, resource }] of entries.entries()) {
    const address = addresses[index];
    if (address === undefined) {
      continue;
    }
    if (fullUrl !== undefined && !byFullUrl.has(fullUrl)) {
      byFullUrl.set(fullUrl, address);
    }
    const typeAndId = `${textAt(resource, 'resourceType')}/${textAt(resource, 'id')}`;
    if (textAt(resource, 'id') !== undefined && !byTypeAndId.has(typeAndId)) {
      byTypeAndId.set(typeAndId, address);
    }
  }
  return (reference, from) => {
    const target = reference.replace(/\/_history\/[^/#]*$/, '');
    if (/^[a-z][a-z0-9+.-]*:/i.test(target)) {
      return byFullUrl.get(target);
    }
    const base = /^(https?:\/\/.+\/)[A-Za-z]+\/[A-Za-z0-9.-]+$/.exec(from.fullUrl ?? '')?.[1];
    return (base === undefined ? undefined : byFullUrl.get(base + target)) ?? byTypeAndId.get(target);
  };
}

/**
 * Replaces, in place, every `reference` of a resource with a target in the Bundle. A Bundle inside the resource is left
 * alone: its references are its own. Iterative, so depth costs no stack.
 */
export function rewriteReferences(entry: Entry, resolve: Resolve): void {
  const waiting: unknown[] = [entry.resource];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (isObject(value)) {
      if (value.resourceType === 'Bundle') {
        continue;
      }
      const address = typeof value.reference === 'string' ? resolve(value.reference, entry) : undefined;
      if (address !== undefined) {
        value.reference = address;
      }
    }
    for (const item of Object.values(value as object)) {
      if (typeof item === 'object' && item !== null) {
        waiting.push(item);
      }
    }
  }
}
