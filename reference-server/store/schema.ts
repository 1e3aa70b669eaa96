/**
 * The store's migrations, one per version: a released one never changes, a new one is added. `records` has the lists
 * and plain details, `resources` the FHIR bodies of a project's Bundle.
 */
export const schemaSteps: readonly string[] = [
  `
  CREATE TABLE users (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    login TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    email TEXT NOT NULL,
    organization TEXT NOT NULL,
    password_hash TEXT,
    created_at TEXT NOT NULL
  );
  CREATE TABLE keys (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id INTEGER NOT NULL REFERENCES users(id),
    digest TEXT NOT NULL UNIQUE,
    sealed TEXT NOT NULL,
    issued_at TEXT NOT NULL,
    ended_at TEXT
  );
  CREATE UNIQUE INDEX one_valid_key ON keys(user_id) WHERE ended_at IS NULL;
  CREATE TABLE projects (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    owner_id INTEGER NOT NULL REFERENCES users(id),
    fhir_id TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    description TEXT NOT NULL,
    published INTEGER NOT NULL CHECK (published IN (0, 1)),
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
  );
  CREATE TABLE members (
    project_id INTEGER NOT NULL REFERENCES projects(id),
    user_id INTEGER NOT NULL REFERENCES users(id),
    PRIMARY KEY (project_id, user_id)
  ) WITHOUT ROWID;
  CREATE TABLE resources (
    fhir_id TEXT PRIMARY KEY,
    project_id INTEGER NOT NULL REFERENCES projects(id),
    position INTEGER NOT NULL,
    body TEXT NOT NULL,
    UNIQUE (project_id, position)
  );
  CREATE TABLE records (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL CHECK (kind IN ('citations', 'key_questions', 'extractions', 'sd_meta_data',
      'extraction_forms_projects', 'artifact_assessments')),
    project_id INTEGER NOT NULL REFERENCES projects(id),
    fhir_id TEXT REFERENCES resources(fhir_id),
    fields TEXT NOT NULL,
    created_at TEXT NOT NULL
  );
  CREATE INDEX records_of_a_project ON records(kind, project_id, id);
  CREATE TABLE imports (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id INTEGER NOT NULL REFERENCES users(id),
    project_id INTEGER NOT NULL REFERENCES projects(id),
    created_at TEXT NOT NULL
  );
  CREATE TABLE sessions (
    id TEXT PRIMARY KEY,
    content TEXT NOT NULL,
    expires_at_ms INTEGER NOT NULL
  );
  `,
];
