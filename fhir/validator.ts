import { Worker } from 'node:worker_threads';
import type { FhirReport, ValidateOptions } from './types.ts';
import type { WorkerRequest, WorkerResponse } from './worker.ts';

/** Validates bodies without blocking the event loop. */
export interface FhirValidator {
  /**
   * @param body JSON text, or its UTF-8 bytes
   * @returns a report; never rejects because of what the body holds
   */
  validate(body: Uint8Array | string, options?: ValidateOptions): Promise<FhirReport>;
  /** Loads the validation code, so that it is not loaded while responses are being timed. */
  prepare(): Promise<void>;
  /** Ends the worker thread, where one was started; a later `validate` starts another. */
  close(): Promise<void>;
}

/** Bodies of this size and more go to the worker thread: smaller ones are validated faster than a thread starts. */
const workerThresholdBytes = 1_000_000;
/** Enough for a body of 100 MB. */
const workerHeapMb = 1_024;

/** A validator that validates small bodies in this thread and large ones in a worker thread, started on first use. */
export function createFhirValidator(): FhirValidator {
  const thread = new ValidatorThread();
  let validateHere: Promise<ValidateHere> | undefined;
  return {
    validate: async (body, options = {}) => {
      if (body.length >= workerThresholdBytes) return thread.validate(body, options);
      validateHere ??= loadValidateHere();
      return (await validateHere)(body, options);
    },
    async prepare() {
      validateHere ??= loadValidateHere();
      await validateHere;
    },
    close: () => thread.close(),
  };
}

type ValidateHere = (body: Uint8Array | string, options: ValidateOptions) => FhirReport;

/** Imports dynamically, because most commands and runs of lists alone never validate a body. */
async function loadValidateHere(): Promise<ValidateHere> {
  const [{ Definitions }, { validateBody }] = await Promise.all([
    import('./release-definitions.ts'),
    import('./validate-body.ts'),
  ]);
  const definitions = new Definitions();
  return (body, options) => validateBody(definitions, body, options);
}

class ValidatorThread {
  private worker: Worker | undefined;
  private nextId = 1;
  private readonly pending = new Map<number, (report: FhirReport) => void>();

  validate(body: Uint8Array | string, options: ValidateOptions): Promise<FhirReport> {
    const worker = this.worker ?? this.start();
    const id = this.nextId;
    this.nextId += 1;
    return new Promise((resolve) => {
      this.pending.set(id, resolve);
      worker.ref();
      worker.postMessage({ id, body, options } satisfies WorkerRequest);
    });
  }

  async close(): Promise<void> {
    await this.worker?.terminate();
    this.worker = undefined;
  }

  private start(): Worker {
    const worker = startWorker();
    worker.unref();
    worker.on('message', ({ id, report }: WorkerResponse) => {
      const resolve = this.pending.get(id);
      this.pending.delete(id);
      if (this.pending.size === 0) worker.unref();
      resolve?.(report);
    });
    worker.on('error', (error) => this.abandon(worker, error.message));
    worker.on('exit', () => this.abandon(worker, 'the thread ended'));
    this.worker = worker;
    return worker;
  }

  /** A body that exhausts the thread's memory ends it: pending bodies are reported as failed, the next starts anew. */
  private abandon(worker: Worker, reason: string): void {
    if (this.worker !== worker) return;
    this.worker = undefined;
    for (const [id, resolve] of this.pending) {
      this.pending.delete(id);
      resolve(failedReport(reason));
    }
  }
}

function startWorker(): Worker {
  const resourceLimits = { maxOldGenerationSizeMb: workerHeapMb };
  const file = new URL('./worker.js', import.meta.url);
  if (!import.meta.url.endsWith('.ts')) return new Worker(file, { resourceLimits, execArgv: [] });
  // A thread does not inherit the caller's TypeScript loader, so it registers its own, found from here: the thread would
  // look for it in the folder that the process runs in.
  const loader = import.meta.resolve('tsx/esm/api');
  const source = new URL('./worker.ts', import.meta.url).href;
  const code = `import(${JSON.stringify(loader)}).then(({ tsImport }) => tsImport(${JSON.stringify(source)}, ${JSON.stringify(source)}))`;
  return new Worker(code, { eval: true, resourceLimits, execArgv: [] });
}

function failedReport(reason: string): FhirReport {
  const message = `The body could not be validated: ${reason}. Try a smaller one.`;
  return {
    valid: false,
    releasesByType: {},
    issues: [{ severity: 'error', level: 'text', path: '', message }],
    omittedIssues: 0,
  };
}
