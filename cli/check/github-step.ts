import { appendFile } from 'node:fs/promises';
import { codeOf, whyUnwritable } from '../../engine/files.ts';
import { breakCommands } from '../../reports/runner-commands.ts';
import { sanitize } from '../../reports/sanitize.ts';

/** GitHub shows ten annotations of a step; the summary has all. */
export const mostAnnotations = 10;

export type Environment = Readonly<Record<string, string | undefined>>;

/** What a step of GitHub Actions has beside its output: the page of its run, and values for later steps. */
type StepFile = 'GITHUB_STEP_SUMMARY' | 'GITHUB_OUTPUT';

/**
 * Appends to the files of a step. One that is not named, as on other machines, is left out.
 * @returns which files could not be written, and why, as sentences
 */
export async function writeStepFiles(
  environment: Environment,
  texts: Readonly<Record<StepFile, () => string>>,
): Promise<readonly string[]> {
  const problems: string[] = [];
  for (const [name, text] of Object.entries(texts)) {
    const file = environment[name];
    if (!file) continue;
    try {
      await appendFile(file, text());
    } catch (thrown) {
      if (codeOf(thrown) === '') throw thrown;
      problems.push(`${name}: ${file} cannot be written: ${whyUnwritable(thrown)}.`);
    }
  }
  return problems;
}

export function outputLines(outputs: Readonly<Record<string, string | number>>): string {
  return Object.entries(outputs)
    .map(([name, value]) => `${name}=${oneLine(String(value))}\n`)
    .join('');
}

/** A command to the runner, as its documentation describes it. */
export function annotation(level: 'error' | 'notice', title: string, message: string): string {
  const escaped = (text: string): string =>
    oneLine(text).replaceAll('%', '%25').replaceAll(':', '%3A').replaceAll(',', '%2C');
  return `::${level} title=${escaped(title)}::${oneLine(message).replaceAll('%', '%25')}\n`;
}

/** A line break would end a command or an output, and begin another. */
export function oneLine(text: string): string {
  return breakCommands(sanitize(text).replaceAll(/\s+/g, ' '));
}
