import { alignColumns } from '../reports/console/layout.ts';
import type { BenchRow } from './row.ts';

/** Every measurement of the project, by the name that runs it alone: `npm run bench -- check`. */
const benches: Readonly<Record<string, () => Promise<readonly BenchRow[]>>> = {
  check: async () => (await import('./check.ts')).benchCheck(),
  fhir: async () => (await import('./fhir.ts')).benchFhir(),
  'fhir-growth': async () => (await import('./fhir-growth.ts')).benchFhirGrowth(),
  many: async () => (await import('./monitor/many.ts')).benchMany(),
  monitor: async () => (await import('./monitor.ts')).benchMonitor(),
  pages: async () => (await import('./pages.ts')).benchPages(),
  secrets: async () => (await import('./secrets.ts')).benchSecrets(),
  several: async () => (await import('./monitor/several.ts')).benchSeveral(),
  soak: async () => (await import('./soak.ts')).benchSoak(),
};

/** These take long, and run only if named. */
const onlyByName: readonly string[] = ['fhir-growth', 'many', 'several', 'soak'];

const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !(name in benches));
if (unknown.length > 0) {
  process.stderr.write(
    `There is no measurement ${unknown.join(', ')}. There are ${Object.keys(benches).join(', ')}.\n`,
  );
  process.exitCode = 2;
} else {
  for (const [name, bench] of Object.entries(benches)) {
    if (chosen.includes(name) || (chosen.length === 0 && !onlyByName.includes(name)))
      printRows(name, await bench());
  }
}

function printRows(name: string, rows: readonly BenchRow[]): void {
  if (rows.some(({ ok, isPromise }) => ok === false && isPromise === true)) process.exitCode = 1;
  const lines = rows.map((row) => [
    row.name,
    `${Number(row.value.toPrecision(3))} ${row.unit}`.trim(),
    row.target ?? '',
    row.ok === undefined ? '' : row.ok ? 'met' : 'missed',
  ]);
  process.stdout.write(`${alignColumns([[name, 'measured', 'target', ''], ...lines]).join('\n')}\n\n`);
}
