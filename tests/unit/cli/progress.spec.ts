import { expect, test } from '@playwright/test';
import { showProgress } from '../../../cli/progress.ts';
import type { Exchange } from '../../../contract/judging/exchange.ts';

/** What is written of one exchange on a terminal of so many columns. */
function shownOn(stream: Partial<NodeJS.WriteStream>): string {
  let text = '';
  const write = (more: string): boolean => {
    text += more;
    return true;
  };
  const progress = showProgress('north', 128, { ...stream, write } as NodeJS.WriteStream);
  progress.onExchange({ endpoint: 'GET /api/v3/extraction_forms_projects' } as Exchange);
  return text.replace('\r\u001b[K', '');
}

const whole = 'north: 1 of at most 128 requests · GET /api/v3/extraction_forms_projects';
const rows: readonly (readonly [string, Partial<NodeJS.WriteStream>, string])[] = [
  ['a narrow terminal', { isTTY: true, columns: 40 }, whole.slice(0, 39)],
  ['a terminal that says nothing of columns', { isTTY: true }, whole],
  ['a file, of which it fills no line yet', {}, ''],
];
for (const [name, stream, text] of rows)
  test(`progress is shown on ${name}`, () => {
    expect(shownOn(stream)).toBe(text);
  });
