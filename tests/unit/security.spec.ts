import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';

const root = new URL('../../', import.meta.url);
const textOf = (file: string): string => readFileSync(new URL(file, root), 'utf8');

const rows = textOf('SECURITY.md')
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .slice(2)
  .map((line) => line.slice(2, -2).split(' | '));

test.describe('The threat model', () => {
  test('has rows of four cells', () => {
    expect(rows.length).toBeGreaterThan(10);
    for (const cells of rows) expect(cells, cells[0]).toHaveLength(4);
  });

  for (const [who = '', what = '', , shownBy = ''] of rows) {
    test(`names tests that there are: ${who}, ${what}`, () => {
      const named = [...shownBy.matchAll(/`(tests\/[^`]+\.spec\.ts)`: ([^;]+?)(?=;|$)/g)];
      expect(named.length).toBeGreaterThan(0);
      for (const [, file = '', title = ''] of named) {
        // Titles of tables are templates: what is named here is a part without a value in it.
        const part = title.trim();
        const titles = [...textOf(file).matchAll(/\b(?:test|describe)\(\s*(.+)/g)].map(
          ([, line = '']) => line,
        );
        expect(part.length).toBeGreaterThan(10);
        expect(
          titles.some((line) => line.includes(part)),
          `${part} in ${file}`,
        ).toBe(true);
      }
    });
  }
});
