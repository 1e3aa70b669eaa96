import { type BenchRow, measured } from '../row.ts';
import { probeMs, slownessBy } from './blackbox.ts';
import { type EmbeddedFigures, watchEmbedded } from './embedded.ts';
import { measureMonth } from './month.ts';

const answerMs = 5;
const off = { pulse: 'off', standard: 'off', full: 'off' } as const;
const probesOfAPulse = 3;

/**
 * Compares the cost of a run in a monitor with the embedded store to that of as many blackbox_exporter probes, whose
 * cost shows how fast the machine is and scales the targets of processor time. Takes four minutes.
 */
export async function measureCosts(): Promise<readonly BenchRow[]> {
  process.stderr.write('Pulses, standard runs and probes are measured for four minutes …\n');
  const often = { pace: 'off', warmUpMs: 30_000, measuredMs: 40_000 } as const;
  const pulses = { ...often, installations: 500, schedule: { ...off, pulse: '10s' } };
  const standards = { ...often, installations: 200, schedule: { ...off, standard: '20s' } };
  const pulse = await watchEmbedded(pulses);
  const probe = await probeMs(answerMs);
  const slowness = slownessBy(probe);
  const standard = await watchEmbedded(standards);
  process.stderr.write('A month of runs is kept and pruned …\n');
  const kept = await measureMonth();
  return [
    measured('CPU of a pulse (three requests)', aRun(pulse, 'cpuMs'), 'ms', 5 * slowness),
    ...(probe === undefined
      ? []
      : [
          measured('CPU of three probes of blackbox_exporter', probesOfAPulse * probe, 'ms'),
          measured(
            'CPU of a pulse, of three probes',
            aRun(pulse, 'cpuMs') / (probesOfAPulse * probe),
            'times',
          ),
        ]),
    measured('CPU of a standard run', aRun(standard, 'cpuMs'), 'ms', 25 * slowness),
    measured('/metrics of an installation', pulse.metricsBytes / pulses.installations / 1000, 'kB', 2.5),
    measured('kept of an installation a day, over 30 days', kept, 'MB', 0.25),
    measured('kept of a pulse for a day', aRun(pulse, 'storedBytes'), 'bytes'),
    measured('kept of a standard run for a day', aRun(standard, 'storedBytes'), 'bytes'),
    measured('written to the disk by a pulse', aRun(pulse, 'writtenBytes') / 1000, 'kB'),
    measured('written to the disk by a standard run', aRun(standard, 'writtenBytes') / 1000, 'kB'),
  ];
}

function aRun(figures: EmbeddedFigures, what: 'cpuMs' | 'storedBytes' | 'writtenBytes'): number {
  return figures[what] / Math.max(1, figures.runs);
}
