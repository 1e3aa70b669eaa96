import { setTimeout as wait } from 'node:timers/promises';
import { type Response, Router } from 'express';
import { type ServiceContext, storeLostSinceMs } from '../http/service-context.ts';

/** A frozen database never answers, and readiness probes give up after a few seconds. */
const answerLimitMs = 2_000;

/** `/healthz` answers while the process lives, `/readyz` while it does its work. */
export function healthRoutes(context: ServiceContext): Router {
  const router = Router();
  router.get('/healthz', (_request, response) => sendLine(response, 200, 'The monitor is alive.'));
  router.get('/readyz', async (_request, response) => {
    const problem = await problemOf(context);
    if (problem !== undefined) return sendLine(response, 503, problem);
    const line = context.history.isWritable()
      ? 'The history is open and the schedule is running.'
      : 'The schedule is running, but the history cannot be written.';
    sendLine(response, 200, line);
  });
  return router;
}

async function problemOf(context: ServiceContext): Promise<string | undefined> {
  const { history, fleet } = context;
  if (context.isStopping()) return 'The monitor is stopping.';
  const late = wait(answerLimitMs, false, { ref: false });
  const isThere = history.check().then(
    () => true,
    () => false,
  );
  if (!(await Promise.race([isThere, late])) || storeLostSinceMs(context) !== undefined)
    return history.kind === 'postgres'
      ? 'The database does not answer: no run begins until it does.'
      : 'The history does not answer.';
  return fleet.all().length === 0 ? 'No installation is monitored.' : undefined;
}

function sendLine(response: Response, status: number, line: string): void {
  response.status(status).type('text/plain').send(`${line}\n`);
}
