import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { textOf, yamlDocuments } from './operations/files.ts';

interface Service {
  readonly mem_limit?: string;
  readonly entrypoint?: readonly string[];
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

const packageFile = JSON.parse(textOf('package.json')) as {
  readonly scripts: Readonly<Record<string, string>>;
};
const [{ services }] = yamlDocuments('operations/compose.yaml') as readonly [
  { readonly services: Readonly<Record<string, Service>> },
];

/** The most memory that the monitor uses: its heap, two processes that read large bodies, and bodies outside the heaps. */
const mebibyte = 2 ** 20;
const readerThreads = { count: 2, heapMegabytes: 256 };
const buffersMegabytes = 256;

function neededBytes(options: string): number {
  const heap = Number(/--max-old-space-size=(\d+)/.exec(options)?.[1]);
  return (heap + readerThreads.count * readerThreads.heapMegabytes + buffersMegabytes) * mebibyte;
}

/** Bytes of `2g`, `2G`, `2Gi`, `512m`, each with the base 1024, as compose and systemd read them. */
function bytesOf(text: string): number {
  const [, number, unit = ''] = /^(\d+)([mg])i?$/i.exec(text) ?? [];
  return Number(number) * (unit.toLowerCase() === 'g' ? 1024 : 1) * mebibyte;
}

/** The options of Node.js in the image. */
const imageOptions = /NODE_OPTIONS=(\S+)/.exec(textOf('Dockerfile'))?.[1] ?? '';

test('the memory limits of compose file, systemd unit and manifest cover the most that one monitor can use', () => {
  const unit = textOf('operations/systemd/evidence-contract.service');
  const manifest = textOf('operations/kubernetes/evidence-contract.yaml');
  const unitOptions = /^Environment=NODE_OPTIONS=(.+)$/m.exec(unit)?.[1] ?? '';
  expect(neededBytes(imageOptions)).toBeGreaterThan(1024 * mebibyte);
  const limits = [
    [services.monitor?.mem_limit, imageOptions],
    [/^MemoryMax=(.+)$/m.exec(unit)?.[1], unitOptions],
    [/limits: \{ memory: (\w+) \}/.exec(manifest)?.[1], imageOptions],
  ] as const;
  for (const [limit = '', options] of limits)
    expect(bytesOf(limit), limit).toBeGreaterThanOrEqual(neededBytes(options));
  expect(packageFile.scripts.start).toContain(imageOptions);
});

test('every `npm ci` in the image, CI, guides, package.json and systemd unit has --ignore-scripts', () => {
  const places = [
    'Dockerfile',
    '.ci/run',
    'README.md',
    'docs/monitor.md',
    'package.json',
    'operations/systemd/evidence-contract.service',
  ];
  for (const place of places) {
    const commands = [...textOf(place).matchAll(/npm ci\b[^&;\n)`"]*/g)].map(([command]) => command);
    expect(commands.length, place).toBeGreaterThan(0);
    for (const command of commands) expect(command, place).toContain('--ignore-scripts');
  }
});

test('image, compose file and systemd unit require a token for reading from the first start on', () => {
  const create = 'MONITOR_CREATE_READ_TOKEN=true';
  expect(textOf('Dockerfile')).toContain(create);
  expect(textOf('operations/systemd/evidence-contract.service')).toContain(`Environment=${create}`);
  const { monitor, prometheus } = services;
  expect(monitor?.environment?.MONITOR_READ_TOKEN).toMatch(/^\$\{MONITOR_READ_TOKEN:\?/);
  expect(prometheus?.environment?.MONITOR_READ_TOKEN).toBe(monitor?.environment?.MONITOR_READ_TOKEN);
  // The host name that Prometheus uses.
  expect(monitor?.environment?.ALLOWED_HOSTS).toBe('monitor');
});

test('the Prometheus entrypoint in the compose file writes the read token to the file that prometheus.yml names', () => {
  const { entrypoint = [], command = [] } = services.prometheus ?? {};
  const file = /credentials_file: (\S+)/.exec(textOf('operations/prometheus/prometheus.yml'))?.[1] ?? '';
  const folder = test.info().outputPath('token');
  mkdirSync(folder, { recursive: true });
  // Compose escapes $ as $$; the program and the folder exist only in the container.
  const [shell = '', option = '', script = '', name = ''] = entrypoint.map((text) =>
    text.replaceAll('$$', '$'),
  );
  expect(script).toContain(`>${file} `);
  const here = script.replace(file, `${folder}/read-token`).replace('exec /bin/prometheus', 'printf "%s\\n"');
  const env = { MONITOR_READ_TOKEN: 'a token of $HOME `and` "quotes"' };
  const said = execFileSync(shell, [option, here, name, ...command], { env, encoding: 'utf8' });
  expect(said.trim().split('\n')).toEqual(command);
  expect(readFileSync(`${folder}/read-token`, 'utf8')).toBe(env.MONITOR_READ_TOKEN);
  expect(statSync(`${folder}/read-token`).mode & 0o777).toBe(0o600);
});
