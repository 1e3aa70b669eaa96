import type { Json, JsonFields } from '../json.ts';
import type { CitationIdOf, NewRecord } from '../store/add-project.ts';
import type { Project } from '../store/projects.ts';
import type { RecordKind, StoredResource } from '../store/records.ts';

/** The naming system of this installation's own identifiers. */
const identifierSystem = 'https://research-evidence.example/identifiers';

/**
 * A project as a FHIR Bundle of type collection with all its resources. Resources name each other by
 * `urn:uuid:` addresses, which the entries' fullUrls carry, so each reference resolves inside the Bundle.
 */
export function projectBundle(project: Project, resources: readonly StoredResource[]): Json {
  return {
    resourceType: 'Bundle',
    id: project.fhirId,
    meta: { lastUpdated: project.updatedAt },
    identifier: { system: identifierSystem, value: `project-${project.id}` },
    type: 'collection',
    timestamp: project.updatedAt,
    entry: resources.map(({ fhirId, body }) => ({
      fullUrl: addressOf(fhirId),
      resource: JSON.parse(body) as Json,
    })),
  };
}

/** The address by which resources refer to each other. */
export function addressOf(fhirId: string): string {
  return `urn:uuid:${fhirId}`;
}

/** A JSON object of unknown content. */
export type JsonObject = Record<string, unknown>;

/** Whether a value is a JSON object: no list, not null. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value at a path inside a JSON value; `undefined` if there is no such path. */
export function at(value: unknown, ...steps: readonly (string | number)[]): unknown {
  let place = value;
  for (const step of steps) {
    if (typeof place !== 'object' || place === null || !Object.hasOwn(place, step)) {
      return undefined;
    }
    place = (place as Record<string | number, unknown>)[step];
  }
  return place;
}

/** The text at a place; `undefined` if there is none. */
export function textAt(value: unknown, ...steps: readonly (string | number)[]): string | undefined {
  const found = at(value, ...steps);
  return typeof found === 'string' ? found : undefined;
}

/** The list at a place; empty if there is none. */
function listAt(value: unknown, ...steps: readonly (string | number)[]): readonly unknown[] {
  const found = at(value, ...steps);
  return Array.isArray(found) ? found : [];
}

/** A FHIR resource of a project with the id that it has there. */
export interface ProjectResource {
  readonly fhirId: string;
  readonly resource: JsonObject;
}

/**
 * The list entries of a project's FHIR resources: citations first, because extractions refer to them. Resource types
 * without a list are kept only in the project's Bundle.
 */
export function recordsOf(resources: readonly ProjectResource[]): readonly NewRecord[] {
  return kindOrder.flatMap(([resourceType, kind]) =>
    resources
      .filter(({ resource }) => resource.resourceType === resourceType)
      .flatMap(({ fhirId, resource }) => recordsOfKind(kind, fhirId, resource)),
  );
}

const kindOrder: readonly (readonly [resourceType: string, kind: RecordKind])[] = [
  ['Citation', 'citations'],
  ['ResearchStudy', 'key_questions'],
  ['Questionnaire', 'extraction_forms_projects'],
  ['ArtifactAssessment', 'extractions'],
  ['ArtifactAssessment', 'artifact_assessments'],
  ['EvidenceReport', 'sd_meta_data'],
];

function recordsOfKind(kind: RecordKind, fhirId: string, resource: JsonObject): readonly NewRecord[] {
  const one = (fields: NewRecord['fields']): readonly NewRecord[] => [{ kind, fhirId, fields }];
  switch (kind) {
    case 'citations':
      return one(() => citationFields(resource));
    case 'key_questions':
      return listAt(resource, 'objective').map((objective, index) => ({
        kind,
        fhirId,
        fields: () => keyQuestionFields(objective, index),
      }));
    case 'extraction_forms_projects':
      return one(() => formFields(resource));
    case 'extractions':
      return one((citationIdOf) => ({
        ...aboutCitation(resource, citationIdOf),
        status: textAt(resource, 'workflowStatus') ?? 'submitted',
        extracted_on: textAt(resource, 'date') ?? null,
      }));
    case 'artifact_assessments':
      return one((citationIdOf) => assessmentFields(resource, citationIdOf));
    case 'sd_meta_data':
      return one(() => reportFields(resource));
  }
}

function citationFields(resource: JsonObject): JsonFields {
  const artifact = at(resource, 'citedArtifact');
  const form = at(artifact, 'publicationForm', 0);
  const doi = listAt(artifact, 'identifier').find((each) => textAt(each, 'system') === 'https://doi.org');
  return {
    title: textAt(artifact, 'title', 0, 'text') ?? textAt(resource, 'title') ?? null,
    authors: listAt(artifact, 'contributorship', 'entry').flatMap(
      (entry) => textAt(entry, 'contributor', 'display') ?? [],
    ),
    journal: textAt(form, 'publishedIn', 'title') ?? null,
    year: textAt(form, 'articleDate')?.slice(0, 4) ?? null,
    doi: textAt(doi, 'value') ?? null,
    abstract: textAt(artifact, 'abstract', 0, 'text') ?? null,
  };
}

function keyQuestionFields(objective: unknown, index: number): JsonFields {
  return {
    position: index + 1,
    name: textAt(objective, 'name') ?? null,
    text: textAt(objective, 'description') ?? null,
  };
}

function formFields(resource: JsonObject): JsonFields {
  return {
    title: textAt(resource, 'title') ?? null,
    status: textAt(resource, 'status') ?? null,
    sections: listAt(resource, 'item').map(
      (item): Json => ({ name: textAt(item, 'text') ?? null, questions: listAt(item, 'item').length }),
    ),
  };
}

function assessmentFields(resource: JsonObject, citationIdOf: CitationIdOf): JsonFields {
  const contents = listAt(resource, 'content').flatMap((content) => [
    content,
    ...listAt(content, 'component'),
  ]);
  return {
    ...aboutCitation(resource, citationIdOf),
    contents: contents.length,
    ratings: contents.filter((content) => textAt(content, 'informationType') === 'rating').length,
    disposition: textAt(resource, 'disposition') ?? null,
  };
}

function aboutCitation(resource: JsonObject, citationIdOf: CitationIdOf): JsonFields {
  const target = textAt(resource, 'artifactReference', 'reference') ?? '';
  const prefix = addressOf('');
  const citationId = target.startsWith(prefix) ? citationIdOf(target.slice(prefix.length)) : undefined;
  return {
    title: textAt(resource, 'title') ?? null,
    citation_id: citationId ?? null,
  };
}

function reportFields(resource: JsonObject): JsonFields {
  const sections = listAt(resource, 'section');
  return {
    title: textAt(resource, 'citeAsMarkdown') ?? textAt(sections, 0, 'title') ?? null,
    status: textAt(resource, 'status') ?? null,
    publisher: textAt(resource, 'publisher') ?? null,
    sections: sections.length,
  };
}
