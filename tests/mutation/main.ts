import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { faults } from '../../reference-server/faults/index.ts';
import { variants } from '../../reference-server/variants/index.ts';
import { rememberingBodyReader } from '../self-test/support/remembering-body-reader.ts';
import { faultCase, record, variantCase } from './record.ts';
import { type MutationReport, mutationScore, slicesOf } from './slices.ts';
import { targets } from './targets.ts';

/**
 * `npm run mutation [-- TARGET] [--resume] [options of Stryker]`: records how the reference installation answers with each
 * fault and variant, then has Stryker change the code of a target, a few files at a time, and count what no test notices.
 * `--resume` goes on where a run ended early.
 */

const inFolder = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const root = inFolder('../../');
const recordingFile = `${root}reports/out/mutation/recording.json`;

const given = process.argv.slice(2);
const isResumed = given.includes('--resume') && existsSync(recordingFile);
const named = given.filter((one) => one in targets);
const ofStryker = given.filter((one) => !(one in targets) && one !== '--resume');
/** Where `--mutate` names files, one run mutates them and no others. */
const isOneRun = ofStryker.includes('--mutate');

const say = (line: string): unknown => process.stdout.write(`${line}\n`);

if (!isResumed) {
  say('Recording the reference installation with each fault and variant ...');
  const cases = [
    ...faults.map(faultCase),
    ...variants.filter(({ heavy }) => heavy !== true).map(variantCase),
  ];
  const bodies = rememberingBodyReader();
  const recording = await record(cases, bodies);
  await bodies.close();
  mkdirSync(`${root}reports/out/mutation`, { recursive: true });
  writeFileSync(recordingFile, JSON.stringify(recording));
  say(`Recorded ${recording.cases.length} installations, which differ in ${recording.scenes.length} scenes.`);
}

for (const target of named.length > 0 ? named : Object.keys(targets)) mutate(target);

function mutate(name: string): void {
  const target = targets[name];
  if (target === undefined) return;
  const folder = `${root}reports/out/mutation/${name}`;
  if (!isResumed) rmSync(folder, { recursive: true, force: true });
  const slices = isOneRun ? [{ name: 'chosen', files: [] }] : slicesOf(root, target);
  const reports: MutationReport[] = [];
  for (const [index, slice] of slices.entries()) {
    const report = `${folder}/${slice.name}/mutation.json`;
    if (isOneRun || !existsSync(report)) {
      say(`Mutating ${name}, part ${index + 1} of ${slices.length}: ${slice.files.join(', ')} ...`);
      runStryker(name, `reports/out/mutation/${name}/${slice.name}`, slice.files);
    }
    if (existsSync(report)) reports.push(JSON.parse(readFileSync(report, 'utf8')) as MutationReport);
  }
  const missing = slices.length - reports.length;
  say(
    `${name}: ${mutationScore(reports)}${missing === 0 ? '' : ` ${missing} parts did not end: --resume makes them.`}`,
  );
}

function runStryker(target: string, reports: string, files: readonly string[]): void {
  const stryker = inFolder('node_modules/@stryker-mutator/core/bin/stryker.js');
  const words = [stryker, 'run', inFolder('stryker.config.ts'), ...ofStryker];
  const { status } = spawnSync(process.execPath, words, {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      NODE_OPTIONS: '--import tsx',
      TSX_TSCONFIG_PATH: inFolder('stand-in.tsconfig.json'),
      MUTATION_TARGET: target,
      MUTATION_REPORTS: reports,
      MUTATION_FILES: files.join(','),
      MUTATION_RECORDING: recordingFile,
    },
  });
  if (status !== 0) process.exitCode = 1;
}
