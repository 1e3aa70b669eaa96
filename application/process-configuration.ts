import { type Configuration, type LoadOptions, loadConfiguration } from '../engine/configuration/load.ts';

/**
 * Loads the configuration of this process: its environment, and the files in its working directory.
 * @param onlyFrom the source of the installation name, if a single one is selected
 */
export function loadProcessConfiguration(
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
