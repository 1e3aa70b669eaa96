import { expect, test } from '@playwright/test';
import { showProgress } from '../../../cli/progress.ts';
import type { Exchange } from '../../../contract/judging/exchange.ts';

/** What is written after one exchange. */
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
  ['is cut to the width of a narrow terminal', { isTTY: true, columns: 40 }, whole.slice(0, 39)],
  ['is shown on a terminal of unknown width', { isTTY: true }, whole],
  ['is not written to a file after the first request', {}, ''],
];
for (const [name, stream, text] of rows)
  test(`progress ${name}`, () => {
    expect(shownOn(stream)).toBe(text);
  });
