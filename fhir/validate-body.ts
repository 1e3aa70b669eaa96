import { BundleIndex } from './bundle/bundle-index.ts';
import {
  type BundleContext,
  fullUrlIssues,
  referenceIssues,
  repetitionIssues,
} from './bundle/validate-entries.ts';
import { isObject } from './invariants/rule-context.ts';
import { quoted } from './issue-collector.ts';
import { type JsonObject, type JsonValue, type NumberTexts, readJson } from './json/read-json.ts';
import {
  type FhirIssue,
  type FhirRelease,
  type FhirReport,
  maximumIssues,
  type ValidateOptions,
} from './types.ts';
import { type Definitions, validateResource } from './validate-resource.ts';

/** Gathers the report while the root and its entries are judged one by one. */
class ReportBuilder {
  private readonly errors: FhirIssue[] = [];
  private readonly warnings: FhirIssue[] = [];
  private omitted = 0;
  private readonly releases = new Map<string, Set<FhirRelease>>();

  add(issues: readonly FhirIssue[], omitted = 0): void {
    this.omitted += omitted;
    for (const issue of issues) {
      const list = issue.severity === 'error' ? this.errors : this.warnings;
      if (list.length < maximumIssues) list.push(issue);
      else this.omitted += 1;
    }
  }

  serve(type: JsonValue | undefined, release: FhirRelease | undefined): void {
    if (typeof type !== 'string' || !release) return;
    this.releases.set(type, (this.releases.get(type) ?? new Set<FhirRelease>()).add(release));
  }

  finish(root: Pick<FhirReport, 'resourceType' | 'release' | 'entryCount'>): FhirReport {
    const all = [...this.errors, ...this.warnings];
    return {
      valid: this.errors.length === 0,
      ...root,
      releasesByType: Object.fromEntries(
        [...this.releases].map(([type, releases]) => [type, [...releases].sort()]),
      ),
      issues: all.slice(0, maximumIssues),
      omittedIssues: this.omitted + Math.max(0, all.length - maximumIssues),
    };
  }
}

/**
 * Judges one body, in this thread.
 *
 * @param body JSON text, or its UTF-8 bytes
 * @param definitions the models to judge by
 * @returns a report; never throws because of what the body holds
 */
export function validateBody(
  definitions: Definitions,
  body: Uint8Array | string,
  options: ValidateOptions = {},
): FhirReport {
  const draft = new ReportBuilder();
  const read = readJson(body);
  draft.add(read.issues);
  if (read.value === undefined) return draft.finish({});
  const root = read.value;
  if (!isObject(root)) {
    draft.add([structureIssue('', 'A FHIR resource is a JSON object; the body is something else.')]);
    return draft.finish({});
  }
  const type = typeof root.resourceType === 'string' ? root.resourceType : undefined;
  const named = type === undefined ? {} : { resourceType: type.slice(0, 100) };
  if (read.issues.length > 0) return draft.finish(named);
  if (options.expectType !== undefined && type !== undefined && type !== options.expectType) {
    const message = `The resource is a ${quoted(type)}, but a ${options.expectType} was expected.`;
    draft.add([structureIssue(`${type.slice(0, 100)}.resourceType`, message)]);
    return draft.finish(named);
  }
  const walk = new Walk(definitions, draft, read.numberTexts, options.release);
  const release = walk.judge(root, type?.slice(0, 100) ?? '');
  return draft.finish({
    ...named,
    ...(release ? { release } : {}),
    ...(type === 'Bundle' ? { entryCount: Array.isArray(root.entry) ? root.entry.length : 0 } : {}),
  });
}

/** Judges a resource and, where it is a Bundle, the resource of each entry by itself. */
class Walk {
  private readonly definitions: Definitions;
  private readonly draft: ReportBuilder;
  private readonly numberTexts: NumberTexts;
  private readonly pinned: FhirRelease | undefined;

  constructor(
    definitions: Definitions,
    draft: ReportBuilder,
    numberTexts: NumberTexts,
    pinned: FhirRelease | undefined,
  ) {
    this.definitions = definitions;
    this.draft = draft;
    this.numberTexts = numberTexts;
    this.pinned = pinned;
  }

  /** @param around finds resources in the Bundles around this one */
  judge(resource: JsonObject, place: string, around: Place = outermost): FhirRelease | undefined {
    const inner = resource.resourceType === 'Bundle' ? contextOf(resource) : undefined;
    const { bundle, fullUrl } = around;
    const resolve = (reference: string) => bundle?.index.find(reference, fullUrl);
    const judgement = validateResource(
      resource,
      place,
      this.numberTexts,
      this.definitions,
      this.pinned,
      resolve,
    );
    this.draft.add(judgement.issues, judgement.omitted);
    this.draft.serve(resource.resourceType, judgement.release);
    if (bundle) this.draft.add(referenceIssues(judgement.references, resource, fullUrl, bundle));
    if (inner) this.judgeEntries(resource, place, inner);
    return judgement.release;
  }

  private judgeEntries(bundle: JsonObject, place: string, context: BundleContext): void {
    if (!Array.isArray(bundle.entry)) return;
    bundle.entry.forEach((entry, index) => {
      if (!isObject(entry)) return;
      const entryPlace = `${place}.entry[${index}]`;
      this.draft.add(fullUrlIssues(entry, entryPlace));
      this.draft.add(repetitionIssues(entry, entryPlace, context));
      // What stands there and is no object, the judge of the Bundle's own structure tells.
      if (!isObject(entry.resource)) return;
      const fullUrl = typeof entry.fullUrl === 'string' ? entry.fullUrl : undefined;
      this.judge(entry.resource, `${entryPlace}.resource`, { bundle: context, fullUrl });
    });
  }
}

/** Where a resource stands: alone, or in an entry of a Bundle. */
interface Place {
  readonly bundle: BundleContext | undefined;
  readonly fullUrl: string | undefined;
}

const outermost: Place = { bundle: undefined, fullUrl: undefined };

function contextOf(bundle: JsonObject): BundleContext {
  const type = typeof bundle.type === 'string' ? bundle.type : undefined;
  return { type, index: new BundleIndex(bundle), told: new Set(), met: new Set() };
}

function structureIssue(path: string, message: string): FhirIssue {
  return { severity: 'error', level: 'structure', path, message };
}
