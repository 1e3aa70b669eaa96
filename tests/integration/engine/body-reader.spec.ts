import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { defaults } from '../../../engine/configuration/installation.ts';
import { type BodyReader, makeBodyReader } from '../../../engine/evidence/body-reader.ts';
import { type ReadingOptions, readAnswerBody } from '../../../engine/evidence/read-answer-body.ts';
import { redactionOf } from '../../../engine/evidence/redaction.ts';
import { Secret } from '../../../engine/secret.ts';
import { createFhirValidator } from '../../../fhir/node.ts';
import { bundle, observation, patient } from '../../support/fhir-resources.ts';
import { slow } from '../../support/long.ts';
import { needs } from '../../support/needs.ts';

const plain: ReadingOptions = { keepText: false, limits: defaults };
const fhir: ReadingOptions = { ...plain, fhir: { expectType: 'Bundle' } };
const key = new Secret('Zx7Qk2Lm9Tp4Vb8Rn3Wd');

/** A Bundle of some megabytes. */
const manyEntries = Buffer.from(
  JSON.stringify(
    bundle([
      { resource: patient({ gender: key.reveal() }) },
      ...Array.from({ length: 12_000 }, (_, index) => ({ resource: observation({ id: `o${index}` }) })),
    ]),
  ),
);
const medium = Buffer.from(JSON.stringify(Array.from({ length: 9_000 }, (_, id) => ({ id }))));

/** All names differ, so that parsing takes many times the size of the text in memory. */
function manyNames(count: number): Buffer {
  return Buffer.from(`{${Array.from({ length: count }, (_, at) => `"name${at}":{}`).join()}}`);
}

/** The reader processes of this process. */
function readerProcesses(): readonly number[] {
  const { stdout } = spawnSync('pgrep', ['-P', String(process.pid), '-f', 'tinypool'], { encoding: 'utf8' });
  return stdout.trim().split('\n').filter(Boolean).map(Number);
}

let bodies: BodyReader;
test.beforeEach(() => {
  bodies = makeBodyReader({ heapMb: 96 });
});
test.afterEach(() => bodies.close());

test(
  'reading a large body does not block the event loop and gives the same result as reading it directly',
  slow,
  async () => {
    expect(manyEntries.length).toBeGreaterThan(1_000_000);
    const roomy = makeBodyReader();
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
    }, 1);
    const reading = await roomy.read(manyEntries, fhir, redactionOf([key]));
    clearInterval(timer);
    await roomy.close();
    expect(turns).toBeGreaterThan(10);
    expect(reading.fhir).toMatchObject({ valid: false, entryCount: 12_001 });
    expect(JSON.stringify(reading)).not.toContain(key.reveal());
    const validate = await createFhirValidator().prepare();
    expect(reading).toEqual(readAnswerBody(manyEntries, fhir, redactionOf([key]), validate));
  },
);

test('the reading of a FHIR body is cached by digest, options and secrets', async () => {
  const body = Buffer.from(JSON.stringify(bundle([{ resource: patient({ gender: key.reveal() }) }])));
  const known = { ...fhir, digest: 'of this body' };
  const first = await bodies.read(body, known, redactionOf([]));
  expect(JSON.stringify(first)).toContain(key.reveal());
  expect(await bodies.read(body, known, redactionOf([]))).toBe(first);
  const others: readonly (readonly [ReadingOptions, Secret[]])[] = [
    [known, [key]],
    [{ ...known, digest: 'of another body' }, []],
    [{ ...known, contentType: 'application/json; charset=utf-16' }, []],
    [{ ...known, fhir: { expectType: 'Bundle', release: '5.0.0' } }, []],
    [{ ...known, keepText: true }, []],
    [fhir, []],
  ];
  for (const [options, secrets] of others)
    expect(await bodies.read(body, options, redactionOf(secrets)), JSON.stringify(options)).not.toBe(first);
  expect(JSON.stringify(await bodies.read(body, known, redactionOf([key])))).not.toContain(key.reveal());
});

test('a body that was left unread is not cached', async () => {
  const known = { ...fhir, digest: 'of many entries' };
  const hasty = { ...known, limits: { ...defaults, maximumJsonValues: 10 } };
  expect((await bodies.read(medium, hasty, redactionOf([]))).unread).toBeDefined();
  const first = await bodies.read(medium, hasty, redactionOf([]));
  expect(await bodies.read(medium, hasty, redactionOf([]))).not.toBe(first);
});

test('a reading that takes too long is ended, and the next one is not harmed', async () => {
  const limits = { ...defaults, readingTimeoutMs: 5 };
  const { unread, json } = await bodies.read(manyEntries, { ...fhir, limits }, redactionOf([]));
  expect(unread).toBe('reading it takes longer than 0.005 s; raise READING_TIMEOUT_S to read it');
  expect(json).toEqual({ ok: false, reason: 'it was not read' });
  expect((await bodies.read(medium, plain, redactionOf([]))).json.ok).toBe(true);
});

test('a reading that takes too much memory is ended, and the next one is not harmed', slow, async () => {
  const { unread } = await bodies.read(manyNames(1_000_000), plain, redactionOf([]));
  expect(unread).toBe('reading it takes more than 96 MB of memory; raise READER_MEMORY_MB to read it');
  expect((await bodies.read(medium, plain, redactionOf([]))).json.ok).toBe(true);
});

test('aborting a run rejects its pending readings, and the next one succeeds', async () => {
  const run = new AbortController();
  const readings = [1, 2, 3, 4].map(() => bodies.read(manyEntries, fhir, redactionOf([]), run.signal));
  const ended = Promise.allSettled(readings);
  run.abort(new Error('the deadline passed'));
  for (const result of await ended)
    expect(result).toMatchObject({ status: 'rejected', reason: { message: 'the deadline passed' } });
  expect((await bodies.read(medium, plain, redactionOf([]))).json.ok).toBe(true);
});

test('closing the reader leaves a pending body unread, and a closed reader can be used again', async () => {
  const pending = bodies.read(manyEntries, fhir, redactionOf([]));
  await bodies.close();
  expect((await pending).unread).toBeDefined();
  expect((await bodies.read(medium, plain, redactionOf([]))).json.ok).toBe(true);
});

// An unhandled error fails the running test, and would end a monitor.
test('killing an idle reader process does not affect the next reading', slow, async () => {
  await bodies.read(medium, plain, redactionOf([]));
  const killed = readerProcesses();
  expect(killed.length).toBeGreaterThan(0);
  for (const pid of killed) process.kill(pid, 'SIGKILL');
  await expect.poll(() => readerProcesses().filter((pid) => killed.includes(pid))).toEqual([]);
  // A process disappears from the process list before its parent gets the exit event.
  await setTimeout(100);
  expect((await bodies.read(medium, plain, redactionOf([]))).json.ok).toBe(true);
});

test(
  'a frozen reader process is killed after the time limit, and the next reading succeeds',
  slow,
  async () => {
    await bodies.read(medium, plain, redactionOf([]));
    const [frozen] = readerProcesses();
    if (frozen === undefined) throw new Error('no process reads');
    process.kill(frozen, 'SIGSTOP');
    const limits = { ...defaults, readingTimeoutMs: 50 };
    const { unread } = await bodies.read(medium, { ...plain, limits }, redactionOf([]));
    expect(unread).toBe('reading it takes longer than 0.05 s; raise READING_TIMEOUT_S to read it');
    await expect.poll(() => readerProcesses(), { timeout: 10_000 }).not.toContain(frozen);
    expect((await bodies.read(medium, plain, redactionOf([]))).json.ok).toBe(true);
  },
);

test('a reader process does not inherit the environment variable API_KEY', async () => {
  // The variables of a process are read from /proc.
  needs('linux');
  process.env.API_KEY = key.reveal();
  try {
    await bodies.read(medium, plain, redactionOf([]));
  } finally {
    delete process.env.API_KEY;
  }
  const pids = readerProcesses();
  expect(pids.length).toBeGreaterThan(0);
  for (const pid of pids) {
    const environment = readFileSync(`/proc/${pid}/environ`, 'utf8');
    expect(environment).toContain('EVIDENCE_BODY_PROCESS=1');
    expect(environment).not.toContain(key.reveal());
  }
});
