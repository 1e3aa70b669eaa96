import { expect, test } from '@playwright/test';
import { explain, names, whyNotExplained } from '../../../cli/checks/explain.ts';
import { listChecksOf, listEverything } from '../../../cli/checks/list.ts';
import { terminalOf } from '../../../cli/terminal.ts';
import { endpoints } from '../../../contract/document/endpoints.ts';
import { faults } from '../../../reference-server/faults/index.ts';
import { widthOf } from '../../../reports/console/layout.ts';

test('every check, requirement, gap and reason code is listed and can be explained, in any letter case', () => {
  const list = listEverything(100);
  expect(names.filter((name) => !list.includes(`  ${name} `))).toEqual([]);
  const unexplained = names.filter(
    (name) => explain(name.toUpperCase(), faults, 200)?.startsWith(name) !== true,
  );
  expect(unexplained).toEqual([]);
  expect(explain('AUTH-999', faults, 200)).toBeUndefined();
});

test('the explanation of a requirement shows the checks that judge it and the faults that break it', () => {
  const text = explain('AUTH-9', faults, 200) ?? '';
  expect(text).toContain('AUTH-9, section 5 of the document\n  A request without a valid key');
  expect(text).toContain(`  auth.no-key-rejected at all its ${endpoints.length} endpoints\n`);
  expect(text).toContain('  any-query-key-accepted (everywhere): ');
});

test('the explanation of a reason code shows the problem and what each role can do about it', () => {
  const text = explain('accepts-wrong-key', faults, 200) ?? '';
  expect(text).toContain(
    'accepts-wrong-key: why a verdict is a failure\n  A key that is not valid is let in (Open door).',
  );
  expect(text).toContain('\nWhat a developer of the service does\n  Compare the whole key');
  expect(text).toContain('\nWhat an operator does\n  Take it off the network');
  expect(text).toContain('\nWhat an administrator does\n  Take it off the network');
  expect(text).toMatch(/\n {2}accepts-missing-key\n/);
  expect(explain('no-second-key', faults, 200)).toContain('SECOND_API_KEY');
  expect(text).toContain('Part of another finding if the same endpoint has');
  expect(explain('not-json', faults, 200)).toContain('Part of another finding if the same request has');
});

test('the explanation of a gap says which change is breaking drift', () => {
  expect(explain('GAP-LIST-FIELDS', faults, 200)).toContain('what disappears is breaking drift');
  expect(explain('GAP-ID-FORMAT', faults, 200)).toContain(
    'an answer with none of the earlier kinds is breaking drift',
  );
  expect(explain('GAP-FHIR-RELEASE', faults, 200)).not.toContain('breaking drift');
});

test('the explanation of a check shows its endpoints, requirements and requests', () => {
  const text = explain('auth.no-key-rejected', faults, 200) ?? '';
  expect(text).toContain('\n  GET /api/v3/users\n');
  expect(text).toContain('\n  AUTH-9 (section 5): A request without');
  expect(text).toContain('What it asks, at GET /api/v3/projects\n  refused: none\n');
});

/** The lines that are too wide, except for single words longer than a line. */
function tooWide(text: string, width: number): readonly string[] {
  return text.split('\n').filter((line) => widthOf(line) > width && line.trim().includes(' '));
}

test('an explanation fits the width of the terminal', () => {
  for (const width of [50, 100]) {
    const wide = names.flatMap((name) => tooWide(explain(name, faults, width) ?? '', width));
    expect(wide).toEqual([]);
  }
  expect(explain('AUTH-9', faults, 50)).toContain('\n  any-query-key-accepted (everywhere): ');
});

test('the list fits the width of the terminal, which is taken as 100 if it is unknown', () => {
  const output = { isTTY: true, columns: 0 } as NodeJS.WriteStream;
  expect(terminalOf(output, {}).width).toBe(100);
  for (const width of [60, 100]) expect(tooWide(listEverything(width), width)).toEqual([]);
});

test('a topic or an endpoint shows the list of its checks with their titles', () => {
  const topic = listChecksOf('auth', 100) ?? '';
  expect(topic).toMatch(/^auth: \d+ checks\n/);
  expect(topic).toMatch(/\n {2}auth\.no-key-rejected +\w/);
  expect(topic).toMatch(/\nExplain one of them: evidence-contract checks NAME\n$/);
  expect(listChecksOf('citations', 100)).toMatch(/\n {2}success\.list-kind +\w/);
  for (const width of [60, 100]) expect(tooWide(listChecksOf('users', width) ?? '', width)).toEqual([]);
  expect(listChecksOf('AUTH-999', 100)).toBeUndefined();
});

test('an unknown name gets a suggestion if one is similar, and otherwise a hint at the list', () => {
  expect(whyNotExplained('auth.nokey')).toBe(
    'Nothing is named "auth.nokey". Did you mean auth.no-key-rejected?',
  );
  expect(whyNotExplained('ATUH-9')).toBe('Nothing is named "ATUH-9". Did you mean AUTH-9?');
  expect(whyNotExplained('x'.repeat(99))).toMatch(
    /^Nothing is named "x{60}"\. `evidence-contract checks` lists all that can be explained\.$/,
  );
});
