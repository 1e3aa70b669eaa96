import type { RequirementId } from './requirements.ts';

/** The structure of the API document, in our own words: the subject of each section, in its order. */

/** A summary of each section in a sentence or two, by its title. */
const summaries = {
  Purpose:
    'What the service is for, which resources its API gives access to, and what holds for every answer: JSON, success by 200 or 201, errors by 4xx.',
  Resources:
    'The nine resources with their path segments, which of them are FHIR and which are plain, and what an import has to send. Field names of plain records are left open.',
  States:
    'No resource has a described life cycle; all that is said is that listed projects are published and accessible.',
  Endpoints:
    'Thirteen endpoints of version 3 with method, path, payload and answer, and rules for the project Bundle, the import and the statuses of success. Parameters, list shapes and the handling of invalid Bundles are left open.',
  Authentication:
    'Every endpoint takes the key of a user, in a header or in the query. A key can be replaced, which ends the old one; without a valid key a request is refused.',
  Events: 'None are described.',
  Errors:
    'The form of an error: a 4xx status and a JSON body with a short message. Which status each condition has is left open.',
  Limits:
    'Requests are limited for each client address. Numbers, the form of a throttled answer and sizes are left open.',
  Versions: 'The version is part of the path. Version 3 is the current one; version 4 has one path alone.',
} as const;

/** The sections; ids as in `section` of requirements and gaps. */
export const documentSections = Object.entries(summaries).map(([title, summary], index) => ({
  id: String(index + 1),
  title,
  summary,
}));

/** The section under which a statement is shown: the last one that it names. */
export function sectionOf({ section }: { readonly section: string }): string {
  return section.split(', ').at(-1) ?? section;
}

/**
 * A place where the API document contradicts itself, or states something that cannot be true as written. The suite
 * follows one rule: if an installation can keep only one of two statements, both pass, and its choice is observed.
 */
export interface Contradiction {
  /** Permanent. */
  readonly id: string;
  readonly title: string;
  readonly sides: readonly { readonly section: string; readonly says: string }[];
  readonly problem: string;
  readonly handling: string;
  readonly requirements: readonly RequirementId[];
  /** The gaps that show the installation's choice. */
  readonly gaps: readonly string[];
}

export const contradictions: readonly Contradiction[] = [
  {
    id: 'CONTRADICTION-FHIR-RELEASE',
    title: 'FHIR R4 is named, but R4 lacks two of the three types',
    sides: [
      { section: '1', says: 'Some resources are returned in the form of FHIR R4.' },
      { section: '2', says: 'An extraction is an ArtifactAssessment, an SR360 record an EvidenceReport.' },
    ],
    problem:
      'FHIR R4 (4.0.1) defines neither: EvidenceReport came with R4B (4.3.0), ArtifactAssessment with R5 (5.0.0). A project Bundle that holds either cannot be R4 as a whole.',
    handling:
      'Each resource, and each entry of a Bundle by itself, has to be valid in one of the releases 4.0.1, 4.3.0 and 5.0.0 that define its type. Which one is observed. FHIR_RELEASE pins one.',
    requirements: ['SERVICE-3', 'SERVICE-4', 'RESOURCE-1', 'RESOURCE-11', 'ENDPOINT-2', 'RULE-1'],
    gaps: ['GAP-FHIR-RELEASE'],
  },
  {
    id: 'CONTRADICTION-THROTTLED-JSON',
    title: 'All answers are JSON, but a throttled one may come from elsewhere',
    sides: [
      { section: '1', says: 'Every response is JSON.' },
      {
        section: '8',
        says: 'Requests are limited by client address; what a throttled answer looks like is left open.',
      },
    ],
    problem:
      'Limits by address are mostly kept by a proxy in front of the service, which answers with a page of its own.',
    handling:
      'A request that is throttled is sent again later. If it stays so, what depends on it is untestable, and the run is throttled. A throttled 4xx that is not the JSON error is one finding, which blocks nothing; the form is observed.',
    requirements: ['SERVICE-6', 'LIMIT-2'],
    gaps: ['GAP-THROTTLE-ANSWER'],
  },
  {
    id: 'CONTRADICTION-THROTTLED-STATUS',
    title: 'Errors have a 4xx status, but that of a throttled answer is open',
    sides: [
      { section: '7', says: 'An error has a 4xx status.' },
      { section: '8', says: 'The status of a throttled answer is not given.' },
    ],
    problem: 'Proxies and services also throttle by 503, which is not a 4xx.',
    handling:
      'An answer by 429, or by a status of THROTTLE_STATUSES, counts as throttled. A 502, 503 or 504 is sent again after a wait, since proxies limit by 503; the last answer is judged. Every other answer is judged as it came.',
    requirements: ['ERROR-1', 'SERVICE-8', 'LIMIT-2'],
    gaps: ['GAP-THROTTLE-ANSWER'],
  },
  {
    id: 'CONTRADICTION-CONDITIONAL',
    title: 'A success is 200 or 201, but HTTP has others',
    sides: [
      { section: '1', says: 'A success has status 200 or 201.' },
      { section: '4', says: 'Nothing is said of conditional requests, of HEAD or of OPTIONS.' },
    ],
    problem:
      'An unchanged answer to a conditional request is 304, and OPTIONS is often answered by 204. By the letter both would be wrong.',
    handling:
      'No judged request is conditional, and none uses another method than the document gives, so 304 and 204 are never judged. What they bring is observed.',
    requirements: ['SERVICE-7', 'RULE-3'],
    gaps: ['GAP-CONDITIONAL', 'GAP-HEAD', 'GAP-OPTIONS'],
  },
  {
    id: 'CONTRADICTION-ARTIFACT-ASSESSMENTS',
    title: 'Artifact assessments are plain, and ArtifactAssessment is FHIR',
    sides: [
      { section: '2', says: 'Artifact assessments are plain resources.' },
      { section: '2', says: 'ArtifactAssessment is a FHIR type, in which extractions are returned.' },
    ],
    problem:
      'Whether the list of artifact assessments has plain entries or FHIR resources can be read either way.',
    handling:
      'The list only has to be a list in JSON. Its entries are not judged as FHIR; their fields are observed, `resourceType` among them.',
    requirements: ['RESOURCE-8', 'ENDPOINT-12'],
    gaps: ['GAP-LIST-SHAPE', 'GAP-LIST-FIELDS'],
  },
  {
    id: 'CONTRADICTION-CITATIONS-PROJECT',
    title: 'Citations are those of a project, but no project is named',
    sides: [
      { section: '4', says: 'The list has the citations of one project.' },
      { section: '4', says: 'The path names no project, and neither does a parameter that is shown.' },
    ],
    problem: 'The request as written cannot say which project is meant.',
    handling:
      'The list is asked for without a parameter first. If that is refused or empty, it is asked for with the chosen project, in the parameter that PROJECT_PARAMETER names; a refusal of the request without it is not a failure.',
    requirements: ['ENDPOINT-3', 'RESOURCE-3'],
    gaps: ['GAP-CITATIONS-PROJECT'],
  },
  {
    id: 'CONTRADICTION-SINGLE-RECORDS',
    title: 'Records are spoken of that no endpoint returns',
    sides: [
      {
        section: '2',
        says: 'Key questions, form templates and artifact assessments are resources; a key question record has fields.',
      },
      { section: '4', says: 'These three have a list and no path with an id.' },
    ],
    problem: 'What a single one of them looks like cannot be asked for.',
    handling: 'Only their lists are asked for; fields are observed where list entries show them.',
    requirements: ['RESOURCE-4', 'RESOURCE-7', 'RESOURCE-8'],
    gaps: ['GAP-KEY-QUESTION-RECORD', 'GAP-LIST-FIELDS'],
  },
  {
    id: 'CONTRADICTION-IMPORT-STATUS',
    title: 'A success may be 200, but an import has to be 201',
    sides: [
      { section: '1', says: 'A success has status 200 or 201.' },
      { section: '4', says: 'A successful import has status 201.' },
    ],
    problem: 'By the first sentence alone, an import that answers 200 would do.',
    handling: 'The narrower statement counts: an import that is answered by 200 breaks RULE-2.',
    requirements: ['SERVICE-7', 'RULE-2', 'RULE-3', 'ENDPOINT-11'],
    gaps: [],
  },
  {
    id: 'CONTRADICTION-VERSION-4-KEY',
    title: 'Every endpoint needs a key, but version 4 is hardly described',
    sides: [
      { section: '5', says: 'Every endpoint requires a valid key.' },
      { section: '9', says: 'Version 4 has one path, of which neither method nor answer is given.' },
    ],
    problem: 'Section 4 says of its own table that all endpoints need a key, and version 4 is not in it.',
    handling:
      'The path of version 4 is asked for by GET. It has to exist and to refuse a request without a key like any other; what it answers otherwise is observed.',
    requirements: ['AUTH-1', 'VERSION-3'],
    gaps: ['GAP-V4-ANSWER'],
  },
];
