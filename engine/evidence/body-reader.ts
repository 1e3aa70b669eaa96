import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import PQueue from 'p-queue';
import type { Tinypool } from 'tinypool';
import { beyond, limits } from '../../contract/limits.ts';
import { createFhirValidator } from '../../fhir/node.ts';
import { acquireSlotIn, type BodyMemory } from '../http/rate-limiter.ts';
import type { ReadingTask } from './body-process.ts';
import { type BodyReading, type ReadingOptions, readAnswerBody, unreadBody } from './read-answer-body.ts';
import type { SecretsRedaction } from './redaction.ts';

/** Reads bodies without blocking the event loop, in bounded time and memory for any content. */
export interface BodyReader extends BodyMemory {
  /**
   * Reads a body. If it cannot be read within the limits, the reading has the reason in `unread`.
   * @throws only the reason of `signal`, if that is aborted before a body that is not small was read
   */
  readonly read: (
    body: Uint8Array,
    options: ReadingOptions,
    redaction: SecretsRedaction,
    signal?: AbortSignal,
  ) => Promise<BodyReading>;
  /** Loads the validation code, so that it is not loaded while responses are being timed. */
  readonly prepare: () => Promise<void>;
  /** Ends any started processes; a later `read` starts others. */
  readonly close: () => Promise<void>;
}

export interface BodyReaderOptions {
  /** Memory of one process in megabytes. */
  readonly heapMb?: number;
  /** The setting that raises the memory. */
  readonly heapSetting?: string;
  /** The largest FHIR body in bytes that is read in this thread; default: what a monitor can afford. */
  readonly directFhirBytes?: number;
  /** The bytes of large bodies in memory at once; default: one body of any size. */
  readonly budgetBytes?: number;
}

/** The number of large bodies that share a budget: a slow one must not hold up all others. */
const sharesOfBudget = 4;

/** Two, so that a slow body holds up only one of them. */
const processes = 2;
const idleMs = 10_000;

/**
 * Makes a reader. Small bodies are read in this thread. All others go to processes with a memory limit, which are ended
 * at the deadline. Threads would not do, since one large allocation in a thread ends the whole process.
 */
export function makeBodyReader(options: BodyReaderOptions = {}): BodyReader {
  const heapMb = options.heapMb ?? limits.readingHeapMb.value;
  const heapSetting = options.heapSetting ?? limits.readingHeapMb.setting;
  const directFhirBytes = options.directFhirBytes ?? limits.directFhirBytes.value;
  const isSmall = ({ length }: Uint8Array, { fhir }: ReadingOptions): boolean =>
    length <= (fhir === undefined ? limits.directBytes.value : directFhirBytes);
  const validator = createFhirValidator();
  // Starts a reading as soon as a process is free, small bodies before large ones.
  const queue = new PQueue({ concurrency: processes });
  const memory = new PQueue({ concurrency: options.budgetBytes === undefined ? 1 : sharesOfBudget });
  let pool: Promise<Tinypool> | undefined;
  // Most records are the same in each run of a monitor, and reading their FHIR takes a fifth of a run's time.
  const remembered = new LRUCache<string, BodyReading>({ maxSize: limits.rememberedBytes.value });

  const readElsewhere = async (task: ReadingTask, signal: AbortSignal | undefined): Promise<BodyReading> => {
    pool ??= makePool(heapMb);
    const ending = new AbortController();
    const end = (): void => ending.abort();
    const timeoutMs = task.options.limits.readingTimeoutMs;
    const timeout = setTimeout(end, timeoutMs);
    signal?.addEventListener('abort', end, { once: true });
    try {
      return (await (await pool).run(task, { name: 'readBodyOfTask', signal: ending.signal })) as BodyReading;
    } catch {
      signal?.throwIfAborted();
      if (ending.signal.aborted)
        return unreadBody(beyond(`reading it takes longer than ${timeoutMs / 1000} s`, limits.readingMs));
      const reason = `reading it takes more than ${heapMb.toLocaleString('en')} MB of memory`;
      return unreadBody(beyond(reason, { setting: heapSetting }));
    } finally {
      clearTimeout(timeout);
      signal?.removeEventListener('abort', end);
    }
  };

  const readAnew: BodyReader['read'] = async (body, reading, redaction, signal) => {
    // A small body takes no time, so it is read even if it ended the run.
    if (isSmall(body, reading)) return readAnswerBody(body, reading, redaction, await validator.prepare());
    const task = { body, options: reading, secrets: redaction.secrets.map((secret) => secret.reveal()) };
    return queue.add(() => readElsewhere(task, signal), {
      priority: -body.length,
      ...(signal === undefined ? {} : { signal }),
    });
  };

  return {
    maximumBytes: (options.budgetBytes ?? Number.POSITIVE_INFINITY) / sharesOfBudget,
    async read(body, reading, redaction, signal) {
      const key = keyOf(reading, redaction);
      const known = key === undefined ? undefined : remembered.get(key);
      if (known !== undefined) return known;
      const read = await readAnew(body, reading, redaction, signal);
      // A body beyond a limit of time or memory may be within it next time.
      if (key !== undefined && read.unread === undefined && read.fhir?.unread === undefined)
        remembered.set(key, read, { size: sizeOf(body) });
      return read;
    },
    reserve: (signal) => acquireSlotIn(memory, signal),
    async prepare() {
      await validator.prepare();
    },
    async close() {
      await (await pool)?.destroy();
      pool = undefined;
    },
  };
}

/** The cache key of a FHIR reading. It includes the secrets: a reading is redacted with them. */
function keyOf(reading: ReadingOptions, { secrets }: SecretsRedaction): string | undefined {
  if (reading.digest === undefined || reading.fhir === undefined || reading.keepText) return undefined;
  const given = [reading, secrets.map((secret) => secret.reveal())];
  return createHash('sha256').update(JSON.stringify(given)).digest('base64');
}

/** The estimated memory of a reading: measured were 18 kB for a body of 2 kB, and 136 kB for 54 kB. */
function sizeOf({ length }: Uint8Array): number {
  return 10_000 + 3 * Math.min(length, limits.keptTexts.value);
}

/** Variables that Node itself, temporary files and dates need; nothing else, and no key above all. */
const passedVariables = ['PATH', 'SystemRoot', 'TEMP', 'TMP', 'TMPDIR', 'TZ'];

async function makePool(heapMb: number): Promise<Tinypool> {
  // Most processes never read a large body.
  const { Tinypool } = await import('tinypool');
  const isSource = withoutQuery(import.meta.url).endsWith('.ts');
  const passed = passedVariables.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  });
  const pool = new Tinypool({
    runtime: 'child_process',
    filename: new URL(isSource ? './body-process.ts' : './body-process.js', import.meta.url).href,
    serialization: 'advanced',
    minThreads: 0,
    maxThreads: processes,
    idleTimeout: idleMs,
    env: { ...Object.fromEntries(passed), EVIDENCE_BODY_PROCESS: '1' },
    execArgv: [`--max-old-space-size=${heapMb}`, ...(isSource ? optionsOfSources() : [])],
    // No `terminateTimeout`: the pool kills a process that does not end, and would leave a rejected promise unawaited.
  });
  // An idle process may end, for instance killed by the system: the next reading starts another one.
  pool.on('error', () => undefined);
  return pool;
}

/**
 * A child process does not inherit the TypeScript loader. The loader is resolved from here, not from the working
 * directory.
 */
function optionsOfSources(): readonly string[] {
  const isRunByNode = 'typescript' in process.features && process.features.typescript !== false;
  // Early releases that can run TypeScript print a warning each time.
  return isRunByNode
    ? ['--disable-warning=ExperimentalWarning']
    : ['--import', withoutQuery(import.meta.resolve('tsx'))];
}

/** The URL of a module on disk: a loader may add a query to it. */
function withoutQuery(address: string): string {
  const url = new URL(address);
  url.search = '';
  return url.href;
}
