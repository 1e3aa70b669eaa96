import { ApiError, json } from '../answer.ts';
import { projectBundle } from '../fhir/bundle.ts';
import type { Json } from '../json.ts';
import { accessibleProject } from '../store/projects.ts';
import {
  accessibleRecord,
  type ProjectRecord,
  type RecordKind,
  resourceBody,
  resourcesOf,
} from '../store/records.ts';
import type { Call, Handler } from './handler.ts';
import { recordEntry } from './lists.ts';
import { pathId } from './parameters.ts';

/** `GET /api/v3/projects/:id`: the project as a FHIR Bundle, published or not. */
export const showProject: Handler = ({ request, user, store }) => {
  const id = pathId(request);
  const project = id === undefined ? undefined : accessibleProject(store, user, id);
  if (project === undefined) {
    throw new ApiError(404, 'There is no project with this id that this key may read.');
  }
  return json(200, projectBundle(project, resourcesOf(store, project)));
};

/** A record with its plain fields. */
export function showRecord(kind: RecordKind, name: string): Handler {
  return (call) => json(200, recordEntry(requestedRecord(call, kind, name)));
}

/** A record as its underlying FHIR resource. */
export function showResource(kind: RecordKind, name: string): Handler {
  return (call) => {
    const body = resourceBody(call.store, requestedRecord(call, kind, name));
    if (body === undefined) {
      throw new ApiError(404, `This ${name} has no FHIR resource.`);
    }
    return json(200, JSON.parse(body) as Json);
  };
}

/** `GET /api/v3/users`: the owner of the key, the same for a key in the header and in the query. */
export const showCurrentUser: Handler = ({ user }) =>
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
