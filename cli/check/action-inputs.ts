import type { Problem } from '../../engine/configuration/problems.ts';
import type { Environment } from './github-step.ts';

/** The inputs of action.yml by the settings and options that they become. */
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

/** Names a mistake by the inputs of the action; leaves it as it is if no action runs. */
export function inputWords({ place, message }: Problem, environment: Environment): Problem {
  if (environment[variables.isAction] !== 'true') return { place, message };
  return {
    place: actionInputs[place] ?? place,
    message: `${named(message)}${help(place, environment)}`,
  };
}

function named(text: string): string {
  return text
    .replaceAll(/option '(--[a-z-]{1,40})(?: [^']{0,80})?'/g, (all, name: string) =>
      name in actionInputs ? `input ${actionInputs[name]}` : all,
    )
    .replaceAll(/--[a-z-]+|\b[A-Z][A-Z_]+\b/g, (name) => actionInputs[name] ?? name);
}

function help(place: string, environment: Environment): string {
  // Other secrets that are empty are as good as not given: action.yml takes their settings away.
  if (place !== 'API_KEY' || environment[place] !== '') return '';
  return environment[variables.isFork] === 'true'
    ? ' GitHub hands no secrets to a pull request from a fork: let the job run for branches of the repository alone (README.md shows the condition).'
    : ' The secret that the workflow names may not exist.';
}
