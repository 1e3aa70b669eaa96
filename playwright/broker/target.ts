import { type Demanded, readDemanded } from '../../application/demanded.ts';
import { loadHere } from '../../application/load-here.ts';
import { clearTextWarning } from '../../engine/configuration/addresses.ts';
import { type Installation, secretsOf } from '../../engine/configuration/installation.ts';
import { type Configuration, embeddedName } from '../../engine/configuration/load.ts';
import type { RunSettings } from '../../engine/configuration/run-settings.ts';
import { redactionOf } from '../../engine/evidence/redaction.ts';
import { UserError } from '../../engine/user-error.ts';
import { breakCommands } from '../../reports/runner-commands.ts';

/** The subject of the tests of a run, and the settings that hold for them. */
export interface PreparedTarget {
  readonly installation: Installation;
  readonly settings: RunSettings;
  readonly demanded: Demanded;
  readonly close: () => Promise<void>;
}

/**
 * Reads the configuration and says which installation is meant; starts the embedded one if that is meant.
 * @throws ConfigurationError or UserError before anything is sent, if the user must correct something
 */
export async function prepareTarget(): Promise<PreparedTarget> {
  const configuration = await loadHere(process.env.INSTALLATION, undefined, 'INSTALLATION');
  const { settings, installations } = configuration;
  const { parts } = redactionOf(installations.flatMap(secretsOf));
  const names = installations.map(({ name }) => name);
  const demanded = await readDemanded({}, settings, names, parts);
  refuseForgotten(configuration);
  const target = await targetOf(configuration);
  // Reporters print JSON or XML to stdout.
  process.stderr.write(
    breakCommands(`Checking ${target.installation.name} at ${target.installation.baseUrl}\n`),
  );
  const warning = clearTextWarning(target.installation);
  if (warning !== undefined) process.stderr.write(breakCommands(`Warning: ${warning}\n`));
  return { ...target, settings, demanded };
}

/** A pipeline in which a variable is missing would otherwise test the embedded installation, and be green forever. */
function refuseForgotten({ installations, isEmbeddedChosen }: Configuration): void {
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
