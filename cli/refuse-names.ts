import { selectableNames } from '../application/selection.ts';
import { nearestName } from '../engine/configuration/did-you-mean.ts';
import { UsageError } from '../engine/user-error.ts';

/**
 * Refuses a name after a command that takes none, and says which option takes it.
 * @param name from the command line; it may be an address with a key, so it is not repeated
 */
export function refuseNames(command: string, name: string): never {
  if (/^https?:/i.test(name))
    throw new UsageError(
      `error: '${command}' takes no address. The address of the service is the setting BASE_URL.`,
    );
  const near = nearestName(name, selectableNames);
  throw new UsageError(
    near === undefined
      ? `error: '${command}' takes no names. --only NAME limits it to an endpoint, check, topic or requirement; --installation NAME picks one of installations.yaml.`
      : `error: '${command}' takes no names. Did you mean --only ${near}?`,
  );
}
