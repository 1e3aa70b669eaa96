import type { BenchRow } from '../row.ts';
import { watchEmbedded } from './embedded.ts';

const usualMinutes = 15;
const installations = 5_000;
const warmUpMs = 90_000;
const dayMinutes = 1_440;

/**
 * 5,000 installations by the default schedule under one monitor with the embedded store, while this process answers for all of
 * them. It is a promise on a machine of two cores with nothing else to do.
 * @param minutes how long it is measured, after one and a half; the environment variable MANY_MINUTES overrides it
 */
export async function benchMany(
  minutes = Number(process.env.MANY_MINUTES ?? usualMinutes),
): Promise<readonly BenchRow[]> {
  process.stderr.write(`A monitor watches ${installations} installations for ${minutes} minutes …\n`);
  const figures = await watchEmbedded({ installations, warmUpMs, measuredMs: minutes * 60_000 });
  const { lateMs, storedBytes, writtenBytes } = figures;
  const sorted = lateMs.toSorted((one, other) => one - other);
  const perDay = (bytes: number): number =>
    ((bytes / installations / figures.minutes) * dayMinutes) / 1_000_000;
  const row = (name: string, value: number, unit: string, most?: number): BenchRow =>
    most === undefined
      ? { name, value, unit }
      : { name, value, unit, target: `<= ${most}`, ok: value <= most, isPromise: true };
  return [
    row(`${installations} installations: runs a minute`, figures.runs / figures.minutes, 'runs'),
    row(
      'lateness of 95 % of the pulses',
      (sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN) / 1000,
      's',
    ),
    row('lateness of the latest pulse', (sorted.at(-1) ?? Number.NaN) / 1000, 's', 5),
    row('share of the pulses that were made', lateMs.length / installations / figures.minutes, ''),
    row('CPU a run', figures.cpuMs / Math.max(1, figures.runs), 'ms'),
    row('greatest memory of the monitor', figures.memoryMb, 'MB', 700),
    row('/metrics of an installation', figures.metricsBytes / installations / 1000, 'kB', 2.5),
    row('/metrics of all, the slowest', figures.metricsMs / 1000, 's', 2),
    row('kept of an installation in its first day', perDay(storedBytes), 'MB'),
    row('written to the disk of an installation a day', perDay(writtenBytes), 'MB'),
  ];
}
