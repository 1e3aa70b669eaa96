import { Worker } from 'node:worker_threads';
import type { FhirReport, ValidateOptions } from './types.ts';

/** Judges bodies without holding up the event loop; `close` ends the worker thread, where one was started. */
export interface FhirValidator {
  validate(body: Uint8Array | string, options?: ValidateOptions): Promise<FhirReport>;
  /** Loads what judging needs, so that the first body is not judged while answers are being timed. */
  prepare(): Promise<void>;
  close(): Promise<void>;
}

/** What is sent to the worker thread. */
export interface WorkerRequest {
  readonly id: number;
  readonly body: Uint8Array | string;
  readonly options: ValidateOptions;
}

/** What the worker thread answers. */
export interface WorkerResponse {
  readonly id: number;
  readonly report: FhirReport;
}

/** From this size on a body is judged in the worker thread: below, judging takes less than starting one. */
const workerThresholdBytes = 1_000_000;
/** Enough for a body of 100 MB. */
const workerHeapMb = 1_024;

/** A validator that judges small bodies here and large ones in one worker thread, started on first use. */
export function createFhirValidator(): FhirValidator {
  const thread = new ValidatorThread();
  let judge: Promise<ValidateHere> | undefined;
  return {
    validate: async (body, options = {}) => {
      if (body.length >= workerThresholdBytes) return thread.validate(body, options);
      // Loaded when it is first needed: who only asks for lists need not wait for it.
      judge ??= loadValidation();
      return (await judge)(body, options);
    },
    async prepare() {
      judge ??= loadValidation();
      await judge;
    },
    close: () => thread.close(),
  };
}

type ValidateHere = (body: Uint8Array | string, options: ValidateOptions) => FhirReport;

async function loadValidation(): Promise<ValidateHere> {
  const [{ Definitions }, { validateBody }] = await Promise.all([
    import('./validate-resource.ts'),
    import('./validate-body.ts'),
  ]);
  const definitions = new Definitions();
  return (body, options) => validateBody(definitions, body, options);
}

class ValidatorThread {
  private worker: Worker | undefined;
  private nextId = 1;
  private readonly waiting = new Map<number, (report: FhirReport) => void>();

  validate(body: Uint8Array | string, options: ValidateOptions): Promise<FhirReport> {
    const worker = this.worker ?? this.start();
    const id = this.nextId;
    this.nextId += 1;
    return new Promise((resolve) => {
      this.waiting.set(id, resolve);
      worker.ref();
      worker.postMessage({ id, body, options } satisfies WorkerRequest);
    });
  }

  async close(): Promise<void> {
    await this.worker?.terminate();
    this.worker = undefined;
  }

  private start(): Worker {
    const worker = startThread();
    worker.unref();
    worker.on('message', (answer: WorkerResponse) => {
      const resolve = this.waiting.get(answer.id);
      this.waiting.delete(answer.id);
      if (this.waiting.size === 0) worker.unref();
      resolve?.(answer.report);
    });
    worker.on('error', (error) => this.giveUp(worker, error.message));
    worker.on('exit', () => this.giveUp(worker, 'the thread ended'));
    this.worker = worker;
    return worker;
  }

  /** A body that exhausts the thread's memory ends it; what waited is told so, and the next body gets a new one. */
  private giveUp(worker: Worker, reason: string): void {
    if (this.worker !== worker) return;
    this.worker = undefined;
    for (const [id, resolve] of this.waiting) {
      this.waiting.delete(id);
      resolve(failedReport(reason));
    }
  }
}

function startThread(): Worker {
  const resourceLimits = { maxOldGenerationSizeMb: workerHeapMb };
  const file = new URL('./worker.js', import.meta.url);
  if (!import.meta.url.endsWith('.ts')) return new Worker(file, { resourceLimits, execArgv: [] });
  // From its TypeScript source a thread starts in bare node, whichever loader the caller has; it needs its own.
  const source = new URL('./worker.ts', import.meta.url).href;
  const code = `import('tsx/esm/api').then(({ tsImport }) => tsImport(${JSON.stringify(source)}, ${JSON.stringify(source)}))`;
  return new Worker(code, { eval: true, resourceLimits, execArgv: [] });
}

function failedReport(reason: string): FhirReport {
  const message = `The body could not be judged: ${reason}. Judge a smaller one.`;
  return {
    valid: false,
    releasesByType: {},
    issues: [{ severity: 'error', level: 'text', path: '', message }],
    omittedIssues: 0,
  };
}
