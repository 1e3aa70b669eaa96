import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { growthPercent } from '../../../monitor/heap-growth.ts';
import { test } from '../../support/temporary-folder.ts';
import { runMonitor, urlOf } from '../support/running-command.ts';

test('few installations let the heap grow little, and thousands no more than some hundred', () => {
  expect(growthPercent(1)).toBe(52);
  expect(growthPercent(8)).toBe(69);
  expect(growthPercent(200)).toBe(333);
  expect(growthPercent(1_000)).toBe(200);
  expect(growthPercent(5_000)).toBe(67);
});

test('this version of Node.js knows the flag by which the growth is set', () => {
  expect(execFileSync(process.execPath, ['--v8-options'], { encoding: 'utf8' })).toContain(
    '--heap-growing-percent ',
  );
});

test('the command sets the growth for the installations that it monitors', async ({ folder }) => {
  const preload = join(folder, 'show-flags.cjs');
  writeFileSync(
    preload,
    `const v8 = require('node:v8');
     const set = v8.setFlagsFromString;
     v8.setFlagsFromString = (flag) => { set(flag); process.stdout.write(JSON.stringify({ flag }) + '\\n'); };
     require('node:module').syncBuiltinESMExports();`,
  );
  const monitor = runMonitor(folder, { NODE_OPTIONS: `--require=${preload}` });
  await urlOf(monitor);
  monitor.child.kill('SIGTERM');
  await monitor.ended;
  expect(monitor.lines.filter((line) => line.includes('heap-growing'))).toEqual([
    '{"flag":"--heap-growing-percent=52"}',
  ]);
});
