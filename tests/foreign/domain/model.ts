/** The rows that a team would keep in its database, before any of them is shown to a client. */

/** The names of the resources, as the API document writes them in its paths. */
export type ResourceName =
  | 'projects'
  | 'citations'
  | 'key_questions'
  | 'extractions'
  | 'sd_meta_data'
  | 'extraction_forms_projects'
  | 'artifact_assessments';

/** What a column holds. */
export type Value = string | number | boolean | null | readonly string[];

/** One row: its place in the sequence of its table, the project that owns it and its columns in snake case. */
export interface Row {
  readonly sequence: number;
  readonly project: number;
  readonly columns: Readonly<Record<string, Value>>;
}

/** Somebody who may use the API. */
export interface User {
  readonly sequence: number;
  readonly name: string;
  readonly email: string;
  readonly projects: number[];
}

/** A resource that came in through the import. */
export interface Imported {
  readonly resourceType: string;
  readonly sequence: number;
}

/** Everything that one installation holds. */
export interface Store {
  readonly rows: Readonly<Record<ResourceName, Row[]>>;
  readonly users: readonly User[];
  readonly imported: Imported[];
}
