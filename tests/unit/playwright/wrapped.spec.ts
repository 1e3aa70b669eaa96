import { expect, test } from '@playwright/test';
import { columnsOf, wrapped } from '../../../playwright/errors.ts';

const text = [
  'At 3 endpoints a request without a key was answered with status 200; the document promises a 4xx answer.',
  '  endpoints: GET /api/v3/projects, GET /api/v3/citations, GET /api/v3/users',
  '',
  '  check auth.no-key-rejected, requirements AUTH-9',
  '  repeat: curl --silent --include --max-time 15 https://research.example/api/v3/projects?project_id=1',
].join('\n');

test('a failure is wrapped at the width of the terminal, and its command line stays whole', () => {
  expect(wrapped(text, 71)).toBe(
    [
      'At 3 endpoints a request without a key was answered with',
      'status 200; the document promises a 4xx answer.',
      '  endpoints: GET /api/v3/projects, GET /api/v3/citations,',
      '    GET /api/v3/users',
      '',
      '  check auth.no-key-rejected, requirements AUTH-9',
      text.split('\n').at(-1),
    ].join('\n'),
  );
});

test('a failure is not wrapped if the width is unknown, and never below 40 columns', () => {
  for (const columns of [0, Number.NaN]) expect(wrapped(text, columns)).toBe(text);
  expect(
    Math.max(
      ...wrapped(text, 1)
        .split('\n')
        .slice(0, -1)
        .map((line) => line.length),
    ),
  ).toBe(40);
});

const terminals: readonly (readonly [number | undefined, string | undefined, number | undefined])[] = [
  [120, undefined, 120],
  [120, '', 120],
  [120, 'true', 120],
  [120, '60', 60],
  [undefined, '60x20', 60],
  [120, 'false', undefined],
  [120, '0', undefined],
  [0, undefined, undefined],
  [undefined, undefined, undefined],
];
for (const [columns, forced, expected] of terminals)
  test(`a terminal of ${columns} columns with PLAYWRIGHT_FORCE_TTY=${forced} has the width ${expected}`, () => {
    expect(columnsOf(columns === undefined ? {} : { columns }, forced)).toBe(expected);
  });
