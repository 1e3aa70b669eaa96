/** The structure of the API document, in our own words: what each section is about, in its order. */

export interface DocumentSection {
  /** As `section` of requirements and gaps has it. */
  readonly id: string;
  readonly title: string;
  /** What the section states, in a sentence or two. */
  readonly summary: string;
}

export const documentSections: readonly DocumentSection[] = [
  {
    id: '1',
    title: 'Purpose',
    summary:
      'What the service is for, which resources its API gives access to, and what holds for every answer: JSON, success by 200 or 201, errors by 4xx.',
  },
  {
    id: '2',
    title: 'Resources',
    summary:
      'The nine resources with their path segments, which of them are FHIR and which are plain, and what an import has to send. Field names of plain records are left open.',
  },
  {
    id: '3',
    title: 'States',
    summary:
      'No resource has a described life cycle; all that is said is that listed projects are published and accessible.',
  },
  {
    id: '4',
    title: 'Endpoints',
    summary:
      'Thirteen endpoints of version 3 with method, path, payload and answer, and rules for the project Bundle, the import and the statuses of success. Parameters, list shapes and the handling of invalid Bundles are left open.',
  },
  {
    id: '5',
    title: 'Authentication',
    summary:
      'Every endpoint takes the key of a user, in a header or in the query. A key can be replaced, which ends the old one; without a valid key a request is refused.',
  },
  {
    id: '6',
    title: 'Events',
    summary: 'None are described.',
  },
  {
    id: '7',
    title: 'Errors',
    summary:
      'The form of an error: a 4xx status and a JSON body with a short message. Which status each condition has is left open.',
  },
  {
    id: '8',
    title: 'Limits',
    summary:
      'Requests are limited for each client address. Numbers, the form of a throttled answer and sizes are left open.',
  },
  {
    id: '9',
    title: 'Versions',
    summary: 'The version is part of the path. Version 3 is the current one; version 4 has one path alone.',
  },
];

/** The section under which something is shown: the last one that it names. */
export function sectionOf({ section }: { readonly section: string }): string {
  return section.split(', ').at(-1) ?? section;
}
