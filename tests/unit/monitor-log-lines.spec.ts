import { stripVTControlCharacters } from 'node:util';
import { expect, test } from '@playwright/test';
import { readableLog } from '../../monitor/log.ts';

const time = '2026-03-01T12:34:56.789Z';
const clock = new Date(time).toTimeString().slice(0, 8);

function linesOf(event: object, colour = false): string {
  let lines = '';
  const log = readableLog({ write: (text) => (lines += text) }, { colour });
  log.write(`${JSON.stringify({ level: 30, time, ...event })}\n`);
  return lines;
}

const running = {
  url: 'http://127.0.0.1:9470',
  history: 'sqlite',
  version: '1.2.3',
  msg: 'the monitor is running',
};
const cases: readonly (readonly [name: string, event: object, lines: string])[] = [
  [
    'the start of the monitor, its address first',
    running,
    '\n  http://127.0.0.1:9470\n\nHistory: sqlite, suite 1.2.3. Ctrl+C ends it.\n',
  ],
  [
    'a change of state',
    { installation: 'staging', from: 'unknown', to: 'conforming', run: '0mw', msg: 'state changed' },
    `${clock}  staging           state changed  unknown → conforming  run=0mw\n`,
  ],
  [
    'a warning',
    { level: 40, url: 'http://127.0.0.1:9470', msg: 'set MONITOR_URL' },
    `${clock}  warning: set MONITOR_URL  url=http://127.0.0.1:9470\n`,
  ],
  [
    'an error with a list',
    { level: 50, problems: ['a: b', 'c'], msg: 'the old one stays' },
    `${clock}  error: the old one stays  problems=["a: b","c"]\n`,
  ],
  [
    'control characters as replacement characters',
    { reason: '\u001b]0;owned\u0007 and\nmore', msg: 'it broke' },
    `${clock}  it broke  reason=�]0;owned� and more\n`,
  ],
];
for (const [name, event, lines] of cases)
  test(`the log on a terminal shows ${name}`, () => {
    expect(linesOf(event)).toBe(lines);
    expect(stripVTControlCharacters(linesOf(event, true))).toBe(lines);
  });
