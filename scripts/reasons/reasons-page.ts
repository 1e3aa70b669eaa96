import type { Facts } from '../../contract/facts.ts';
import {
  type FailureCode,
  failureCodes,
  failureRow,
  failureSentence,
  openCodes,
  openMeaning,
} from '../../contract/reasons.ts';
import { severityIds, severityLabel } from '../../contract/severity.ts';

const answered = { key: 'header', status: 200, mediaType: 'application/json', bytes: 120 } as const;
const refused = { key: 'none', status: 401, mediaType: 'application/json', bytes: 25 } as const;

/** Example facts of a failure with each code. */
const samples: Readonly<Record<FailureCode, Facts>> = {
  'no-answer': { key: 'header', failure: 'it took longer than 15 s (TIMEOUT_MS)' },
  undecodable: { key: 'header', status: 200, mediaType: 'application/json' },
  'gateway-error': { key: 'header', status: 502, mediaType: 'text/html', bytes: 150 },
  'server-error': { ...answered, status: 500, said: 'Internal Server Error' },
  'undocumented-status': { ...answered, status: 302 },
  missing: { ...answered, status: 404 },
  'endpoint-refused': { ...answered, status: 403, expected: 'this list to a valid key' },
  'valid-key-refused': { ...refused, key: 'header', said: 'Unauthorized' },
  'key-refused-in-header': { ...refused, key: 'header' },
  'key-refused-in-query': { ...refused, key: 'query' },
  'list-emptied-by-way': { ...answered, way: 'header' },
  'second-key-refused': { ...refused, key: 'second-header', said: 'Unauthorized' },
  'key-refused-by-accept': { ...refused, key: 'header', accept: 'anything' },
  'accepts-missing-key': { ...answered, key: 'none' },
  'accepts-wrong-key': { ...answered, key: 'wrong-header' },
  'accepts-revoked-key': { ...answered, key: 'revoked-header' },
  'not-refused': { key: 'none', status: 200, mediaType: 'text/html', bytes: 2400 },
  'import-checks-no-key': { ...refused, status: 422, body: 'refusable', said: 'The Bundle is empty' },
  'error-as-success': { ...answered, key: 'none' },
  'not-json': { ...answered, mediaType: 'text/html', received: 'it begins with "<html>"' },
  'declared-as-page': { ...answered, mediaType: 'text/html' },
  'error-not-json': { ...refused, mediaType: 'text/html', received: 'it begins with "<html>"' },
  'error-shape': { ...refused, received: 'an error body without `error`' },
  'refusal-message': { ...refused, said: 'Access denied' },
  'throttled-answer-form': {
    key: 'header',
    status: 429,
    mediaType: 'text/plain',
    received: 'an error body that is not JSON (it begins with "Retry later")',
  },
  'no-list': { ...answered, received: 'a string' },
  'entries-without-value': answered,
  'no-record': { ...answered, received: 'an array of 3', expected: 'one citation' },
  'wrong-record': { ...answered, id: 'second', received: 'the citation of another id' },
  'wrong-answer-to-unknown-id': { ...answered, id: 'unknown', received: 'null' },
  'wrong-fhir-type': {
    ...answered,
    received: 'a resource of type "List"',
    expected: 'a FHIR ArtifactAssessment',
  },
  'fhir-invalid': {
    ...answered,
    issues: [
      {
        level: 'cardinality',
        path: 'Bundle.entry.resource.status',
        message: 'is missing: at least 1 is needed',
        count: 12,
      },
    ],
  },
  'other-user-by-way': { ...answered, key: 'query' },
  'same-user-for-other-key': { ...answered, key: 'second-header' },
  'import-not-created': { ...answered, status: 200 },
  'import-names-nothing': { ...answered, status: 201 },
  'import-names-unknown': {
    ...answered,
    status: 404,
    recordId: '4711',
    others: ['GET /api/v3/citations/:id'],
  },
  'other-path-of-version-4': { ...answered, path: '/api/v4/citations' },
};

/** The text of docs/reasons.md. */
export function reasonsPage(): string {
  const rows = severityIds.flatMap((severity) =>
    failureCodes.filter((code) => failureRow(code)?.severity === severity),
  );
  return `# Reasons

Every verdict that is not a pass has a \`reason\` in \`run.json\`: a permanent code, and facts ([schema](../schemas/run.schema.json)).
Failures with the same code and the same cause are one finding. \`npm run settings\` writes this page from \`contract/reasons.ts\`.
Each code has its headline and an example. \`npm run checks -- CODE\` and every report say what developers, operators and
administrators can do.

## Failures, the most severe first

${rows.map(section).join('\n')}
## Neither a pass nor a failure

| code | meaning |
| --- | --- |
${openCodes.map((code) => `| \`${code}\` | ${openMeaning(code)} |`).join('\n')}
`;
}

function section(code: FailureCode): string {
  const row = failureRow(code);
  if (row === undefined) return '';
  const { severity, headline, explainedBy = [], isOfSameRequest = false } = row;
  const endpoint = code.startsWith('import') ? 'POST /api/v3/fhir_imports' : 'GET /api/v3/citations/:id';
  const explained =
    explainedBy.length === 0
      ? ''
      : `\nPart of another finding if the same ${isOfSameRequest ? 'request' : 'endpoint'} has ${explainedBy.map((one) => `\`${one}\``).join(', ')}.\n`;
  return `### \`${code}\`

${headline} (${severityLabel(severity).toLowerCase()}).

> ${failureSentence(endpoint, code, samples[code])}
${explained}`;
}
