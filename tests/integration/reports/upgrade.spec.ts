import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { endpoints } from '../../../contract/document/endpoints.ts';
import type { RunRecord } from '../../../engine/record/run-record.ts';
import { runInstallation } from '../../../engine/run/run-installation.ts';
import { faults } from '../../../reference-server/faults/index.ts';
import { type ResponseTransform, startReference } from '../../../reference-server/index.ts';
import type { JsonFields } from '../../../reference-server/json.ts';
import { everywhere, transformBody } from '../../../reference-server/transform-builders.ts';
import { compareRecords } from '../../../reports/comparison/compare.ts';
import { renderComparisonSet } from '../../../reports/comparison/text.ts';
import { viewOf } from '../../../reports/comparison/view.ts';
import { allKeys, makeTestInstallation } from '../../support/installation.ts';
import { setOf } from '../../support/records.ts';
import { whileOpen } from '../../support/serving.ts';
import { sharedBodies } from '../../support/shared-bodies.ts';

type Place = Parameters<ReturnType<typeof transformBody>>[0];

const seed = {
  first: 'Ax7Qk2Lm9Tp4Vb8Rn3Wd',
  second: 'Bx7Qk2Lm9Tp4Vb8Rn3Wd',
  revoked: 'Cx7Qk2Lm9Tp4Vb8Rn3Wd',
};

async function check(transforms: readonly ResponseTransform[]): Promise<RunRecord> {
  return whileOpen(startReference({ rateLimit: 'off', transforms, keys: seed }), async (reference) => {
    const installation = makeTestInstallation({
      name: 'reference',
      baseUrl: reference.baseUrl,
      ...allKeys(reference.keys),
    });
    return withoutNoise((await runInstallation(installation, { bodies: sharedBodies() })).record);
  });
}

/** Changes every record in the successful answers of an endpoint, or of all endpoints. */
function eachRecord(at: Place, change: (fields: JsonFields) => JsonFields): ResponseTransform {
  const changed = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(changed)
      : typeof value === 'object' && value !== null && !('resourceType' in value)
        ? change(value as JsonFields)
        : value;
  return transformBody((body) => changed(body) as JsonFields)(at);
}

function fault(name: string): ResponseTransform {
  const found = faults.find((one) => one.name === name);
  if (found === undefined) throw new Error(`No fault is named ${name}.`);
  return found.transform(found.at);
}

const renamed = (at: Place, from: string, to: string) =>
  eachRecord(at, ({ [from]: value = null, ...rest }) => ({ ...rest, [to]: value }));
const dropped = (at: Place, name: string) => eachRecord(at, ({ [name]: _, ...rest }) => rest);
const added = (at: Place, name: string) => eachRecord(at, (fields) => ({ ...fields, [name]: 'new here' }));
const idsAsStrings = eachRecord(everywhere, (fields) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      (name === 'id' || name.endsWith('_id')) && typeof value === 'number' ? String(value) : value,
    ]),
  ),
);
const slow = (at: Place, ms: number): ResponseTransform => ({
  transformAnswer: async (answer, request) => {
    if (request.endpoint === at) await sleep(ms);
    return answer;
  },
});

const delayMs = 300;
const slowEndpoint = 'GET /api/v3/extractions';

/** Removes the timing noise of this machine: of the times, only the deliberate delay is left. */
function withoutNoise(record: RunRecord): RunRecord {
  const exchanges = record.exchanges.map(({ lagMs: _, ...one }) => {
    const isDelayed = one.endpoint === slowEndpoint && fastestAt(slowEndpoint, record) >= delayMs - 5;
    return { ...one, phasesMs: { total: isDelayed ? delayMs + 20 : 20 } };
  });
  return { ...record, exchanges };
}

function fastestAt(endpoint: string, { exchanges }: RunRecord): number {
  const own = exchanges.filter((one) => one.endpoint === endpoint && one.status !== undefined);
  return Math.min(...own.map(({ phasesMs }) => phasesMs.total));
}

/** The items of a comparison, one per line. */
function itemsOf(before: RunRecord, after: RunRecord): readonly string[] {
  return viewOf(compareRecords(before, after)).sections.flatMap(({ title, items }) =>
    items.map(({ label, sentence }) => `${title} | ${label === undefined ? '' : `${label}: `}${sentence}`),
  );
}

const upgrade = [
  idsAsStrings,
  renamed('GET /api/v3/citations', 'journal', 'publication'),
  dropped('GET /api/v3/citations', 'doi'),
  added('GET /api/v3/citations', 'language'),
  slow(slowEndpoint, delayMs),
];

const seven = [
  /^Changed for clients \| Breaking: The fields "id", "project_id", "citation_id" were numbers and are now strings\.$/,
  /^Changed for clients \| Breaking: The field "journal" is now called "publication"\.$/,
  /^Changed for clients \| Breaking: The field "doi" is gone\.$/,
  /^Changed for clients \| Additive: The field "language" is new\.$/,
  /^Slower \| GET \/api\/v3\/extractions: median 20 ms before, 320 ms now; p95 20 ms before, 320 ms now \(\d and \d samples, which are few\)\.$/,
];

/** A fault before the upgrade and another after it, each with its sentences, and a side effect of the second. */
const pairs: readonly (readonly [
  fixed: string,
  was: readonly RegExp[],
  made: string,
  is: RegExp,
  also?: RegExp,
])[] = [
  [
    'users-crash',
    [/^Fixed \| Outage: The service fails\.$/],
    'refusal-as-html',
    /^Newly broken \| Wrong form: An error is not JSON\.$/,
    // Imports are not allowed, so the import answers with nothing but such pages.
    /^Not asked for this time \| 1 check: Imports are not allowed here \(ALLOW_IMPORT\); they cannot be undone\.$/,
  ],
  [
    'extractions-error-as-html',
    // Without its list, a single extraction was not requested.
    [/^Fixed \| Not shown: An endpoint was not shown to work\.$/, /^Fixed \| Wrong form: /],
    'assessments-any-bearer-accepted',
    /^Newly broken \| Open door: /,
  ],
];

test.describe('a simulated upgrade', () => {
  for (const [fixed, was, made, is, also] of pairs) {
    test(`is reported with exactly its changes: ${fixed} fixed, ${made} broken`, async () => {
      const before = await check([fault(fixed)]);
      const after = await check([...upgrade, fault(made)]);
      const items = itemsOf(before, after);
      const expected = [
        is,
        ...seven.slice(0, 4),
        ...was,
        ...seven.slice(4),
        ...(also === undefined ? [] : [also]),
      ];
      expect(items, items.join('\n')).toEqual(expected.map((one) => expect.stringMatching(one)));
    });
  }

  test('that changes nothing is reported as "Nothing broke. Nothing changed."', async () => {
    const text = renderComparisonSet(setOf(compareRecords(await check([]), await check([]))), {
      colour: false,
      width: 120,
    });
    expect(text).toMatch(/^✓ Nothing broke\. Nothing changed\.\n/);
    expect(text).toContain(`  - Yes: the other ${endpoints.length - 1} endpoints\n`);
  });
});
