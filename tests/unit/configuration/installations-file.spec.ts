import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import {
  type InstallationsFile,
  readInstallationsFile,
} from '../../../engine/configuration/installations-file.ts';
import { installationsOf } from '../../../engine/configuration/make-installation.ts';
import type { Problem } from '../../../engine/configuration/problems.ts';
import { emptyFolder } from '../../support/temporary-folder.ts';

/** The content of a file, and the mistakes in it as "place: message". */
function read(
  text: string,
  { variables = {}, only }: { readonly variables?: Record<string, string>; readonly only?: string } = {},
): { readonly file: InstallationsFile; readonly mistakes: readonly string[] } {
  const path = join(emptyFolder(), 'installations.yaml');
  writeFileSync(path, text);
  const problems: Problem[] = [];
  const file = readInstallationsFile(path, 'file', { variables, problems, only, onlyFrom: '--installation' });
  return { file, mistakes: problems.map(({ place, message }) => `${place}: ${message}`) };
}

/** An installation of a file, in a few lines. */
function entry(name: string, ...lines: readonly string[]): string {
  return [
    `- name: ${name}`,
    '  baseUrl: https://a.example',
    '  apiKey: key-of-it',
    ...lines.map((line) => `  ${line}`),
  ]
    .map((line) => `  ${line}\n`)
    .join('');
}

test.describe('An installations file', () => {
  test('is read with the line and the path of each entry and field', () => {
    const { file, mistakes } = read(`monitor: { slo: 0.9 }\ninstallations:\n${entry('a')}${entry('b')}`);
    expect(mistakes).toEqual([]);
    expect(file.monitor).toEqual({ slo: 0.9 });
    expect(file.entries.map(({ fields }) => fields.name)).toEqual(['a', 'b']);
    const [first, second] = file.entries;
    expect(first?.isIncomplete).toBe(false);
    expect(second?.placeOf()).toBe('file, line 6 (installations.1)');
    expect(second?.placeOf('apiKey')).toBe('file, line 8 (installations.1.apiKey)');
    // A missing field has the line of its entry.
    expect(second?.placeOf('pace')).toBe('file, line 6 (installations.1.pace)');
    expect(file.placeInMonitor?.('slo')).toBe('file, line 1 (monitor.slo)');
  });

  test('has no monitor settings if it has no monitor block', () => {
    expect(read(`installations:\n${entry('a')}`).file).not.toHaveProperty('monitor');
  });

  const empty: readonly (readonly [name: string, text: string, mistake: RegExp])[] = [
    ['no content', '', /^file(, line 1)?: /],
    ['a text only', 'installations', /^file, line 1: /],
    ['null', 'null', /^file, line 1: /],
    ['a monitor block only', 'monitor: {}', /^file, line 1: .*installations/],
  ];
  for (const [name, text, mistake] of empty) {
    test(`with ${name} gives no installations and one mistake`, () => {
      const { file, mistakes } = read(text);
      expect(file.entries).toEqual([]);
      expect(mistakes).toHaveLength(1);
      expect(mistakes[0]).toMatch(mistake);
    });
  }

  test('keeps valid entries and fields next to invalid ones', () => {
    const { file, mistakes } = read(
      `installations:\n  - 7\n  - null\n${entry('a', 'monitor:', '  failAfter: 0', '  slo: 0.9')}${entry('b', 'pace: { x: 1 }')}`,
    );
    expect(mistakes).toHaveLength(4);
    expect(file.entries.map(({ fields, isIncomplete }) => [fields.name, isIncomplete])).toEqual([
      ['a', false],
      ['b', true],
    ]);
    expect(file.entries[0]?.fields.monitor).toEqual({ slo: 0.9 });
    expect(file.entries[1]?.fields).not.toHaveProperty('pace');
  });

  test('drops a whole list with an invalid item, and keeps the rest of the entry', () => {
    const { file, mistakes } = read(`installations:\n${entry('a', 'tags: [x, { y: 1 }]', 'pace: 3')}`);
    expect(mistakes).toHaveLength(1);
    expect(file.entries[0]?.fields).toMatchObject({ name: 'a', pace: 3 });
    expect(file.entries[0]?.fields).not.toHaveProperty('tags');
  });

  test('keeps the valid fields of the common monitor block', () => {
    const { file, mistakes } = read(
      `monitor: { slo: 7, failAfter: 2, maintenance: [{ cron: 1 }] }\ninstallations:\n${entry('a')}`,
    );
    expect(mistakes.length).toBeGreaterThan(1);
    expect(file.monitor).toEqual({ failAfter: 2 });
    expect(file.entries[0]?.isIncomplete).toBe(false);
  });
});

test.describe('Variables in a file', () => {
  const text = (value: string): string => `installations:\n${entry('a', `projectId: ${value}`)}`;

  test('are replaced at every occurrence', () => {
    const { file, mistakes } = read(text("'${A}-${B}-${A}'"), { variables: { A: 'x', B: ' y ' } });
    expect(mistakes).toEqual([]);
    expect(file.entries[0]?.fields.projectId).toBe('x- y -x');
  });

  const wrong: readonly (readonly [value: string, variables: Record<string, string>, message: string])[] = [
    ['$' + '{PROJEKT}', {}, 'The variable PROJEKT is not set.'],
    ['$' + '{PROJEKT}', { PROJECT: 'x' }, 'The variable PROJEKT is not set. Did you mean PROJECT?'],
    ['$' + '{A}', { A: '' }, 'The variable A is set but empty.'],
    ['$' + '{A}', { A: '  ' }, 'The variable A is set but empty.'],
    // A text that is not a variable name may be a secret.
    ['$' + '{sentinelA}', {}, 'The variable in ${…} is not set.'],
    ['$' + '{Asentinel}', {}, 'The variable in ${…} is not set.'],
    ['$' + '{-}', {}, 'The variable in ${…} is not set.'],
    ["'$" + "{}'", {}, 'The variable in ${…} is not set.'],
  ];
  for (const [value, variables, message] of wrong) {
    test(`are reported if they are unset or empty: ${value} with ${JSON.stringify(variables)}`, () => {
      const { file, mistakes } = read(text(value), { variables });
      expect(mistakes).toEqual([`file, line 5 (installations.0.projectId): ${message}`]);
      expect(mistakes.join()).not.toContain('sentinel');
      // A placeholder takes its place, so that nothing else is reported about it.
      expect(file.entries[0]?.fields.projectId).toBe('unset-variable-installations-0-projectId');
    });
  }

  test('leave numbers unchanged', () => {
    const { file, mistakes } = read(`installations:\n${entry('a', 'pace: 3', 'monitor: { slo: 0.5 }')}`);
    expect(mistakes).toEqual([]);
    expect(file.entries[0]?.fields).toMatchObject({ pace: 3, monitor: { slo: 0.5 } });
  });
});

test.describe('If one installation is selected', () => {
  const file = `monitor: { slo: 7 }\ninstallations:\n${entry('a', 'projectId: $' + '{OF_A}', 'paces: 1')}${entry('b', 'projectId: $' + '{OF_B}')}`;

  test('mistakes of other installations are not reported; its own and common ones are', () => {
    const { file: found, mistakes } = read(file, { only: 'b' });
    expect(found.entries.map(({ fields }) => fields.name)).toEqual(['b']);
    expect(mistakes).toHaveLength(2);
    for (const part of ['monitor.slo', 'OF_B']) expect(mistakes.join('\n')).toContain(part);
  });

  test('entries without a name are ignored', () => {
    const { file: found, mistakes } = read(`installations:\n  - 7\n  - { apiKey: x }\n${entry('b')}`, {
      only: 'b',
    });
    expect(found.entries.map(({ fields }) => fields.name)).toEqual(['b']);
    expect(mistakes).toEqual([]);
  });
});

test.describe('Installations of a file', () => {
  const made = (
    text: string,
  ): { readonly names: readonly string[]; readonly mistakes: readonly string[] } => {
    const { file } = read(text);
    const problems: Problem[] = [];
    const all = installationsOf(file.entries, { draft: {}, directory: tmpdir(), problems });
    return {
      names: all.map(({ name }) => name),
      mistakes: problems.map(({ place, message }) => `${place}: ${message}`),
    };
  };

  test('need names that differ in more than letter case', () => {
    expect(made(`installations:\n${entry('a')}${entry('b')}${entry('A')}`)).toEqual({
      names: ['a', 'b', 'A'],
      mistakes: [
        'file, line 8 (installations.2.name): Two installations have the name A. Give each its own.',
      ],
    });
  });

  test('without a usable name are numbered', () => {
    expect(made(`installations:\n${entry('a')}${entry('[x]')}`).names).toEqual(['a', 'installation-2']);
  });

  test('keep their monitor block and its places', () => {
    const { file } = read(
      `installations:\n${entry('a', 'monitor: { locations: { of: [x] } }')}${entry('b')}`,
    );
    const [first, second] = installationsOf(file.entries, { draft: {}, directory: tmpdir(), problems: [] });
    expect(first?.monitor).toEqual({ locations: { of: ['x'] } });
    expect(first?.placeInMonitor?.('locations.of.0')).toBe(
      'file, line 5 (installations.0.monitor.locations.of.0)',
    );
    expect(second).not.toHaveProperty('monitor');
    expect(second).not.toHaveProperty('placeInMonitor');
  });
});
