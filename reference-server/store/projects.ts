import type { Store } from './open.ts';
import type { User } from './users.ts';

/** A project without its resources. */
export interface Project {
  readonly id: number;
  readonly ownerId: number;
  readonly fhirId: string;
  readonly name: string;
  readonly description: string;
  readonly published: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** The wanted part of a list. */
export interface Slice {
  readonly offset: number;
  readonly count: number;
}

/** A part of a list, and the length of the whole. */
export interface Part<Item> {
  readonly items: readonly Item[];
  readonly total: number;
}

/** A user may read the projects that they own or are a member of. */
export const accessibleTo =
  '(projects.owner_id = :user OR EXISTS (SELECT 1 FROM members WHERE members.project_id = projects.id AND members.user_id = :user))';

const columns = `projects.id, owner_id AS ownerId, fhir_id AS fhirId, name, description, published,
  created_at AS createdAt, updated_at AS updatedAt`;

/** Section 4: the projects that are both published and accessible to the user, oldest first. */
export function publishedProjects(store: Store, user: User, slice: Slice): Part<Project> {
  const condition = `published = 1 AND ${accessibleTo}`;
  const { total } = store.database
    .prepare(`SELECT count(*) AS total FROM projects WHERE ${condition}`)
    .all({ user: user.id })[0] as { total: number };
  const rows = store.database
    .prepare(`SELECT ${columns} FROM projects WHERE ${condition} ORDER BY id LIMIT :count OFFSET :offset`)
    .all({ user: user.id, count: slice.count, offset: slice.offset });
  return { items: rows.map(projectFrom), total };
}

/** One project that the user may read, published or not; `undefined` if there is none. */
export function accessibleProject(store: Store, user: User, id: number): Project | undefined {
  const rows = store.database
    .prepare(`SELECT ${columns} FROM projects WHERE id = :id AND ${accessibleTo}`)
    .all({ user: user.id, id });
  return rows.map(projectFrom)[0];
}

/** All projects that a user owns, oldest first. */
export function ownedProjects(store: Store, owner: User): readonly Project[] {
  return store.database
    .prepare(`SELECT ${columns} FROM projects WHERE owner_id = ? ORDER BY id`)
    .all(owner.id)
    .map(projectFrom);
}

function projectFrom(row: unknown): Project {
  const project = row as Project;
  return { ...project, published: Boolean(project.published) };
}
