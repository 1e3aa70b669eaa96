import { type Answer, ApiError, json } from '../answer.ts';
import type { ApiRequest } from '../api-request.ts';
import { type Json, type JsonFields, withoutField } from '../json.ts';
import { accessibleProject, type Part, type Project, publishedProjects } from '../store/projects.ts';
import { accessibleRecords, type ProjectRecord, type RecordKind } from '../store/records.ts';
import type { Call, Handler } from './handler.ts';
import { type Paging, pagingOf, projectIdOf, sliceOf } from './parameters.ts';

/** `GET /api/v3/projects`: the projects that are published and that the user may read. */
export const listProjects: Handler = ({ request, user, store }) => {
  const paging = pagingOf(request.query);
  const part = publishedProjects(store, user, sliceOf(paging));
  return listAnswer(request, {}, paging, part.total, part.items.map(projectEntry));
};

/** `GET /api/v4/projects`: no more than names, as section 9 calls it minimal. */
export const listProjectsMinimal: Handler = ({ request, user, store }) => {
  const paging = pagingOf(request.query);
  const part = publishedProjects(store, user, sliceOf(paging));
  const entries = part.items.map(({ id, name }) => ({ id, name }));
  return listAnswer(request, {}, paging, part.total, entries);
};

/** A list of records over all projects that the user may read, or of one if `project_id` is given. */
export function listRecords(kind: RecordKind): Handler {
  return (call) => recordList(call, kind, projectIdOf(call.request.query));
}

/** A list of one project's records: without `project_id` it is refused. */
export function listRecordsOfProject(kind: RecordKind): Handler {
  return (call) => {
    const projectId = projectIdOf(call.request.query);
    if (projectId === undefined) {
      throw new ApiError(400, 'The parameter project_id is missing: it names the project to list.');
    }
    return recordList(call, kind, projectId);
  };
}

/** What a list shows of a record, and what the plain details start with. */
export function recordEntry(record: ProjectRecord): JsonFields {
  return {
    id: record.id,
    project_id: record.projectId,
    ...record.fields,
    ...(record.fhirId === undefined ? {} : { fhir_id: record.fhirId }),
    created_at: record.createdAt,
  };
}

function recordList(call: Call, kind: RecordKind, projectId: number | undefined): Answer {
  const { request, store, user } = call;
  const paging = pagingOf(request.query);
  if (projectId !== undefined && accessibleProject(store, user, projectId) === undefined) {
    throw new ApiError(404, `There is no project ${projectId} that this key may read.`);
  }
  const part: Part<ProjectRecord> = accessibleRecords(store, user, kind, projectId, sliceOf(paging));
  const parameters = projectId === undefined ? {} : { project_id: String(projectId) };
  return listAnswer(request, parameters, paging, part.total, part.items.map(listEntry));
}

/** An abstract is too long for a list. */
function listEntry(record: ProjectRecord): Json {
  return withoutField(recordEntry(record), 'abstract');
}

function projectEntry(project: Project): Json {
  return {
    id: project.id,
    name: project.name,
    description: project.description,
    published: project.published,
    created_at: project.createdAt,
    updated_at: project.updatedAt,
  };
}

/** A JSON array; its total and the neighbouring pages stand in headers. Links never carry a key. */
function listAnswer(
  { basePath, path }: ApiRequest,
  parameters: Readonly<Record<string, string>>,
  { page, perPage }: Paging,
  total: number,
  entries: readonly Json[],
): Answer {
  const lastPage = Math.max(1, Math.ceil(total / perPage));
  const link = (relation: string, target: number): string => {
    const query = new URLSearchParams({ ...parameters, page: String(target), per_page: String(perPage) });
    return `<${basePath}${path}?${query}>; rel="${relation}"`;
  };
  const links = [
    ...(page > 1 ? [link('prev', Math.min(page - 1, lastPage))] : []),
    ...(page < lastPage ? [link('next', page + 1)] : []),
  ];
  return json(200, entries, {
    'x-total-count': String(total),
    ...(links.length === 0 ? {} : { link: links.join(', ') }),
  });
}
