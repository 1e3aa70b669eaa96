import { type Configuration, type LoadOptions, loadConfiguration } from '../engine/configuration/load.ts';

/**
 * Loads the configuration of this process: its environment, and the files of the folder that it runs in.
 * @param onlyFrom what gave the name of the one installation that is meant
 */
export function loadHere(
  only?: string,
  otherProblems?: LoadOptions['otherProblems'],
  onlyFrom = '--installation',
): Promise<Configuration> {
  return loadConfiguration({
    environment: process.env,
    directory: process.cwd(),
    onlyFrom,
    otherVariables: async () => (await import('./settings.ts')).allVariables(),
    ...(only === undefined ? {} : { only }),
    ...(otherProblems === undefined ? {} : { otherProblems }),
  });
}
