import { type MessagePort, parentPort } from 'node:worker_threads';
import { Definitions } from './release-definitions.ts';
import type { FhirReport, ValidateOptions } from './types.ts';
import { validateBody } from './validate-body.ts';

/** What the worker thread receives. */
export interface WorkerRequest {
  readonly id: number;
  readonly body: Uint8Array | string;
  readonly options: ValidateOptions;
}

/** What the worker thread sends back. */
export interface WorkerResponse {
  readonly id: number;
  readonly report: FhirReport;
}

function listen(port: MessagePort): void {
  const definitions = new Definitions();
  port.on('message', ({ id, body, options }: WorkerRequest) => {
    const report = validateBody(definitions, body, options);
    port.postMessage({ id, report } satisfies WorkerResponse);
  });
}

if (parentPort) listen(parentPort);
