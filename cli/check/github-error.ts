import { ConfigurationError, type Problem } from '../../engine/configuration/problems.ts';
import { describeError } from '../report-error.ts';
import { inputWords } from './action-inputs.ts';
import {
  annotation,
  type Environment,
  mostAnnotations,
  oneLine,
  outputLines,
  writeStepFiles,
} from './github-step.ts';

const title = 'Nothing was checked';

/** Whether a command line asks for the report of GitHub Actions. */
export function isForGithub(words: readonly string[]): boolean {
  return words[0] === 'check' && words.some((word) => word.split(/[=,]/).includes('github'));
}

/**
 * Shows in the step of GitHub Actions why nothing was checked, as `reportToGithub` shows a run: annotations, a summary and
 * outputs. Where the action of this project runs, names are those of its inputs, which its user wrote.
 * @param print takes commands to the runner, each with its line break
 * @returns which files could not be written, and why, as sentences
 */
export async function reportErrorToGithub(
  thrown: unknown,
  environment: Environment,
  print: (commands: string) => void,
): Promise<readonly string[]> {
  const problems = problemsOf(thrown).map((problem) => inputWords(problem, environment));
  const sentences = problems.map(({ place, message }) => (place === '' ? message : `${place}: ${message}`));
  const unwritten = await writeStepFiles(environment, {
    GITHUB_STEP_SUMMARY: () =>
      [`# ${title}`, '', ...sentences.map((one) => `- ${asText(oneLine(one))}`), ''].join('\n'),
    GITHUB_OUTPUT: () => outputLines({ state: 'unknown', coverage: 0, findings: 0, report: '' }),
  });
  print(
    sentences
      .slice(0, mostAnnotations)
      .map((one) => annotation('error', title, one))
      .join(''),
  );
  return unwritten;
}

/** Several mistakes of a configuration, each by itself; anything else as one, without a place. */
function problemsOf(thrown: unknown): readonly Problem[] {
  if (thrown instanceof ConfigurationError) return thrown.problems;
  return [
    {
      place: '',
      message: describeError(thrown)
        .text.replace(/^error: /, '')
        .trim(),
    },
  ];
}

/** As Markdown that shows the characters themselves. */
function asText(text: string): string {
  return text.replaceAll(/[\\`*_{}[\]<>#|~]/g, '\\$&');
}
