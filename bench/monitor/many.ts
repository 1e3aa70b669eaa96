import { type BenchRow, measured, promised } from '../row.ts';
import { probeMs, slownessBy } from './blackbox.ts';
import { watchEmbedded } from './embedded.ts';

const usualMinutes = 15;
const installations = 5_000;
const warmUpMs = 90_000;
const dayMinutes = 1_440;
const answerMs = 5;
/** The default schedule, in seconds. */
const usualSeconds = { pulse: 60, standard: 900, full: 21_600 };

/**
 * Runs 5,000 installations on the default schedule under one monitor with the embedded store, while this process
 * answers for all of them. The promise holds for an otherwise idle machine with two cores. If blackbox_exporter's
 * probes cost more than on that machine, the intervals and the time limit of /metrics grow in proportion.
 * @param minutes the duration of the measurement, after one and a half of warm-up; the environment variable
 * MANY_MINUTES overrides it
 */
export async function benchMany(
  minutes = Number(process.env.MANY_MINUTES ?? usualMinutes),
): Promise<readonly BenchRow[]> {
  const slowness = Math.max(1, slownessBy(await probeMs(answerMs)));
  const seconds = (usual: number): number => Math.round(usual * slowness);
  const { pulse, standard, full } = usualSeconds;
  process.stderr.write(
    `A monitor watches ${installations} installations for ${minutes} minutes, with a pulse each ${seconds(pulse)} s …\n`,
  );
  const figures = await watchEmbedded({
    installations,
    schedule: {
      pulse: `${seconds(pulse)}s`,
      standard: `${seconds(standard)}s`,
      full: `${seconds(full)}s`,
    },
    pulseEveryMs: seconds(pulse) * 1000,
    warmUpMs,
    measuredMs: minutes * 60_000,
  });
  const { lateMs, storedBytes, writtenBytes } = figures;
  const pulsesDue = (installations * figures.minutes * 60) / seconds(pulse);
  const sorted = lateMs.toSorted((one, other) => one - other);
  const perDay = (bytes: number): number =>
    ((bytes / installations / figures.minutes) * dayMinutes) / 1_000_000;
  const rows = [
    measured('intervals and times beside the usual ones', slowness, 'times'),
    measured(`${installations} installations: runs a minute`, figures.runs / figures.minutes, 'runs'),
    measured(
      'lateness of 95 % of the pulses',
      (sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN) / 1000,
      's',
    ),
    measured('lateness of the latest pulse', (sorted.at(-1) ?? Number.NaN) / 1000, 's', 5),
    measured('share of the pulses that were made', lateMs.length / pulsesDue, ''),
    measured('CPU a run', figures.cpuMs / Math.max(1, figures.runs), 'ms'),
    measured('greatest memory of the monitor', figures.memoryMb, 'MB', 700),
    measured('/metrics of an installation', figures.metricsBytes / installations / 1000, 'kB', 2.5),
    measured('/metrics of all, the slowest', figures.metricsMs / 1000, 's', 2 * slowness),
    measured('kept of an installation in its first day', perDay(storedBytes), 'MB'),
    measured('written to the disk of an installation a day', perDay(writtenBytes), 'MB'),
  ];
  return rows.map(promised);
}
