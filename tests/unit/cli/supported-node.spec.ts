import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { oldestNode, refusalOfNode } from '../../../application/supported-node.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

test('a Node.js version before 20.19 is refused in one sentence', () => {
  const cases = [
    ['18.20.8', false],
    ['20.18.3', false],
    ['20.19.0', true],
    ['20.20.2', true],
    ['22.0.0', true],
    ['24.21.0', true],
    ['9.99.9', false],
  ] as const;
  expect(cases.filter(([version, runs]) => (refusalOfNode(version) === undefined) !== runs)).toEqual([]);
  expect(refusalOfNode('18.20.8')).toBe(
    'evidence-contract needs Node.js 20.19 or later; this is Node.js 18.20.8.\n',
  );
});

test('the oldest supported version equals "engines" in package.json', () => {
  const { engines } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as {
    readonly engines: { readonly node: string };
  };
  expect(engines.node).toBe(`>=${oldestNode}`);
});

test('each entry point of the package refuses an old Node.js version before it loads anything else', () => {
  for (const entry of ['library/index.ts', 'library/reference.ts', 'playwright/index.ts']) {
    const first = /^(?:import|export) [^;]*;/m.exec(readFileSync(`${root}${entry}`, 'utf8'))?.[0];
    expect(first, entry).toMatch(/^import '[./a-z]*\/refuse-old-node\.ts';$/);
  }
});
