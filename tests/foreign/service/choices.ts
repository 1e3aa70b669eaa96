import type { BundleStyle } from '../domain/fhir-project.ts';
import type { IdentifierStyle } from '../domain/identifiers.ts';
import type { BothForms } from '../domain/keys.ts';
import type { Size } from '../domain/seed.ts';
import type { ErrorShape } from './errors.ts';
import type { ImportShape } from './imports.ts';
import type { ListShape } from './lists.ts';
import type { IdentifierField, Letters, RecordShape, UserShape } from './records.ts';

/** How lists are cut into pages. */
export type Paging = 'none' | 'page numbers' | 'offsets' | 'cursors' | 'link header';

/** What the API document leaves to each team; one set of choices makes one compliant server. */
export interface Choices {
  /** The path below which the team serves `/api/v3`. */
  readonly prefix: string;
  readonly size: Size;
  /** Texts in many scripts, with quotes and control characters in them. */
  readonly world: boolean;
  readonly identifiers: IdentifierStyle;
  readonly identifierField: IdentifierField;
  readonly letters: Letters;
  /** Whether an absent value is shown as null or left out. */
  readonly absent: 'null' | 'left out';
  readonly list: ListShape;
  readonly record: RecordShape;
  readonly user: UserShape;
  readonly paging: Paging;
  readonly pageSize: number;
  readonly order: 'stable' | 'turning';
  readonly bundle: BundleStyle;
  readonly fhirMediaType: string;
  readonly mediaType: string;
  readonly errorMediaType: string;
  readonly indent: string;
  readonly tail: string;
  readonly errors: ErrorShape;
  readonly unauthorizedStatus: number;
  readonly missingStatus: number;
  readonly invalidStatus: number;
  readonly challenge: string | undefined;
  readonly bothForms: BothForms;
  readonly otherForms: 'refused' | 'accepted';
  /** Whether an import is read before its key is checked; NestJS checks the key first. */
  readonly importOrder: 'key first' | 'body first';
  /** What a citation that is not there is answered by. */
  readonly missingCitation: 'an error' | 'an empty record';
  /** Whether the list of projects also shows one that went since. */
  readonly goneProject: 'not listed' | 'listed';
  /** Whether an unknown path asks for a key first. */
  readonly unknownPaths: 'key first' | 'not found first';
  readonly citations: 'all' | 'of a named project';
  readonly import: ImportShape;
  readonly importLocation: boolean;
  readonly importedProjects: 'listed' | 'not listed';
  /** What `/api/v4/projects` answers. */
  readonly version4: 'as version 3' | 'names' | 'a count' | 'nothing';
  readonly compression: boolean;
  readonly entityTags: 'none' | 'weak' | 'strong';
  readonly cors: boolean;
  readonly rateLimit: 'none' | 'roomy' | 'tight';
  readonly headers: Readonly<Record<string, string>>;
  readonly chunked: boolean;
  readonly connection: 'kept' | 'closed';
  readonly paths: 'strict' | 'lenient';
  readonly firstAnswerAfterMs: number;
  readonly answerAfterMs: number;
}

/** What a team gets that decides nothing. */
export const plainChoices: Choices = {
  prefix: '',
  size: 'few',
  world: false,
  identifiers: 'integer',
  identifierField: 'id',
  letters: 'snake',
  absent: 'null',
  list: 'bare',
  record: 'bare',
  user: 'bare',
  paging: 'none',
  pageSize: 20,
  order: 'stable',
  bundle: { flavour: 'usual', release: 'R4', type: 'collection', fullUrl: 'url' },
  fhirMediaType: 'application/json; charset=utf-8',
  mediaType: 'application/json; charset=utf-8',
  errorMediaType: 'application/json; charset=utf-8',
  indent: '',
  tail: '',
  errors: 'bare',
  unauthorizedStatus: 401,
  missingStatus: 404,
  invalidStatus: 422,
  challenge: undefined,
  bothForms: 'header wins',
  otherForms: 'refused',
  importOrder: 'key first',
  missingCitation: 'an error',
  goneProject: 'not listed',
  unknownPaths: 'key first',
  citations: 'all',
  import: 'ids',
  importLocation: false,
  importedProjects: 'not listed',
  version4: 'as version 3',
  compression: false,
  entityTags: 'none',
  cors: false,
  rateLimit: 'none',
  headers: {},
  chunked: false,
  connection: 'kept',
  paths: 'lenient',
  firstAnswerAfterMs: 0,
  answerAfterMs: 0,
};
