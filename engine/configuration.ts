/** Reads the configuration from the environment, `.env` and installations.yaml. */
export {
  type Configuration,
  type ConfiguredInstallation,
  type LoadOptions,
  loadConfiguration,
  type RunSettings,
} from './configuration/load.ts';
export { ConfigurationError, type Problem } from './configuration/problems.ts';
