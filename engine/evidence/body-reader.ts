import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import PQueue from 'p-queue';
import type { Tinypool } from 'tinypool';
import { beyond, limits } from '../../contract/limits.ts';
import { createFhirValidator } from '../../fhir/node.ts';
import { type BodyMemory, placeIn } from '../http/rate-limiter.ts';
import type { ReadingTask } from './body-process.ts';
import { type BodyReading, type ReadingOptions, readAnswerBody, unreadBody } from './read-answer-body.ts';
import type { SecretsRedaction } from './redaction.ts';

/** Reads bodies without blocking the event loop, in bounded time and memory, no matter what they hold. */
export interface BodyReader extends BodyMemory {
  /**
   * Reads a body. What cannot be read within the limits is a reading with the reason in `unread`.
   * @throws the reason of `signal` if that is aborted before a body that is not small was read, and nothing else
   */
  readonly read: (
    body: Uint8Array,
    options: ReadingOptions,
    redaction: SecretsRedaction,
    signal?: AbortSignal,
  ) => Promise<BodyReading>;
  /** Loads the validation code, so that it is not loaded while responses are being timed. */
  readonly prepare: () => Promise<void>;
  /** Ends the processes, if some were started; a later `read` starts others. */
  readonly close: () => Promise<void>;
}

export interface BodyReaderOptions {
  /** Megabytes of memory of one process. */
  readonly heapMb?: number;
  /** The setting to raise if that is not enough. */
  readonly heapSetting?: string;
  /** Bytes of a FHIR body that is read in this thread; default: what a monitor can afford. */
  readonly directFhirBytes?: number;
  /** Bytes of large bodies in memory at once; default: one body of any size. */
  readonly budgetBytes?: number;
}

/** How many large bodies share a budget: one that arrives slowly must not hold up all others. */
const sharesOfBudget = 4;

/** Two: a body that takes long holds up one of them. */
const processes = 2;
const idleMs = 10_000;

/**
 * Makes a reader. Small bodies are read in this thread. All others go to processes with a memory of their own, which are
 * ended at the deadline: a thread would not do, since one large allocation in it ends the whole process.
 */
export function makeBodyReader(options: BodyReaderOptions = {}): BodyReader {
  const heapMb = options.heapMb ?? limits.readingHeapMb.value;
  const heapSetting = options.heapSetting ?? limits.readingHeapMb.setting;
  const directFhirBytes = options.directFhirBytes ?? limits.directFhirBytes.value;
  const isSmall = ({ length }: Uint8Array, { fhir }: ReadingOptions): boolean =>
    length <= (fhir === undefined ? limits.directBytes.value : directFhirBytes);
  const validator = createFhirValidator();
  // It starts a reading as soon as a process is free, and small bodies before large ones.
  const turns = new PQueue({ concurrency: processes });
  const memory = new PQueue({ concurrency: options.budgetBytes === undefined ? 1 : sharesOfBudget });
  let pool: Promise<Tinypool> | undefined;
  // Most records are the same in each run of a monitor, and to read those in FHIR takes a fifth of the time of a run.
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
      const reason = ending.signal.aborted
        ? beyond(`reading it takes longer than ${timeoutMs / 1000} s`, limits.readingMs)
        : beyond(`reading it takes more than ${heapMb.toLocaleString('en')} MB of memory`, {
            setting: heapSetting,
          });
      return unreadBody(reason);
    } finally {
      clearTimeout(timeout);
      signal?.removeEventListener('abort', end);
    }
  };

  const readAnew: BodyReader['read'] = async (body, reading, redaction, signal) => {
    // Small ones take no time: a received body is read, even if it is the one that ended the run.
    if (isSmall(body, reading)) {
      const validate = await validator.prepare();
      return readAnswerBody(body, reading, redaction, validate);
    }
    const task = { body, options: reading, secrets: redaction.secrets.map((secret) => secret.reveal()) };
    return turns.add(() => readElsewhere(task, signal), {
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
      // What was beyond a limit of time or memory may be within it next time.
      if (key !== undefined && read.unread === undefined && read.fhir?.unread === undefined)
        remembered.set(key, read, { size: sizeOf(body) });
      return read;
    },
    reserve: (signal) => placeIn(memory, signal),
    async prepare() {
      await validator.prepare();
    },
    async close() {
      await (await pool)?.destroy();
      pool = undefined;
    },
  };
}

/** By what the reading of a FHIR body is remembered. The secrets count: a reading is free of those that it was made with. */
function keyOf(reading: ReadingOptions, { secrets }: SecretsRedaction): string | undefined {
  if (reading.digest === undefined || reading.fhir === undefined || reading.keepText) return undefined;
  const given = [reading, secrets.map((secret) => secret.reveal())];
  return createHash('sha256').update(JSON.stringify(given)).digest('base64');
}

/** What a reading takes in memory, estimated: measured were 18 kB for 2 kB of a body, and 136 kB for 54 kB. */
function sizeOf({ length }: Uint8Array): number {
  return 10_000 + 3 * Math.min(length, limits.keptTexts.value);
}

/** Variables that Node itself, temporary files and dates need; nothing else, above all no key. */
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
    // No `terminateTimeout`: the pool kills a process that does not end, and would reject a promise that is not awaited.
  });
  // A process that ends while it reads nothing, killed by the system for instance: the next reading starts another one.
  pool.on('error', () => undefined);
  return pool;
}

/** A process does not inherit the loader of TypeScript. That is found from here, not from where the process runs. */
function optionsOfSources(): readonly string[] {
  const isRunByNode = 'typescript' in process.features && process.features.typescript !== false;
  // Early releases that run TypeScript warn whenever they do.
  return isRunByNode
    ? ['--disable-warning=ExperimentalWarning']
    : ['--import', withoutQuery(import.meta.resolve('tsx'))];
}

/** The address of a module as it is on disk: a loader may add a query to it. */
function withoutQuery(address: string): string {
  const url = new URL(address);
  url.search = '';
  return url.href;
}
