import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { failureCodes, failureRow } from '../../../contract/reasons.ts';
import { severityIds } from '../../../contract/severity.ts';

test('every severity is that of a reason', () => {
  const used = new Set(failureCodes.map((code) => failureRow(code)?.severity));
  expect(severityIds.filter((id) => !used.has(id))).toEqual([]);
});

test('the schema of the run record and docs/reports.md list the same severities', () => {
  const textOf = (name: string): string => readFileSync(new URL(`../../../${name}`, import.meta.url), 'utf8');
  const [, list = ''] = /"enum": \[([^\]]*"open-door"[^\]]*)\]/.exec(textOf('schemas/run.schema.json')) ?? [];
  expect([...list.matchAll(/"([^"]+)"/g)].map(([, name]) => name)).toEqual([...severityIds]);
  const [table = ''] = /\| `open-door`[\s\S]*?\n\n/.exec(textOf('docs/reports.md')) ?? [];
  expect([...table.matchAll(/^\| `([^`]+)`/gm)].map(([, name]) => name)).toEqual([...severityIds]);
});
