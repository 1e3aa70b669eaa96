import { type Configuration, type LoadOptions, loadConfiguration } from '../engine/configuration/load.ts';

/** Loads the configuration of this process: its environment, and the files of the folder that it runs in. */
export function loadHere(
  only?: string,
  otherProblems?: LoadOptions['otherProblems'],
): Promise<Configuration> {
  return loadConfiguration({
    environment: process.env,
    directory: process.cwd(),
    otherVariables: async () => (await import('./settings.ts')).allVariables(),
    ...(only === undefined ? {} : { only }),
    ...(otherProblems === undefined ? {} : { otherProblems }),
  });
}
