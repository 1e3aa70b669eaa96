import { expect, test } from '@playwright/test';
import { leftOutLines } from '../../support/left-out-lines.ts';
import { reasonToLeaveOut } from '../../support/needs.ts';
import { findPart, type Machine, type SystemPartName, systemParts } from '../../support/system-parts.ts';

function machineWith(executables: readonly string[], hidden?: string): Machine {
  const files = [...executables, '/proc/self/status'];
  return {
    environment: {
      PATH: '/usr/local/bin::/usr/bin',
      ...(hidden === undefined ? {} : { HIDDEN_SYSTEM_PARTS: hidden }),
    },
    isExecutable: (file) => executables.includes(file),
    namesIn: (folder) => [
      ...new Set(
        files
          .filter((file) => file.startsWith(`${folder}/`))
          .map((file) => file.slice(folder.length + 1).split('/')[0] ?? ''),
      ),
    ],
    downloadedChromium: '/home/me/.cache/chrome',
  };
}

const postgres = (folder: string): readonly string[] => [`${folder}/initdb`, `${folder}/postgres`];

const searches: readonly (readonly [SystemPartName, readonly string[], string | undefined])[] = [
  ['chromium', ['/home/me/.cache/chrome'], '/home/me/.cache/chrome'],
  ['chromium', ['/home/me/.cache/chrome', '/usr/bin/chromium'], '/usr/bin/chromium'],
  ['chromium', ['/usr/bin/chromium', '/usr/bin/chromium-headless-shell'], '/usr/bin/chromium-headless-shell'],
  ['promtool', ['/usr/bin/prometheus', '/opt/promtool'], undefined],
  ['promtool', ['/usr/bin/promtool', '/usr/local/bin/promtool'], '/usr/local/bin/promtool'],
  [
    'alertmanager',
    ['/usr/bin/alertmanager', '/usr/bin/prometheus-alertmanager'],
    '/usr/bin/prometheus-alertmanager',
  ],
  ['postgresql', ['/usr/lib/postgresql/15/bin/psql', '/usr/bin/initdb'], undefined],
  [
    'postgresql',
    [...postgres('/usr/lib/postgresql/9/bin'), ...postgres('/usr/lib/postgresql/15/bin')],
    '/usr/lib/postgresql/15/bin',
  ],
  ['linux', [], '/proc'],
];
for (const [name, executables, location] of searches) {
  test(`the place of ${name} is ${location ?? 'unknown'} if there is ${executables.join(', ') || 'nothing'}`, () => {
    expect(findPart(name, machineWith(executables))).toBe(location);
  });
}

test('only a part in HIDDEN_SYSTEM_PARTS is reported as missing', () => {
  const machine = machineWith(['/usr/bin/promtool', '/usr/bin/prometheus'], 'chromium,promtool');
  expect(findPart('promtool', machine)).toBeUndefined();
  expect(findPart('prometheus', machine)).toBe('/usr/bin/prometheus');
});

test('an unknown name in HIDDEN_SYSTEM_PARTS is an error', () => {
  expect(() => findPart('linux', machineWith([], 'promtools'))).toThrow(
    'HIDDEN_SYSTEM_PARTS: "promtools" is not one of chromium, promtool, prometheus, alertmanager, postgresql, bash, script, curl, git, linux.',
  );
});

test('each missing part is reported in one line with the number of its tests', () => {
  const names = Object.keys(systemParts) as readonly SystemPartName[];
  expect(leftOutLines([...names, ...names.slice(1)].map(reasonToLeaveOut))).toEqual([
    "Left out: 1 test that needs a browser (no /usr/bin/chromium, and none of Playwright's own: npx playwright install chromium)",
    'Left out: 2 tests that need promtool (no promtool in PATH)',
    'Left out: 2 tests that need Prometheus (no prometheus in PATH)',
    'Left out: 2 tests that need Alertmanager (no prometheus-alertmanager and no alertmanager in PATH)',
    'Left out: 2 tests that need PostgreSQL (no initdb and postgres in /usr/lib/postgresql or PATH)',
    'Left out: 2 tests that need bash (no bash in PATH)',
    'Left out: 2 tests that need script, which makes a terminal (no script in PATH)',
    'Left out: 2 tests that need curl (no curl in PATH)',
    'Left out: 2 tests that need git (no git in PATH)',
    'Left out: 2 tests that need Linux (no /proc/self/status)',
  ]);
  expect(leftOutLines([])).toEqual([]);
});
