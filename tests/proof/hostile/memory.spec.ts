import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import { expectNoKey, expectNoTrace, expectValidRecord, sentinels } from './hostile-run.ts';
import { answer, flood, type RawRequest, startRawServer } from './raw-server.ts';

const projectRoot = fileURLToPath(new URL('../../../', import.meta.url));
const maximumMb = 700;

test.describe.configure({ mode: 'serial', timeout: 120_000 });

interface Ended {
  readonly code: number | null;
  readonly output: string;
  readonly peakMb: number;
}

/** Runs `check` as a user does, and watches the memory of its process and of those that it starts. */
async function check(baseUrl: string, directory: string): Promise<Ended> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'cli/main.ts', 'check', '--no-progress'], {
    cwd: projectRoot,
    env: {
      PATH: process.env.PATH,
      HOME: directory,
      BASE_URL: baseUrl,
      API_KEY: sentinels.key,
      REPORTS_DIR: directory,
      PACE: 'off',
      CONCURRENCY: '8',
      TIMEOUT_MS: '8000',
      DEADLINE_S: '10',
    },
  });
  let output = '';
  let peakMb = 0;
  const watch = setInterval(() => {
    peakMb = Math.max(peakMb, peakMbOf(child.pid));
  }, 20);
  child.stdout.on('data', (data) => {
    output += data;
  });
  child.stderr.on('data', (data) => {
    output += data;
  });
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  clearInterval(watch);
  return { code, output, peakMb };
}

/** The system keeps the highest resident size of a process (VmHWM), so that no peak is missed between two looks. */
function peakMbOf(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1000;
  } catch {
    return 0;
  }
}

const ok = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';
const million = 1_000_000;
const gigabytes = gzipSync(Buffer.alloc(200 * million, ' '));

const cases: Readonly<Record<string, (request: RawRequest) => void>> = {
  'an endless body': (request) => {
    request.socket.write(`${ok}\r\n`);
    flood(request, Buffer.alloc(64 * 1024, '1'));
  },
  'a gzip bomb of gigabytes': (request) => {
    request.socket.write(`${ok}content-encoding: gzip\r\n\r\n`);
    flood(request, gigabytes);
  },
  'a million nested brackets': ({ socket }) => {
    socket.write(answer(200, '['.repeat(million) + ']'.repeat(million)));
  },
  'a million list items': ({ socket }) => {
    socket.write(answer(200, `[${Array.from({ length: million }, (_, id) => `{"id":${id}}`).join(',')}]`));
  },
  'a list of thirty million empty objects': ({ socket }) => {
    socket.write(thirtyMillion);
  },
  'a FHIR Bundle of thirty million empty entries': ({ socket }) => {
    socket.write(bundleOf(30 * million));
  },
  'a FHIR Bundle of a million empty entries': ({ socket }) => {
    socket.write(bundleOf(million));
  },
};

const thirtyMillion = answer(200, `[${'{},'.repeat(30 * million)}{}]`);
function bundleOf(entries: number): Buffer {
  const listed = `${'{},'.repeat(entries)}{}`;
  return answer(200, `{"resourceType":"Bundle","type":"collection","id":"1","entry":[${listed}]}`);
}

for (const [name, onRequest] of Object.entries(cases)) {
  test(`check stays under ${maximumMb} MB with ${name}`, async () => {
    test.skip(process.platform !== 'linux', 'The peak of a process is read from /proc.');
    const directory = mkdtempSync(join(tmpdir(), 'evidence-contract-hostile-'));
    const server = await startRawServer({ onRequest });
    try {
      const { code, output, peakMb } = await check(server.origin, directory);
      test.info().annotations.push({ type: 'peak', description: `${Math.round(peakMb)} MB` });
      expect([1, 3, 4], output).toContain(code);
      expect(peakMb).toBeGreaterThan(30);
      expect(peakMb).toBeLessThan(maximumMb);
      expectNoTrace(output);
      expectNoKey(output);
      const text = readFileSync(join(directory, 'run.json'), 'utf8');
      expectValidRecord(JSON.parse(text));
      expectNoKey(text);
    } finally {
      await server.close();
      rmSync(directory, { recursive: true, force: true });
    }
  });
}
