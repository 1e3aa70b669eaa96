import { installedModel } from '../installed-definitions.ts';
import { fhirReleases } from '../types.ts';
import { type DefectKind, defectKinds, defectsOf } from './defects.ts';
import { someExamples } from './examples.ts';
import { judgesOf, ourName } from './judges.ts';
import { writeSection } from './write-section.ts';

const defectsPerExample = 4;

/** What one judge said of everything. */
class Tally {
  alarms = 0;
  readonly missed = new Map<DefectKind, number>();
  readonly surprises: string[] = [];
}

/**
 * Compares this validator with HL7's JSON Schema and FHIR.js on official examples and on copies of them with one defect
 * each, and writes the result into docs/decisions/fhir-comparison.md.
 *
 * @param listsAll whether to show every alarm and every miss of all judges
 * @returns whether this validator raises no alarm and misses nothing
 */
export async function compareWithOthers(listsAll: boolean): Promise<boolean> {
  const tallies = new Map<string, Tally>();
  const defects = new Map<DefectKind, number>();
  let examples = 0;

  for (const release of fhirReleases) {
    const judges = await judgesOf(release);
    const model = installedModel(release);
    for (const { file, text } of someExamples(release)) {
      examples += 1;
      const made = defectsOf(text, model, examples, defectsPerExample);
      for (const { kind } of made) defects.set(kind, (defects.get(kind) ?? 0) + 1);
      for (const [name, judge] of judges) {
        const tally = tallies.get(name) ?? new Tally();
        tallies.set(name, tally);
        if (!judge(text)) {
          tally.alarms += 1;
          tally.surprises.push(`${release} ${file} raises an alarm`);
        }
        for (const defect of made) {
          if (!judge(defect.text)) continue;
          tally.missed.set(defect.kind, (tally.missed.get(defect.kind) ?? 0) + 1);
          tally.surprises.push(`${release} ${file}: ${defect.what} is missed: ${defect.text}`);
        }
      }
    }
    process.stdout.write(`${release}: done after ${Math.round(performance.now() / 1_000)} s.\n`);
  }

  const total = [...defects.values()].reduce((sum, count) => sum + count, 0);
  const kinds = defectKinds.filter((kind) => defects.has(kind));
  const rows = [...tallies].map(([name, { alarms, missed }]) => {
    const sum = [...missed.values()].reduce((all, count) => all + count, 0);
    return [name, alarms, sum, ...kinds.map((kind) => missed.get(kind) ?? 0)];
  });
  const head = [
    'judge',
    `false alarms on ${examples.toLocaleString('en')} examples`,
    `missed of ${total.toLocaleString('en')} defects`,
    ...kinds.map((kind) => `${kind} (${defects.get(kind)})`),
  ];
  const table = [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
  process.stdout.write(`\n${table}\n`);

  writeSection('comparison', table);

  for (const [name, { surprises }] of tallies) {
    if (name !== ourName && !listsAll) continue;
    for (const surprise of surprises) process.stdout.write(`${name}: ${surprise.slice(0, 300)}\n`);
  }
  // What it says of itself must hold.
  return tallies.get(ourName)?.surprises.length === 0;
}
