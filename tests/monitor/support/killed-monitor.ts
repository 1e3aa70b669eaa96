import { once } from 'node:events';
import { readMonitorConfiguration, readServiceSettings, startMonitor } from '../../../monitor/index.ts';
import { allKeys, makeTestInstallation } from '../../support/installation.ts';

/**
 * A process with a whole monitor, which runs its installations one time after the other until it is killed. It prints
 * the id of a run once the history has acknowledged it, and never before; warnings and errors of its log go out too.
 */
// Loading takes longer than the first runs: the process is started early, and reported when to begin.
await once(process.stdin, 'data');
const [folder = '', tier = '', baseUrl = '', key = '', second = '', revoked = ''] = process.argv.slice(2);
const keys = allKeys({ first: key, second, revoked });
/** One installation is asked while another is written down. */
const names = ['alpha', 'beta', 'gamma'];
const isTold = (line: string): boolean => !line.includes('"level":30');

const monitor = await startMonitor({
  service: readServiceSettings({ PORT: '0', DATA_DIR: folder }, folder),
  configuration: readMonitorConfiguration({
    installations: names.map((name) => ({
      ...makeTestInstallation({ name, baseUrl, ...keys, pace: { perSecond: 'off', concurrency: 4 } }),
      monitor: { schedule: { pulse: 'off', standard: 'off', full: 'off' } },
    })),
  }),
  logTo: { write: (line) => void (isTold(line) && process.stdout.write(line)) },
});
const { commitRun } = monitor.history;
Object.assign(monitor.history, {
  async commitRun(...written: Parameters<typeof commitRun>) {
    const [commit] = written;
    await commitRun(...written);
    process.stdout.write(`${commit.row.id}\n`);
    runNow(commit.row.installation);
  },
});
names.forEach(runNow);

function runNow(name: string): void {
  monitor.fleet.get(name)?.scheduler.runNow(name === 'alpha' && tier === 'standard' ? tier : 'pulse');
}
