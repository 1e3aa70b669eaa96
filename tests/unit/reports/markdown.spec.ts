import { expect, test } from '@playwright/test';
import type { RunRecord } from '../../../engine/record/run-record.ts';
import { renderMarkdown } from '../../../reports/markdown/run.ts';
import {
  forbidden,
  grouped,
  hostileDeviations,
  hostileRecord,
  mixed,
  projects,
  record,
  users,
} from '../../support/records.ts';

test('the Markdown report shows the whole run', () => {
  expect(renderMarkdown(mixed)).toBe(`# Contract check: staging

\`http://here.example\`: **Violating: 1 finding (2 failed checks).**

4 of 7 judged, 1 could not be judged, 1 not asked for (revoked key) · 12 requests (1 sent again, 2 throttled) · 2.5 s · tier full · suite 1.2.3 · started 2026-01-02 03:04:05 UTC

| Endpoint | availability | auth | success | fhir | errors | users | import |
| --- | --- | --- | --- | --- | --- | --- | --- |
| GET /api/v3/users | ✓ | ✗ 1 ~ 1 |  |  |  | ? 1 |  |
| GET /api/v3/projects |  | ✗ 1 | ! 1 |  |  |  |  |

✓ holds   ✗ broken   ~ known failure   ? untestable   – skipped   ! fault of the suite

## Findings, the most severe first (1)

### Open door: A request without a key is let in

- At both endpoints a request without a key was answered with status 200 (application/json, 8 bytes); the document promises a 4xx answer to a request without a valid key.
  - Body: \`{"id":1}\`
  - Repeat: \`curl -sS -i 'http://here.example/e1'\`
  - **Administrator, Operator**: Take it off the network or go back to the version before, and tell the developers: strangers can use it.
  - **Developer of the service**: Demand the key before anything else at this endpoint.
  - Checks: \`auth.no-key-rejected\`
- Requirements: AUTH-1 (Every endpoint needs a valid API key.) · AUTH-9 (A request without a valid key gets a 4xx answer with the JSON error body.)

<details><summary>2 failures</summary>

- GET /api/v3/users without a key was answered with status 200 (application/json, 8 bytes); the document promises a 4xx answer to a request without a valid key.
  - Body: \`{"id":1}\`
  - Repeat: \`curl -sS -i 'http://here.example/e1'\`
- GET /api/v3/projects without a key was answered with status 200 (application/json, 8 bytes); the document promises a 4xx answer to a request without a valid key.
  - Body: \`{"id":1}\`
  - Repeat: \`curl -sS -i 'http://here.example/e2'\`

</details>

## Faults of the suite itself: please report them (1)

### \`success.json-body\` (an endpoint returns a JSON body with every success)

- The check itself broke: oh.
- Requirements: AUTH-1 (Every endpoint needs a valid API key.)

## Known failures (1)

- \`auth.wrong-header-key-rejected\` at \`GET /api/v3/users\`: Ticket 7.

## Untestable: something else stood in the way (1)

- 1 × No user came.
  - users.same-user-either-way at GET /api/v3/users

## Skipped: not asked for by the configuration (1)

- 1 × No revoked key is configured.
  - auth.revoked-query-key-rejected at GET /api/v3/users

## Observations

The API document does not say everything: what it leaves open is a gap. Each installation may answer there as it likes, so nothing below is a failure. A client that was written against this installation may rely on its answers all the same, and break where another one, or a later version, answers otherwise.

- Whether the API sets cookies
  - \`no\` at \`GET /api/v3/users\`
  - A client that keeps cookies may be let in by one, long after its key was revoked.
  - \`GAP-COOKIES\`

**1 finding: 1 passed, 2 failed, 1 untestable, 1 skipped, 1 known failure, 1 fault of the suite itself**
`);
});

test('failures with one cause are shown as one finding, and folded', () => {
  const text = renderMarkdown(grouped);
  expect(text).toContain('**Violating: 2 findings (4 failed checks).**');
  expect(text).toContain(`## Findings, the most severe first (2)

### Open door: A request without a key is let in

- At 2 of 3 endpoints a request without a key was answered with status 200 (application/json); the document promises a 4xx answer to a request without a valid key.
  - Endpoints: \`GET /api/v3/users\`, \`GET /api/v3/projects\`
  - Body: \`{"id":1}\`
  - Repeat: \`curl -sS -i 'http://here.example/e1'\`
  - **Administrator, Operator**: Take it off the network or go back to the version before, and tell the developers: strangers can use it.
  - **Developer of the service**: Demand the key before anything else at this endpoint.
  - Checks: \`auth.no-key-rejected\`, \`auth.wrong-header-key-rejected\`
- Requirements: AUTH-1 (Every endpoint needs a valid API key.)

<details><summary>3 failures</summary>

- GET /api/v3/users without a key was answered with status 200 (application/json, 9 bytes); the document promises a 4xx answer to a request without a valid key.
  - Body: \`{"id":1}\`
  - Repeat: \`curl -sS -i 'http://here.example/e1'\`
- GET /api/v3/projects without a key was answered with status 200 (application/json, 10 bytes); the document promises a 4xx answer to a request without a valid key.
  - Body: \`[{"id":2}]\`
  - Repeat: \`curl -sS -i 'http://here.example/e2'\`
- GET /api/v3/users with a wrong key in the header was answered with status 200 (application/json, 9 bytes); the document promises a 4xx answer to a request without a valid key.
  - Body: \`{"id":1}\`
  - Repeat: \`curl -sS -i 'http://here.example/e1'\`

</details>

### Wrong form: Refusals have another message than Unauthorized
`);
  expect(text).toContain('**2 findings: 1 passed, 4 failed, 0 untestable, 0 skipped**');
});

test('if one cause blocked the whole run, the report has no table', () => {
  const text = renderMarkdown(record([], { state: 'unreachable', cause: 'Nothing is there.', coverage: 0 }));
  expect(text).toContain('Nothing is there.');
  expect(text).not.toContain('|');
});

/** The hostile failure again at another endpoint: a finding whose failures are folded. */
const folded: RunRecord = {
  ...hostileRecord,
  verdicts: [
    ...hostileRecord.verdicts,
    ...hostileRecord.verdicts.slice(0, 1).map((one) => ({ ...one, endpoint: projects })),
  ],
};

test('text from an installation cannot open or close a folded section', () => {
  const text = renderMarkdown(folded);
  const [before = '', inside = '', ...rest] = text.split(
    /<details><summary>2 failures<\/summary>|<\/details>/,
  );
  expect(rest).toHaveLength(1);
  for (const part of [before, inside, ...rest])
    expect(part.replace(/(?<!\\)(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)/g, 'CODE')).not.toContain('<');
});

test('text from an installation cannot inject Markdown or HTML', () => {
  const text = renderMarkdown({ ...hostileRecord, tier: 'full' }, hostileDeviations);
  expect(text).not.toMatch(forbidden);
  const outsideCode = text.replace(/(?<!\\)(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)/g, 'CODE');
  expect(outsideCode).toContain('CODE');
  expect(outsideCode).not.toContain('<');
  expect(outsideCode).not.toContain('http://evil');
  expect(outsideCode).not.toMatch(/(?<!\\)\[x|(?<!\\)\*\*bold|@admin/);
  const [, gap = ''] = text.split('## Observations');
  const lines = gap.split('\n').filter((line) => /^\s*- /.test(line));
  expect(lines).toEqual([
    '- Whether the API sets cookies',
    expect.stringMatching(/^ {2}- ``.*`` at `GET \/api\/v3\/users`$/),
    expect.stringMatching(/^ {2}- A client that keeps cookies/),
    '  - `GAP-COOKIES`',
  ]);
});

test('an answer that several endpoints share is said to be that of the endpoints where it shows', () => {
  const observations = [users, projects].map((endpoint) => ({ gap: 'GAP-COOKIES', endpoint, answer: 'no' }));
  expect(renderMarkdown({ ...mixed, observations })).toContain(
    '\n  - `no`: the same at both endpoints where it shows\n',
  );
});
