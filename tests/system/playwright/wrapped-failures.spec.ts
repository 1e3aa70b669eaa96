import { stripVTControlCharacters } from 'node:util';
import { expect, test } from '@playwright/test';
import { long } from '../../support/long.ts';
import { ownTests } from './consumer.ts';
import { runServed } from './served.ts';

test('failures are wrapped to the width of the terminal, except for their curl line', long, async () => {
  test.slow();
  const folder = ownTests(
    { 'is refused': `expect(await ask('GET /api/v3/projects', { key: 'none' })).toRefuseKey();` },
    {
      'contract/contract.spec.ts':
        "import { contractTests } from 'evidence-contract/playwright';\ncontractTests({ only: ['auth'] });\n",
    },
  );
  const faults = ['refusal-as-success'] as const;
  const { stdout } = await runServed(folder, [], { faults, settings: { PLAYWRIGHT_FORCE_TTY: '70' } });
  const lines = stripVTControlCharacters(stdout).split('\n');
  const first = lines.findIndex((line) =>
    line.startsWith('    Error: GET /api/v3/projects without a key was'),
  );
  expect(lines[first + 1]).toMatch(/^ {4}\S.*/);
  expect(lines.filter((line) => / {6}endpoints: /.test(line))).not.toEqual([]);
  const ours = lines.filter((line) =>
    /^ {4}(Error: )?(GET|At|\S.*the document)|^ {6}(endpoints|check|body): /.test(line),
  );
  expect(ours.length).toBeGreaterThan(4);
  expect(ours.filter((line) => line.length > 70)).toEqual([]);
});
