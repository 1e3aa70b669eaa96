import { appendFile } from 'node:fs/promises';
import { ConfigurationError, type Problem } from '../../engine/configuration/problems.ts';
import { codeOf, whyUnwritable } from '../../engine/files.ts';
import { breakCommands } from '../../reports/runner-commands.ts';
import { sanitize } from '../../reports/sanitize.ts';
import { describeError } from '../report-error.ts';

/** GitHub shows ten annotations per step; the summary has all. */
export const mostAnnotations = 10;

export type Environment = Readonly<Record<string, string | undefined>>;

/** A step of GitHub Actions has files besides its output: the summary page of its run, and values for later steps. */
type StepFile = 'GITHUB_STEP_SUMMARY' | 'GITHUB_OUTPUT';

/**
 * Appends to the files of a step. A file that is not named, as outside GitHub Actions, is skipped.
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

/** A workflow command, as GitHub documents it. */
export function annotation(level: 'error' | 'notice', title: string, message: string): string {
  const escaped = (text: string): string =>
    oneLine(text).replaceAll('%', '%25').replaceAll(':', '%3A').replaceAll(',', '%2C');
  return `::${level} title=${escaped(title)}::${oneLine(message).replaceAll('%', '%25')}\n`;
}

/** A line break would end a command or an output and start another. */
function oneLine(text: string): string {
  return breakCommands(sanitize(text).replaceAll(/\s+/g, ' '));
}

/** The inputs of action.yml, by the settings and options that they become. */
export const actionInputs: Readonly<Record<string, string>> = {
  BASE_URL: 'base-url',
  API_KEY: 'api-key',
  SECOND_API_KEY: 'second-api-key',
  REVOKED_API_KEY: 'revoked-api-key',
  ALLOW_IMPORT: 'allow-import',
  IMPORT_BUNDLE: 'import-bundle',
  PROJECT_PARAMETER: 'project-parameter',
  EXTRA_HEADERS: 'extra-headers',
  CA_FILE: 'ca-file',
  MIN_COVERAGE: 'min-coverage',
  KNOWN_FAILURES: 'known-failures',
  '--tier': 'tier',
  '--only': 'only',
  '--shard': 'shard',
  '--baseline': 'baseline',
  '--report': 'report',
  '--report-dir': 'report-dir',
};

/** Set by action.yml. */
const variables = { isAction: 'CHECK_BY_ACTION', isFork: 'CHECK_OF_FORK' };

/** Names a mistake by the inputs of the action; leaves it unchanged outside of the action. */
function inInputTerms({ place, message }: Problem, environment: Environment): Problem {
  if (environment[variables.isAction] !== 'true') return { place, message };
  return {
    place: actionInputs[place] ?? place,
    message: `${withInputNames(message)}${secretAdvice(place, environment)}`,
  };
}

function withInputNames(text: string): string {
  return text
    .replaceAll(/option '(--[a-z-]{1,40})(?: [^']{0,80})?'/g, (all, name: string) =>
      name in actionInputs ? `input ${actionInputs[name]}` : all,
    )
    .replaceAll(/--[a-z-]+|\b[A-Z][A-Z_]+\b/g, (name) => actionInputs[name] ?? name);
}

function secretAdvice(place: string, environment: Environment): string {
  // Any other empty secret counts as not given: action.yml unsets its setting.
  if (place !== 'API_KEY' || environment[place] !== '') return '';
  return environment[variables.isFork] === 'true'
    ? ' GitHub hands no secrets to a pull request from a fork: let the job run for branches of the repository alone (README.md shows the condition).'
    : ' The secret that the workflow names may not exist.';
}

const title = 'Nothing was checked';

/** Whether a command line asks for the report of GitHub Actions. */
export function isForGithub(words: readonly string[]): boolean {
  return words[0] === 'check' && words.some((word) => word.split(/[=,]/).includes('github'));
}

/**
 * Shows in the step of GitHub Actions why nothing was checked, as `reportToGithub` shows a run: annotations, a summary
 * and outputs. Inside this project's action, the messages name its inputs, since the user wrote those.
 * @param print receives workflow commands, each with its line break
 * @returns which files could not be written, and why, as sentences
 */
export async function reportErrorToGithub(
  thrown: unknown,
  environment: Environment,
  print: (commands: string) => void,
): Promise<readonly string[]> {
  const problems = problemsOf(thrown).map((problem) => inInputTerms(problem, environment));
  const sentences = problems.map(({ place, message }) => (place === '' ? message : `${place}: ${message}`));
  const unwritten = await writeStepFiles(environment, {
    GITHUB_STEP_SUMMARY: () =>
      [`# ${title}`, '', ...sentences.map((one) => `- ${escapedMarkdown(oneLine(one))}`), ''].join('\n'),
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

/** The mistakes of a configuration, one by one; any other error as one problem without a place. */
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

/** Escapes Markdown, so that the text shows literally. */
function escapedMarkdown(text: string): string {
  return text.replaceAll(/[\\`*_{}[\]<>#|~]/g, '\\$&');
}
