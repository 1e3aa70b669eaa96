import { type Expectations, readExpectations } from '../../application/expectations.ts';
import { prepareReports } from '../../application/prepare-reports.ts';
import { loadProcessConfiguration } from '../../application/process-configuration.ts';
import { clearTextWarning } from '../../engine/configuration/addresses.ts';
import { type Installation, secretsOf } from '../../engine/configuration/installation.ts';
import { type Configuration, embeddedName } from '../../engine/configuration/load.ts';
import type { RunSettings } from '../../engine/configuration/run-settings.ts';
import { redactionOf } from '../../engine/evidence/redaction.ts';
import { UserError } from '../../engine/user-error.ts';
import { breakCommands } from '../../reports/runner-commands.ts';

/** The installation that a run tests, and the settings of the run. */
export interface PreparedTarget {
  readonly installation: Installation;
  readonly settings: RunSettings;
  readonly expectations: Expectations;
  readonly close: () => Promise<void>;
}

/**
 * Reads the configuration and selects the installation; starts the embedded one if it is selected.
 * @throws ConfigurationError or UserError before anything is sent, if the user must correct something
 */
export async function prepareTarget(): Promise<PreparedTarget> {
  const configuration = await loadProcessConfiguration(process.env.INSTALLATION, undefined, 'INSTALLATION');
  const { settings, installations } = configuration;
  const { parts } = redactionOf(installations.flatMap(secretsOf));
  const names = installations.map(({ name }) => name);
  const expectations = await readExpectations({}, settings, names, parts);
  refuseMissingConfiguration(configuration);
  await prepareReports(settings.reportsDirectory);
  const target = await targetOf(configuration);
  // Standard output belongs to reporters that print JSON or XML.
  process.stderr.write(
    breakCommands(`Checking ${target.installation.name} at ${target.installation.baseUrl}\n`),
  );
  const warning = clearTextWarning(target.installation);
  if (warning !== undefined) process.stderr.write(breakCommands(`Warning: ${warning}\n`));
  return { ...target, settings, expectations };
}

/** Otherwise a pipeline with a missing variable would test the embedded installation and stay green forever. */
function refuseMissingConfiguration({ installations, isEmbeddedChosen }: Configuration): void {
  const isPipeline = !['', '0', 'false'].includes(process.env.CI?.toLowerCase() ?? '');
  if (!isPipeline || installations.length > 0 || isEmbeddedChosen) return;
  throw new UserError(
    `Nothing is configured: set BASE_URL and API_KEY, or BASE_URL=${embeddedName} to test the embedded installation on purpose.`,
  );
}

async function targetOf({
  installations,
  embedded,
}: Configuration): Promise<Pick<PreparedTarget, 'installation' | 'close'>> {
  const [installation, another] = installations;
  if (another !== undefined)
    throw new UserError('Several installations are configured. Name one with INSTALLATION.');
  if (installation !== undefined) return { installation, close: async () => {} };
  const { startEmbedded } = await import('../../application/embedded.ts');
  return startEmbedded(embedded);
}
