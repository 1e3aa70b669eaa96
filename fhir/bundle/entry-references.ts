import type { LiteralReference } from '../invariants/invariant-validator.ts';
import type { ResolveReference } from '../invariants/rule-context.ts';
import { type FoundIssue, quoted } from '../issue-collector.ts';
import type { JsonObject } from '../json/json-value.ts';
import type { FhirIssue } from '../types.ts';

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
