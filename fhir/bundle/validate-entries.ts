import { isObject } from '../invariants/rule-context.ts';
import { quoted } from '../issue-collector.ts';
import type { JsonObject } from '../json/read-json.ts';
import type { FhirIssue } from '../types.ts';
import type { BundleIndex } from './bundle-index.ts';

/** A literal reference that stands in a resource, with its FHIRPath place. */
export interface LiteralReference {
  readonly place: string;
  readonly reference: string;
}

/** What holds for the references of one Bundle. */
export interface BundleContext {
  readonly type: string | undefined;
  readonly index: BundleIndex;
  /** Unresolved references that were told already, so that one missing resource is told once. */
  readonly told: Set<string>;
  /** Type, id and version of the resources that were met without a fullUrl. */
  readonly met: Set<string>;
}

/** Here one resource may stand several times, in several states or requests. */
const repeating = new Set(['history', 'transaction', 'transaction-response', 'batch', 'batch-response']);

/** A collection may leave out a thousand resources; some tell enough. */
const maximumUnresolved = 20;

/**
 * Judges the fullUrl of one entry: absolute, and no other id than the resource's. That it stands once and names
 * no version, the definitions say by rules of their own (bdl-7, bdl-8).
 */
export function fullUrlIssues(entry: JsonObject, place: string): FhirIssue[] {
  const { fullUrl, resource } = entry;
  if (typeof fullUrl !== 'string' || fullUrl === '' || /\s/.test(fullUrl)) return [];
  if (!/^[a-z][a-z0-9+.-]*:/i.test(fullUrl)) {
    return [
      fullUrlIssue(place, `fullUrl: ${quoted(fullUrl)} is not absolute; give the whole URL or a urn:uuid.`),
    ];
  }
  const id = isObject(resource) ? resource.id : undefined;
  if (typeof id !== 'string' || !/^https?:/i.test(fullUrl) || fullUrl.includes('/_history/')) return [];
  const last = fullUrl.slice(fullUrl.lastIndexOf('/') + 1);
  if (last === id) return [];
  return [
    fullUrlIssue(
      place,
      `fullUrl: ${quoted(fullUrl)} ends with another id than the resource's, ${quoted(id)}.`,
    ),
  ];
}

/** Tells a resource that stands twice without a fullUrl; with one, rule bdl-7 tells it. */
export function repetitionIssues(entry: JsonObject, place: string, bundle: BundleContext): FhirIssue[] {
  const { fullUrl, resource } = entry;
  if (fullUrl !== undefined || !isObject(resource) || repeating.has(String(bundle.type))) return [];
  if (typeof resource.id !== 'string') return [];
  const version = isObject(resource.meta) ? String(resource.meta.versionId) : '';
  const identity = `${resource.resourceType}/${resource.id} ${version}`;
  if (!bundle.met.has(identity)) {
    bundle.met.add(identity);
    return [];
  }
  const message = `The resource ${quoted(`${resource.resourceType}/${resource.id}`)} stands twice in the Bundle.`;
  return [{ severity: 'warning', level: 'invariant', path: `${place}.resource`, message }];
}

/**
 * Judges whether the references of one entry's resource resolve inside its Bundle. A document must hold what its
 * Composition refers to, and a message what its header refers to; what others refer to may lie elsewhere.
 *
 * @param resource the entry's resource
 * @param fullUrl of the entry
 */
export function referenceIssues(
  references: readonly LiteralReference[],
  resource: JsonObject,
  fullUrl: string | undefined,
  bundle: BundleContext,
): FhirIssue[] {
  const issues: FhirIssue[] = [];
  for (const { place, reference } of references) {
    if (reference.startsWith('#') || bundle.told.has(reference)) continue;
    const severity = severityOf(reference, resource, bundle.type);
    if (!severity || bundle.index.find(reference, fullUrl)) continue;
    if (severity === 'warning' && bundle.told.size >= maximumUnresolved) continue;
    bundle.told.add(reference);
    const message = `The reference ${quoted(reference)} does not resolve: no entry of the ${bundle.type} Bundle has it.`;
    issues.push({ severity, level: 'reference', path: place, message });
  }
  return issues;
}

function severityOf(
  reference: string,
  resource: JsonObject,
  type: string | undefined,
): FhirIssue['severity'] | undefined {
  const isAbsolute = /^[a-z][a-z0-9+.-]*:/i.test(reference) && !reference.startsWith('urn:');
  const isUrn = reference.startsWith('urn:');
  switch (type) {
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

function fullUrlIssue(place: string, message: string): FhirIssue {
  return { severity: 'error', level: 'invariant', path: `${place}.fullUrl`, message };
}
