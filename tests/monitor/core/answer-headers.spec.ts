import { expect, test } from '@playwright/test';
import type { RecordedExchange } from '../../../engine/record/run-record.ts';
import { detailColumnsOf, detailOf } from '../../../monitor/history/run-columns.ts';
import type { KeptFailure } from '../../../monitor/model.ts';
import { exchangeViews } from '../../../monitor/pages/run/data.ts';
import { renderRun } from '../../../monitor/pages/run/view.ts';
import { runDetailFrom } from '../../../monitor/state/run-facts.ts';
import { exchange, record, users, verdict } from '../../support/records.ts';
import { runView } from '../pages/sample-views.ts';
import { sampleCommit, sampleFailure } from '../support/sample-runs.ts';

const { detail } = sampleCommit();
const failedWith = (headers: Readonly<Record<string, string>> | undefined, check = 'a'): KeptFailure => ({
  ...sampleFailure,
  check,
  evidence: { ...sampleFailure.evidence, ...(headers === undefined ? {} : { headers }) },
});

test('stored failures keep their response headers, which may be missing; identical headers are stored once', () => {
  const ids = { 'x-request-id': 'r-1', date: 'today' };
  const failures = [
    failedWith(undefined),
    failedWith(ids, 'b'),
    failedWith(ids, 'c'),
    failedWith({ date: 'x' }, 'd'),
  ];
  const { columns, documents } = detailColumnsOf({ ...detail, failures });
  const bodies = new Map(documents.map(({ id, body }) => [id, body]));
  expect(detailOf(columns, bodies).failures).toEqual(failures);
  expect(columns.failures.split('r-1')).toHaveLength(2);
});

test('a failure has the same document id in every run, regardless of its response headers', () => {
  const idOf = (id: string) =>
    detailColumnsOf({ ...detail, failures: [failedWith({ 'x-request-id': id })] }).documents[0]?.id;
  expect(idOf('r-1')).toBe(idOf('r-2'));
});

test('a run keeps the response headers of the first failure of each check, for at most 12 exchanges', () => {
  const checks = Array.from({ length: 20 }, (_, index) => `check-${index}`);
  const failed = checks.flatMap((check, index) => [
    verdict(check, users, 'fail', { exchange: `e${index}` }),
    verdict(check, users, 'fail', { exchange: `second-${index}` }),
  ]);
  const asked = failed.map(
    ({ exchange: id = '' }): RecordedExchange => exchange(id, users, { headers: { 'x-request-id': id } }),
  );
  const kept = runDetailFrom(record(failed, { exchanges: asked })).failures.flatMap(({ evidence }) =>
    evidence?.headers === undefined ? [] : [evidence.headers['x-request-id']],
  );
  expect(kept).toEqual(checks.slice(0, 12).map((_, index) => `e${index}`));
});

test('an exchange with several failures shows the evidence that has headers', () => {
  const shown = failedWith({ 'x-request-id': 'r-1' }, 'b').evidence;
  const one = {
    endpoint: 'GET /api/v3/citations',
    method: 'GET',
    path: '/api/v3/citations',
    key: 'header',
    status: 500,
    startMs: 0,
    phasesMs: { total: 1 },
    bytes: 1,
  } as const;
  const withKey = ({ evidence, ...rest }: KeptFailure): KeptFailure =>
    evidence === undefined ? rest : { ...rest, evidence: { ...evidence, key: 'header' } };
  const failures = [failedWith(undefined), failedWith({ 'x-request-id': 'r-1' }, 'b')].map(withKey);
  expect(exchangeViews([one], failures)[0]?.evidence).toEqual({ ...shown, key: 'header' });
});

test('the run page summarizes response headers by request id, and gives each list of them a unique element id', async () => {
  const page = String(await renderRun(runView()));
  expect(page).toContain('<summary>3 response headers, <code>x-request-id: 7f9c2a</code></summary>');
  const ids = [...page.matchAll(/ id="(headers-[^"]*)"/g)].map(([, id]) => id);
  expect(ids.length).toBeGreaterThan(0);
  expect(new Set(ids).size).toBe(ids.length);
});
