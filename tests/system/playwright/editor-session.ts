import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import { WebSocket } from 'undici';
import { often } from '../../support/often.ts';

const playwright = fileURLToPath(import.meta.resolve('@playwright/test/cli'));

/** A message of Playwright's reporters, as its test server sends it. */
interface ReportMessage {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** A test that the server lists. */
export interface ListedTest {
  readonly testId: string;
  /** The titles of its suites and its own, after the file. */
  readonly titles: readonly string[];
}

interface ListedSuite {
  readonly title: string;
  readonly entries: readonly (ListedSuite | (ListedTest & { readonly title: string }))[];
}

/** How a test ended. */
export interface EndedTest {
  readonly testId: string;
  readonly status: string;
  readonly errors: readonly { readonly message: string }[];
}

/** Playwright as the extension of an editor starts it, and the questions that the extension asks. */
export interface EditorSession {
  readonly listTests: (file: string) => Promise<readonly ListedTest[]>;
  readonly runGlobalSetup: () => Promise<string>;
  readonly runGlobalTeardown: () => Promise<string>;
  /** Runs these tests of a file; all of them if none is named. */
  readonly runTests: (file: string, testIds?: readonly string[]) => Promise<readonly EndedTest[]>;
  readonly close: () => Promise<void>;
}

/**
 * Starts `playwright test-server` and speaks to it as the extension for VS Code does: a process that stays, whose global setup
 * runs once, and whose runs name a file and tests by their ids.
 */
export async function startEditorSession(
  directory: string,
  environment: Readonly<Record<string, string>>,
): Promise<EditorSession> {
  const server = spawn(process.execPath, [playwright, 'test-server', '--host', '127.0.0.1'], {
    cwd: directory,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...environment },
  });
  const ended = new Promise((resolve) => server.once('close', resolve));
  let said = '';
  for (const stream of [server.stdout, server.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  await expect.poll(() => said, often).toMatch(/Listening on ws:\S+/);
  const socket = new WebSocket(/ws:\S+/.exec(said)?.[0] ?? '');
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true });
    socket.addEventListener('error', reject, { once: true });
  });
  const waiting = new Map<
    number,
    (message: { readonly result?: unknown; readonly error?: string }) => void
  >();
  let reported: ReportMessage[] = [];
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data));
    if (message.id !== undefined) waiting.get(message.id)?.(message);
    else if (message.method === 'report') reported.push(message.params);
  });
  const ask = <T>(method: string, params: object = {}): Promise<T> =>
    new Promise((resolve, reject) => {
      const id = waiting.size + 1;
      waiting.set(id, ({ result, error }) =>
        error === undefined ? resolve(result as T) : reject(new Error(error)),
      );
      socket.send(JSON.stringify({ id, method, params }));
    });
  await ask('initialize', { interceptStdio: true, closeOnDisconnect: true });
  return {
    async listTests(file) {
      const { report } = await ask<{ report: readonly ReportMessage[] }>('listTests', {
        locations: [patternOf(file)],
      });
      const projects = report
        .filter(({ method }) => method === 'onProject')
        .map(({ params }) => params.project as { readonly suites: readonly ListedSuite[] });
      return projects.flatMap(({ suites }) => suites).flatMap((suite) => testsIn(suite, []));
    },
    runGlobalSetup: async () => (await ask<{ status: string }>('runGlobalSetup')).status,
    runGlobalTeardown: async () => (await ask<{ status: string }>('runGlobalTeardown')).status,
    async runTests(file, testIds) {
      reported = [];
      await ask('runTests', { locations: [patternOf(file)], ...(testIds === undefined ? {} : { testIds }) });
      return reported
        .filter(({ method }) => method === 'onTestEnd')
        .map(({ params }) => {
          const test = params.test as { readonly testId: string };
          const result = params.result as Omit<EndedTest, 'testId'>;
          return { testId: test.testId, status: result.status, errors: result.errors };
        });
    },
    async close() {
      socket.close();
      await ended;
    },
  };
}

/** Locations are regular expressions. */
function patternOf(file: string): string {
  return file.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

function testsIn({ entries }: ListedSuite, above: readonly string[]): readonly ListedTest[] {
  return entries.flatMap((one) => {
    const titles = [...above, one.title];
    return 'testId' in one ? [{ testId: one.testId, titles }] : testsIn(one, titles);
  });
}
