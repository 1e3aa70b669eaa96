import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { RunRecord } from '../../../engine/record/run-record.ts';
import { whileOpen } from '../../support/serving.ts';
import { emptyFolder } from '../../support/temporary-folder.ts';
import { check, type Ended } from './command.ts';
import { expectNoKey, expectNoTrace, expectValidRecord } from './hostile-run.ts';
import { startRawServer } from './raw-server.ts';

/** Runs the command, and waits until its process ends by itself. */
async function checkEnds(baseUrl: string): Promise<Ended & { readonly record: RunRecord }> {
  const directory = emptyFolder();
  const ended = await check(baseUrl, directory, { TIMEOUT_MS: '1000', DEADLINE_S: '8' });
  const text = readFileSync(join(directory, 'run.json'), 'utf8');
  const record: RunRecord = JSON.parse(text);
  expectValidRecord(record);
  expectNoTrace(ended.output);
  expectNoKey(ended.output + text);
  return { ...ended, record };
}

test('a host that lets connections hang ends the command in its time', async () => {
  const { port, fill, end } = await startFrozenListener();
  try {
    const waiting = fill();
    const { code, record } = await checkEnds(`http://127.0.0.1:${port}`);
    expect(code).toBe(3);
    expect(record.cause).toContain('no complete answer came within 1 s');
    for (const socket of waiting) socket.destroy();
  } finally {
    end();
  }
});

test('the command ends with exit code 3 if the host never answers the TLS handshake', async () => {
  await whileOpen(startRawServer({ onRequest: () => undefined }), async (server) => {
    const { code, record } = await checkEnds(`https://127.0.0.1:${server.port}`);
    expect(code).toBe(3);
    expect(record.cause).toContain('no complete answer came within 1 s');
  });
});

/** Starts a listener in a process that is then stopped, so that the connection backlog of the system fills up. */
async function startFrozenListener() {
  const script =
    "const s=require('net').createServer().listen({port:0,host:'127.0.0.1',backlog:1},()=>process.stdout.write(String(s.address().port)))";
  const child: ChildProcess = spawn(process.execPath, ['-e', script], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [line] = child.stdout === null ? [''] : await once(child.stdout, 'data');
  child.kill('SIGSTOP');
  const port = Number(String(line).trim());
  return {
    port,
    fill: (): readonly Socket[] =>
      Array.from({ length: 4 }, () => connect(port, '127.0.0.1').on('error', () => undefined)),
    end: () => void child.kill('SIGKILL'),
  };
}
