/** A FHIR release whose definitions are included. */
export type FhirRelease = '4.0.1' | '4.3.0' | '5.0.0';

/** Every included release, in the order in which a resource is tried: the API document names R4 first. */
export const fhirReleases: readonly FhirRelease[] = ['4.0.1', '4.3.0', '5.0.0'];

/** What kind of rule an issue is about. */
export type IssueLevel =
  | 'text'
  | 'structure'
  | 'cardinality'
  | 'binding'
  | 'primitive-format'
  | 'choice'
  | 'invariant'
  | 'reference';

/** One thing that is wrong (error) or doubtful (warning). */
export interface FhirIssue {
  readonly severity: 'error' | 'warning';
  readonly level: IssueLevel;
  /** FHIRPath of the element, for instance `Bundle.entry[3].resource.content[0].informationType`. */
  readonly path: string;
  /** A full sentence with the offending value, shortened. */
  readonly message: string;
  /** The position of the element's name in the text, from 1; only with the option `positions`. */
  readonly line?: number;
  /** In UTF-16 units, as editors count. */
  readonly column?: number;
  /** Absent if only the text was read. */
  readonly code?: IssueCode;
  /** A sentence: why its resource was judged by its release, if others could have been meant; at the first issue of a type. */
  readonly whyRelease?: string;
}

/** The kind of an issue, as `OperationOutcome.issue.code` of FHIR names it. */
export type IssueCode =
  | 'structure'
  | 'required'
  | 'value'
  | 'code-invalid'
  | 'invariant'
  | 'not-found'
  | 'too-costly';

/** The code of an issue by its level, from the value set of `OperationOutcome.issue.code`; some rules know a closer one. */
export const codeOfLevel: Readonly<Record<IssueLevel, IssueCode>> = {
  text: 'structure',
  structure: 'structure',
  cardinality: 'required',
  binding: 'code-invalid',
  'primitive-format': 'value',
  choice: 'structure',
  invariant: 'invariant',
  reference: 'value',
};

/** An issue as a report lists it. */
export interface ReportedIssue extends FhirIssue {
  readonly code: IssueCode;
  /** The key of the rule of HL7's definitions that is broken, for instance `per-1`; of level invariant alone. */
  readonly rule?: string;
  /** The release that the resource was judged by; absent if all releases agree. */
  readonly release?: FhirRelease;
}

/** What a caller may fix beforehand. */
export interface ValidateOptions {
  /** Validate against this release alone; without it, any release that defines the type may fit. */
  readonly release?: FhirRelease;
  /** The `resourceType` that the root must have, for instance `EvidenceReport`. */
  readonly expectType?: string;
  /** Give each issue its line and column. */
  readonly positions?: boolean;
}

/** The result of validating one body. */
export interface FhirReport {
  /** No issue of severity error. */
  readonly valid: boolean;
  /** Of the root, if it has one. */
  readonly resourceType?: string;
  /** The release that fits the root, or the nearest one. */
  readonly release?: FhirRelease;
  /** The resource types of the root and of Bundle entries, with the releases that fit them, or the nearest ones. */
  readonly releasesByType: Readonly<Record<string, readonly FhirRelease[]>>;
  /** Errors first, bounded by `maximumIssues`. */
  readonly issues: readonly FhirIssue[];
  readonly omittedIssues: number;
  /** Number of entries of a root Bundle. */
  readonly entryCount?: number;
  /** Why the body was not validated, as a clause, if it is beyond a limit of this validator: it may be valid. */
  readonly unread?: string;
}

/** A report as it is made, with all that is known about each issue. */
export interface ValidationReport extends FhirReport {
  readonly issues: readonly ReportedIssue[];
}

/** How many issues a report lists; it counts the rest. */
export const maximumIssues = 200;

/** Longer paths are cut in the middle, since their ends say most; characters. */
export const maximumPath = 200;

/** Longer messages are cut; characters. */
export const maximumMessage = 2_000;

/** Deeper nesting is not followed: resources nest about a dozen levels. */
export const maximumDepth = 400;
