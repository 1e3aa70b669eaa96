import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import ClosingLine from '../../closing-line.ts';
import { test } from '../../support/temporary-folder.ts';
import { totalsVariable } from '../../support/totals.ts';

test('an error outside of any test counts as a failure and is printed', ({ folder }) => {
  const printed: string[] = [];
  const file = join(folder, 'totals');
  const before = process.env[totalsVariable];
  process.env[totalsVariable] = file;
  try {
    const reporter = new ClosingLine({ write: (text) => printed.push(text) });
    reporter.onError({ message: 'a process that nobody awaited has ended' });
    reporter.onEnd();
  } finally {
    if (before === undefined) delete process.env[totalsVariable];
    else process.env[totalsVariable] = before;
  }
  expect(printed).toEqual(['\nOutside of any test:\na process that nobody awaited has ended\n']);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ passed: 0, failed: 1, skipped: 0 });
});
