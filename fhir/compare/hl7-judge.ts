import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Answers } from './answers.ts';
import type { Case } from './material.ts';
import { runJudge } from './run-judge.ts';

const project = join(import.meta.dirname, 'hl7');
const classes = join(project, 'target', 'classes');
const classpath = join(project, 'target', 'classpath.txt');

/** Says in one line why HL7's validator cannot be asked; undefined if it can. */
export function reasonToLeaveOut(): string | undefined {
  for (const [command, option] of [
    ['java', '-version'],
    ['mvn', '-version'],
  ] as const) {
    if (spawnSync(command, [option], { stdio: 'ignore' }).status !== 0)
      return `HL7's validator is left out: there is no ${command} here.`;
  }
  return undefined;
}

/** Compiles the judge with Maven if it has changed since. */
export function buildHl7Judge(): void {
  const sources = [join(project, 'pom.xml'), join(project, 'src', 'main', 'java', 'Judge.java')];
  const changed = Math.max(...sources.map((file) => statSync(file).mtimeMs));
  if (existsSync(classpath) && statSync(classpath).mtimeMs > changed) return;
  const { status } = spawnSync('mvn', ['-q', '-B', 'compile'], { cwd: project, stdio: 'inherit' });
  if (status !== 0) throw new Error(`Maven could not build ${project}.`);
}

/** @param isShort for few files: starting takes most of the time then, so that the JVM compiles less */
export function askHl7(cases: readonly Case[], isShort: boolean): Promise<Answers> {
  const options = isShort ? ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'] : [];
  const path = `${classes}${delimiter}${readFileSync(classpath, 'utf8').trim()}`;
  return runJudge('java', ['-Xmx3g', ...options, '-cp', path, 'Judge'], cases);
}
