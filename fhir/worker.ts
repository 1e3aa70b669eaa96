import { parentPort } from 'node:worker_threads';
import { validateWith } from './validate.ts';
import { Definitions } from './validate-resource.ts';
import type { WorkerAnswer, WorkerRequest } from './validator.ts';

const definitions = new Definitions();

parentPort?.on('message', ({ id, body, options }: WorkerRequest) => {
  const report = validateWith(definitions, body, options);
  parentPort?.postMessage({ id, report } satisfies WorkerAnswer);
});
