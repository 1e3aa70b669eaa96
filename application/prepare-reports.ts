import { runSettings } from '../engine/configuration/run-settings.ts';
import { UsageError } from '../engine/user-error.ts';
import { prepareFolder, WriteError } from '../reports/write.ts';

/**
 * Creates the folder for reports before anything is sent.
 * @param place the setting or option that chose the folder
 * @throws UsageError that names it, if the folder cannot be written
 */
export async function prepareReports(
  directory: string,
  place: string = runSettings.reportsDirectory.variable,
): Promise<void> {
  try {
    await prepareFolder(directory);
  } catch (thrown) {
    if (!(thrown instanceof WriteError)) throw thrown;
    throw new UsageError(`${place}: ${thrown.message}`, { cause: thrown });
  }
}
