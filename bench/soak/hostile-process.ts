import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A hostile installation as the monitor is given it. */
export interface HostileServer {
  readonly name: string;
  readonly baseUrl: string;
}

/** Starts the hostile installations in a separate process: making their bodies must not delay the measured one. */
export async function startHostileProcess(): Promise<{
  readonly servers: readonly HostileServer[];
  readonly close: () => Promise<void>;
}> {
  const program = fileURLToPath(new URL('./hostile-main.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const servers = await new Promise<readonly HostileServer[]>((resolve) => {
    createInterface({ input: child.stdout }).once('line', (line) => resolve(JSON.parse(line)));
  });
  return {
    servers,
    async close() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
