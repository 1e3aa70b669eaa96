import { parentPort } from 'node:worker_threads';
import { validateBody } from './validate-body.ts';
import { Definitions } from './validate-resource.ts';
import type { WorkerRequest, WorkerResponse } from './validator.ts';

const definitions = new Definitions();

parentPort?.on('message', ({ id, body, options }: WorkerRequest) => {
  const report = validateBody(definitions, body, options);
  parentPort?.postMessage({ id, report } satisfies WorkerResponse);
});
