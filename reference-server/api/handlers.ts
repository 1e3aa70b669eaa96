import { type Answer, ApiError, json } from '../answer.ts';
import type { ApiRequest, Query } from '../api-request.ts';
import type { Endpoint } from '../endpoints.ts';
import { projectBundle } from '../fhir/records.ts';
import { type Json, type JsonFields, withoutField } from '../json.ts';
import {
  accessibleProject,
  type Part,
  type Project,
  publishedProjects,
  type Slice,
} from '../store/projects.ts';
import {
  accessibleRecord,
  accessibleRecords,
  type ProjectRecord,
  type RecordKind,
  resourceBody,
  resourcesOf,
} from '../store/records.ts';
import type { Call, Handler } from './handler.ts';
import { importBundle } from './import.ts';

const defaultPerPage = 100;
const largestPerPage = 500;

/** The page of a list that a request asks for. */
interface Paging {
  readonly page: number;
  readonly perPage: number;
}

/** Reads `page` (from 1) and `per_page` (1 to 500, default 100); throws a 400 for anything else. */
function pagingOf(query: Query): Paging {
  return {
    page: wholeNumber(query, 'page', Number.MAX_SAFE_INTEGER / largestPerPage) ?? 1,
    perPage: wholeNumber(query, 'per_page', largestPerPage) ?? defaultPerPage,
  };
}

/** The rows that a page holds. */
function sliceOf({ page, perPage }: Paging): Slice {
  return { offset: (page - 1) * perPage, count: perPage };
}

/** Reads `project_id`; `undefined` if it is not given, a 400 if it is not a number. */
function projectIdOf(query: Query): number | undefined {
  return wholeNumber(query, 'project_id', Number.MAX_SAFE_INTEGER);
}

/** The `:id` of the path as a number; `undefined` if no id of this installation looks like it. */
function pathId(request: ApiRequest): number | undefined {
  const { id } = request;
  const number = id !== undefined && /^[1-9][0-9]*$/.test(id) ? Number(id) : Number.NaN;
  return Number.isSafeInteger(number) ? number : undefined;
}

function wholeNumber(query: Query, name: string, largest: number): number | undefined {
  const value = query[name];
  if (value === undefined) {
    return undefined;
  }
  const number = typeof value === 'string' && /^[0-9]{1,16}$/.test(value) ? Number(value) : Number.NaN;
  if (number >= 1 && number <= largest) {
    return number;
  }
  const range = largest === largestPerPage ? ` from 1 to ${largest}` : ' from 1';
  throw new ApiError(400, `The parameter ${name} must be given once, as a whole number${range}.`);
}

/** `GET /api/v3/projects`: the projects that are published and that the user may read. */
const listProjects: Handler = ({ request, user, store }) => {
  const paging = pagingOf(request.query);
  const part = publishedProjects(store, user, sliceOf(paging));
  return listAnswer(request, {}, paging, part.total, part.items.map(projectEntry));
};

/** `GET /api/v4/projects`: names only, as section 9 calls it minimal. */
const listProjectsMinimal: Handler = ({ request, user, store }) => {
  const paging = pagingOf(request.query);
  const part = publishedProjects(store, user, sliceOf(paging));
  const entries = part.items.map(({ id, name }) => ({ id, name }));
  return listAnswer(request, {}, paging, part.total, entries);
};

/** A list of records over all projects that the user may read, or of one if `project_id` is given. */
function listRecords(kind: RecordKind): Handler {
  return (call) => recordList(call, kind, projectIdOf(call.request.query));
}

/** A list of one project's records: without `project_id` it is refused. */
function listRecordsOfProject(kind: RecordKind): Handler {
  return (call) => {
    const projectId = projectIdOf(call.request.query);
    if (projectId === undefined) {
      throw new ApiError(400, 'The parameter project_id is missing: it names the project to list.');
    }
    return recordList(call, kind, projectId);
  };
}

/** The fields of a record in a list, which also begin its plain details. */
function recordEntry(record: ProjectRecord): JsonFields {
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

/** A JSON array; headers have its total and links to the neighbouring pages. Links never carry a key. */
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

/** `GET /api/v3/projects/:id`: the project as a FHIR Bundle, published or not. */
const showProject: Handler = ({ request, user, store }) => {
  const id = pathId(request);
  const project = id === undefined ? undefined : accessibleProject(store, user, id);
  if (project === undefined) {
    throw new ApiError(404, 'There is no project with this id that this key may read.');
  }
  return json(200, projectBundle(project, resourcesOf(store, project)));
};

/** A record with its plain fields. */
function showRecord(kind: RecordKind, name: string): Handler {
  return (call) => json(200, recordEntry(requestedRecord(call, kind, name)));
}

/** A record as its underlying FHIR resource. */
function showResource(kind: RecordKind, name: string): Handler {
  return (call) => {
    const body = resourceBody(call.store, requestedRecord(call, kind, name));
    if (body === undefined) {
      throw new ApiError(404, `This ${name} has no FHIR resource.`);
    }
    return json(200, JSON.parse(body) as Json);
  };
}

/** `GET /api/v3/users`: the owner of the key, the same for a key in the header and in the query. */
const showCurrentUser: Handler = ({ user }) =>
  json(200, {
    id: user.id,
    login: user.login,
    name: user.name,
    email: user.email,
    organization: user.organization,
    created_at: user.createdAt,
  });

function requestedRecord(call: Call, kind: RecordKind, name: string): ProjectRecord {
  const id = pathId(call.request);
  const record = id === undefined ? undefined : accessibleRecord(call.store, call.user, kind, id);
  if (record === undefined) {
    throw new ApiError(404, `There is no ${name} with this id that this key may read.`);
  }
  return record;
}

/** The handler of each endpoint in section 4, and of the one in version 4. */
export const handlers: Readonly<Record<Endpoint, Handler>> = {
  'GET /api/v3/projects': listProjects,
  'GET /api/v3/projects/:id': showProject,
  'GET /api/v3/citations': listRecordsOfProject('citations'),
  'GET /api/v3/citations/:id': showRecord('citations', 'citation'),
  'GET /api/v3/key_questions': listRecords('key_questions'),
  'GET /api/v3/extractions': listRecords('extractions'),
  'GET /api/v3/extractions/:id': showResource('extractions', 'extraction'),
  'GET /api/v3/sd_meta_data': listRecords('sd_meta_data'),
  'GET /api/v3/sd_meta_data/:id': showResource('sd_meta_data', 'SR360 record'),
  'GET /api/v3/extraction_forms_projects': listRecords('extraction_forms_projects'),
  'POST /api/v3/fhir_imports': importBundle,
  'GET /api/v3/artifact_assessments': listRecords('artifact_assessments'),
  'GET /api/v3/users': showCurrentUser,
  'GET /api/v4/projects': listProjectsMinimal,
};
