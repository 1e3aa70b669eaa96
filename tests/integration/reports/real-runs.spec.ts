import { createServer } from 'node:http';
import { expect, test } from '@playwright/test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Installation } from '../../../engine/configuration/installation.ts';
import { withFindings } from '../../../engine/record/findings.ts';
import { readRecord } from '../../../engine/record/read-stored.ts';
import type { RunRecord } from '../../../engine/record/run-record.ts';
import { runInstallation } from '../../../engine/run/run-installation.ts';
import { Secret } from '../../../engine/secret.ts';
import { type ResponseTransform, startReference } from '../../../reference-server/index.ts';
import { renderJunit } from '../../../reports/ci/junit.ts';
import { renderConsole } from '../../../reports/console/run.ts';
import { renderDocument } from '../../../reports/document/report.ts';
import { renderHtml } from '../../../reports/html/run.ts';
import { renderJson } from '../../../reports/json.ts';
import { renderMarkdown } from '../../../reports/markdown/run.ts';
import schema from '../../../schemas/run.schema.json' with { type: 'json' };
import { allKeys, makeTestInstallation } from '../../support/installation.ts';
import { slow } from '../../support/long.ts';
import { forbidden, hostile } from '../../support/records.ts';
import { serve, whileOpen } from '../../support/serving.ts';
import { sharedBodies } from '../../support/shared-bodies.ts';

const validate = new Ajv2020({ strict: true, allErrors: true }).compile(schema);

/** Turns every 401 into a success with a hostile body. */
const open: ResponseTransform = {
  transformAnswer: (answer) =>
    answer.status === 401
      ? {
          status: 200,
          headers: { 'content-type': 'application/json' },
          body: Buffer.from(`{"x":"${hostile}"`),
        }
      : answer,
};

async function run(
  transforms: readonly ResponseTransform[],
  change: Partial<Installation> = {},
): Promise<RunRecord> {
  return whileOpen(startReference({ rateLimit: 'off', transforms }), async (reference) => {
    const installation = makeTestInstallation({
      name: 'reference',
      baseUrl: reference.baseUrl,
      ...allKeys(reference.keys),
      allowImport: true,
      ...change,
    });
    const { record } = await runInstallation(installation, { bodies: sharedBodies() });
    const shown = [
      renderJson(withFindings(record)),
      renderConsole(record, { colour: true, width: 100, quiet: false }),
      renderMarkdown(record),
      renderHtml(record),
      renderDocument(record),
      renderJunit(record),
    ];
    for (const key of Object.values(reference.keys)) {
      for (const text of shown) expect(text.includes(key.slice(0, 8))).toBe(false);
    }
    return record;
  });
}

/** An address at which nothing listens any more. */
async function deadAddress(): Promise<string> {
  const { baseUrl, close } = await serve(createServer());
  await close();
  return baseUrl;
}

const runs: readonly {
  readonly what: string;
  readonly state: RunRecord['state'];
  readonly make: () => Promise<RunRecord>;
}[] = [
  { what: 'a passing run', state: 'conforming', make: () => run([]) },
  { what: 'a failing run', state: 'violating', make: () => run([open]) },
  {
    what: 'a run over an unreachable installation',
    state: 'unreachable',
    make: async () => run([], { baseUrl: await deadAddress() }),
  },
  {
    what: 'a run with a rejected key',
    state: 'key-rejected',
    make: () => run([], { key: new Secret('no-such-key-0123456789') }),
  },
];

for (const { what, state, make } of runs) {
  test(`the record of ${what} matches its schema and is read back unchanged`, slow, async () => {
    const record = withFindings(await make());
    expect(record.state).toBe(state);
    expect(record.findings?.length === 0).toBe(state === 'conforming');
    const written: unknown = JSON.parse(renderJson(record));
    expect(validate(written), JSON.stringify(validate.errors?.slice(0, 3))).toBe(true);
    expect(readRecord(renderJson(record))).toEqual(written);
    const console = renderConsole(record, { colour: false, width: 100, quiet: false });
    expect(console).not.toMatch(forbidden);
    if (record.cause !== undefined) expect(console).toBe(`✗ reference: ${record.cause}\n`);
  });
}

test('the schema rejects a record with an extra, missing or invalid field', slow, async () => {
  const record = await run([]);
  const wrong: readonly object[] = [
    { ...record, extra: 1 },
    { ...record, coverage: 1.1 },
    { ...record, formatVersion: 2 },
    { ...record, verdicts: record.verdicts.map((verdict) => ({ ...verdict, outcome: 'ok' })) },
    { ...record, exchanges: record.exchanges.map(({ curl: _, ...rest }) => rest) },
    { ...record, observations: [{ gap: 'GAP-X', endpoint: 'projects', answer: '' }] },
  ];
  expect(wrong.map((one) => validate(JSON.parse(JSON.stringify(one))))).toEqual(wrong.map(() => false));
});

test(
  'without ALLOW_IMPORT no requirement about imports passes, but a missing endpoint still fails',
  slow,
  async () => {
    const record = await run([], { allowImport: false });
    const ofImports = ['SERVICE-5', 'RESOURCE-10', 'IMPORT-1', 'ENDPOINT-11', 'RULE-2'];
    const decided = record.verdicts.filter(({ outcome }) => outcome === 'pass');
    expect(
      decided.flatMap(({ requirements }) => requirements).filter((id) => ofImports.includes(id)),
    ).toEqual([]);
    const missing: ResponseTransform = {
      transformAnswer: (answer, { endpoint }) =>
        endpoint === 'POST /api/v3/fhir_imports'
          ? { ...answer, status: 404, body: { error: 'Not Found' } }
          : answer,
    };
    const without = await run([missing], { allowImport: false });
    const failed = without.verdicts.filter(({ outcome }) => outcome === 'fail');
    expect(failed.flatMap(({ requirements }) => requirements)).toEqual(
      expect.arrayContaining(['RESOURCE-10', 'ENDPOINT-11']),
    );
  },
);
