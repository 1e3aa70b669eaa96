import type { ImportIssue } from '../options.ts';
import { isObject, textAt } from './records.ts';

const maximumNesting = 100;
const maximumIssues = 20;

/** Elements without which a resource of these types could not be displayed. */
const requiredElements: Readonly<Record<string, readonly string[]>> = {
  Citation: ['status'],
  EvidenceReport: ['status', 'subject'],
  Questionnaire: ['status'],
  ResearchStudy: ['status'],
};
const artifactChoices = ['artifactReference', 'artifactCanonical', 'artifactUri'];

/**
 * Why a JSON value cannot be imported (section 2): it must be a `Bundle` of type `collection` with entries that contain
 * resources. Returns at most twenty defects with their places; none for a good Bundle.
 */
export function importIssues(value: unknown): readonly ImportIssue[] {
  if (!isObject(value)) {
    return [{ path: 'The body', message: 'must be a JSON object that is a FHIR Bundle.' }];
  }
  if (value.resourceType !== 'Bundle') {
    return [{ path: 'resourceType', message: `must be "Bundle"${found(value.resourceType)}.` }];
  }
  const issues: ImportIssue[] = [];
  if (value.type !== 'collection') {
    issues.push({ path: 'Bundle.type', message: `must be "collection"${found(value.type)}.` });
  }
  if (!Array.isArray(value.entry) || value.entry.length === 0) {
    issues.push({ path: 'Bundle.entry', message: 'must be a list with at least one resource to import.' });
    return issues;
  }
  const seen = new Set<string>();
  for (const [index, entry] of value.entry.entries()) {
    issues.push(...entryIssues(entry, `Bundle.entry[${index}]`, seen));
    if (issues.length >= maximumIssues) {
      break;
    }
  }
  return issues.slice(0, maximumIssues);
}

/** Whether a JSON value nests deeper than any real Bundle does. */
export function nestsTooDeeply(value: unknown): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; depth <= maximumNesting; depth += 1) {
    level = level.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item) : []));
    if (level.length === 0) {
      return false;
    }
  }
  return true;
}

function entryIssues(entry: unknown, path: string, seen: Set<string>): readonly ImportIssue[] {
  if (!isObject(entry)) {
    return [{ path, message: 'must be an object.' }];
  }
  const issues: ImportIssue[] = [];
  const { fullUrl, resource } = entry;
  if (fullUrl !== undefined && typeof fullUrl !== 'string') {
    issues.push({ path: `${path}.fullUrl`, message: 'must be text.' });
  }
  if (!isObject(resource)) {
    return [...issues, { path: `${path}.resource`, message: 'is missing: each entry must hold a resource.' }];
  }
  if (typeof fullUrl === 'string') {
    const version = `${fullUrl} ${textAt(resource, 'meta', 'versionId') ?? ''}`;
    if (seen.has(version)) {
      issues.push({ path: `${path}.fullUrl`, message: 'stands in the Bundle already.' });
    }
    seen.add(version);
  }
  return [...issues, ...resourceIssues(resource, `${path}.resource`)];
}

function resourceIssues(resource: Record<string, unknown>, path: string): readonly ImportIssue[] {
  const { resourceType } = resource;
  if (typeof resourceType !== 'string' || !/^[A-Z][A-Za-z]{1,63}$/.test(resourceType)) {
    return [
      { path: `${path}.resourceType`, message: `must name a FHIR resource type${found(resourceType)}.` },
    ];
  }
  const required = Object.hasOwn(requiredElements, resourceType) ? requiredElements[resourceType] : undefined;
  const missing = (required ?? [])
    .filter((element) => resource[element] === undefined && resource[`_${element}`] === undefined)
    .map((element) => ({ path: `${path}.${element}`, message: `is missing: ${resourceType} requires it.` }));
  if (
    resourceType === 'ArtifactAssessment' &&
    !artifactChoices.some((each) => resource[each] !== undefined)
  ) {
    missing.push({ path: `${path}.artifact[x]`, message: 'is missing: an assessment is about an artifact.' });
  }
  return missing;
}

function found(value: unknown): string {
  return typeof value === 'string' ? `, not ${JSON.stringify(value.slice(0, 40))}` : '';
}
