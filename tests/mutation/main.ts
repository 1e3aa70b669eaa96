import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { faults } from '../../reference-server/faults/index.ts';
import { variants } from '../../reference-server/variants/index.ts';
import { rememberingBodyReader } from '../self-test/support/remembering-body-reader.ts';
import { faultCase, record, variantCase } from './record.ts';
import { targets } from './targets.ts';

/**
 * `npm run mutation [-- TARGET] [--reuse-recording] [options of Stryker]`: records how the reference installation answers
 * with each fault and variant, then has Stryker change the code of a target, bit by bit, and count what no test notices.
 */

const inFolder = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const root = inFolder('../../');
const recordingFile = `${root}reports/out/mutation/recording.json`;

const given = process.argv.slice(2);
const isReused = given.includes('--reuse-recording') && existsSync(recordingFile);
const named = given.filter((one) => one in targets);
const ofStryker = given.filter((one) => !(one in targets) && one !== '--reuse-recording');

const say = (line: string): unknown => process.stdout.write(`${line}\n`);

if (!isReused) {
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

for (const target of named.length > 0 ? named : Object.keys(targets)) {
  say(`Mutating ${target} ...`);
  const stryker = inFolder('node_modules/@stryker-mutator/core/bin/stryker.js');
  const { status } = spawnSync(
    process.execPath,
    [stryker, 'run', inFolder('stryker.config.ts'), ...ofStryker],
    {
      cwd: root,
      stdio: 'inherit',
      env: {
        ...process.env,
        NODE_OPTIONS: '--import tsx',
        TSX_TSCONFIG_PATH: inFolder('stand-in.tsconfig.json'),
        MUTATION_TARGET: target,
        MUTATION_RECORDING: recordingFile,
      },
    },
  );
  if (status !== 0) process.exitCode = 1;
}
