import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../tests/monitor/support/free-port.ts';
import { startStubFleet } from '../../tests/monitor/support/stub-fleet.ts';
import { cpuMs, residentMb } from '../processes.ts';
import type { BenchRow } from '../row.ts';

const measuredMs = 15_000;
const probesAtOnce = 16;
const startLimitMs = 10_000;

/** The cost of a probe on the machine for which the targets in milliseconds were set. */
const referenceProbeMs = 1.3;

/** Processor time of a probe of blackbox_exporter, in milliseconds; undefined if it is not installed. */
export async function probeMs(answerMs: number): Promise<number | undefined> {
  return (await measureBlackbox(answerMs)).find(({ name }) => name.endsWith('CPU a probe'))?.value;
}

/** How many times slower this machine is than the one of the targets: 1 if that is unknown. */
export function slownessBy(measuredProbeMs: number | undefined): number {
  return measuredProbeMs === undefined ? 1 : measuredProbeMs / referenceProbeMs;
}

/** Measures probes of one address by Debian's blackbox_exporter; no rows if it is not installed. */
export async function measureBlackbox(answerMs: number): Promise<readonly BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'evidence-contract-blackbox-'));
  const file = join(folder, 'blackbox.yml');
  const stub = await startStubFleet(answerMs);
  const http = { headers: { Authorization: `Bearer ${stub.key}` }, preferred_ip_protocol: 'ip4' };
  writeFileSync(file, JSON.stringify({ modules: { users: { prober: 'http', timeout: '5s', http } } }));
  const address = `127.0.0.1:${await freePort()}`;
  const words = [`--config.file=${file}`, `--web.listen-address=${address}`];
  const exporter = spawn('prometheus-blackbox-exporter', words, { stdio: 'ignore' });
  const isMissing = new Promise<boolean>((resolve) => {
    exporter.once('error', () => resolve(true)).once('spawn', () => resolve(false));
  });
  try {
    if (await isMissing) {
      process.stderr.write('prometheus-blackbox-exporter is not installed: not measured.\n');
      return [];
    }
    const target = encodeURIComponent(`${stub.baseUrl('one')}/api/v3/users`);
    const probe = async (): Promise<string> =>
      (await fetch(`http://${address}/probe?module=users&target=${target}`)).text();
    await untilItAnswers(probe);
    return await timeProbes(probe, exporter.pid ?? 0);
  } finally {
    exporter.kill();
    await stub.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function timeProbes(probe: () => Promise<string>, pid: number): Promise<readonly BenchRow[]> {
  const beganMs = performance.now();
  const cpuBeforeMs = cpuMs(pid);
  let probes = 0;
  const probeAgain = async (): Promise<void> => {
    while (performance.now() - beganMs < measuredMs) {
      const text = await probe();
      if (!text.includes('\nprobe_success 1\n')) throw new Error(`A probe failed: ${text.slice(-300)}`);
      probes += 1;
    }
  };
  await Promise.all(Array.from({ length: probesAtOnce }, probeAgain));
  const minutes = (performance.now() - beganMs) / 60_000;
  return [
    { name: 'blackbox_exporter: probes of one address a minute', value: probes / minutes, unit: 'probes' },
    { name: 'blackbox_exporter: CPU a probe', value: (cpuMs(pid) - cpuBeforeMs) / probes, unit: 'ms' },
    { name: 'blackbox_exporter: memory', value: residentMb(pid), unit: 'MB' },
  ];
}

async function untilItAnswers(probe: () => Promise<string>): Promise<void> {
  const untilMs = performance.now() + startLimitMs;
  for (;;) {
    try {
      await probe();
      return;
    } catch (thrown) {
      if (performance.now() > untilMs) throw thrown;
      await wait(100);
    }
  }
}
