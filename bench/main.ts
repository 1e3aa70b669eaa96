import Table from 'cli-table3';
import type { BenchRow } from './row.ts';

/** Every measurement of the project, by the name under which it can be run alone: `npm run bench -- check`. */
const benches: Readonly<Record<string, () => Promise<readonly BenchRow[]>>> = {
  check: async () => (await import('./check.ts')).benchCheck(),
  fhir: async () => (await import('./fhir.ts')).benchFhir(),
  monitor: async () => (await import('./monitor.ts')).benchMonitor(),
};

const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !(name in benches));
if (unknown.length > 0) {
  process.stderr.write(
    `There is no measurement ${unknown.join(', ')}. There are ${Object.keys(benches).join(', ')}.\n`,
  );
  process.exitCode = 2;
} else {
  for (const [name, bench] of Object.entries(benches)) {
    if (chosen.length === 0 || chosen.includes(name)) printRows(name, await bench());
  }
}

function printRows(name: string, rows: readonly BenchRow[]): void {
  const table = new Table({ head: [name, 'measured', 'target', ''], style: { head: [], border: [] } });
  for (const row of rows) {
    const judged = row.ok === undefined ? '' : row.ok ? 'met' : 'missed';
    table.push([
      row.name,
      `${Number(row.value.toPrecision(3))} ${row.unit}`.trim(),
      row.target ?? '',
      judged,
    ]);
  }
  process.stdout.write(`${table.toString()}\n`);
}
