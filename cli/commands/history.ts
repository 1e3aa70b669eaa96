import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { UsageError } from '../../engine/user-error.ts';
import { StartError } from '../report-error.ts';

interface HistoryOptions {
  readonly to: string;
  readonly merge?: true;
}

/** Adds `history`: moves the embedded history of the monitor into PostgreSQL. */
export function registerHistory(program: Command): void {
  program
    .command('history')
    .description('Copy the embedded history of the monitor (DATA_DIR) into PostgreSQL.')
    .requiredOption('--to <address>', 'the database, like postgresql://user@host:5432/database')
    .option('--merge', 'add to a history that is not empty; what it has stays as it is')
    .addHelpText('after', `\n${help}\n`)
    .action(copy);
}

const help = [
  'The monitor of the embedded history must not run meanwhile. The copy leaves it as it is: start the monitor with',
  'DATABASE_URL afterwards. Without a password in the address PGPASSWORD or ~/.pgpass is taken. A copy that was',
  'interrupted goes on with --merge; nothing is added twice.',
  '',
  'Exit codes:',
  '  0    everything is there',
  '  1    a history cannot be opened now; try again later',
  '  2    bad usage, or the other history is not empty',
].join('\n');

async function copy({ to, merge }: HistoryOptions): Promise<void> {
  const { copyEmbeddedHistory, HistoryError, HistorySettingsError, parseDatabaseUrl, readServiceSettings } =
    await import('../../monitor/index.ts');
  const { loadProcessConfiguration } = await import('../../application/process-configuration.ts');
  const { BadValue } = await import('../../engine/configuration/problems.ts');
  const { variables } = await loadProcessConfiguration(undefined);
  const { dataDirectory } = readServiceSettings(variables, process.cwd());
  const file = join(dataDirectory, 'monitor.db');
  if (!existsSync(file)) throw new UsageError(`There is no embedded history: ${file} does not exist.`);
  try {
    const copied = await copyEmbeddedHistory({
      file,
      url: parseDatabaseUrl(to),
      merge: merge === true,
      onProgress({ table, read, total, added }) {
        if (read === total) process.stdout.write(`${table}: ${total} rows, ${added} added\n`);
        else if (process.stdout.isTTY) process.stdout.write(`${table}: ${read} of ${total}\r`);
      },
    });
    process.stdout.write(`Copied ${copied} rows. Start the monitor with DATABASE_URL now.\n`);
  } catch (thrown) {
    if (thrown instanceof BadValue) throw new UsageError(`--to: ${thrown.message}`);
    if (thrown instanceof HistorySettingsError) throw new UsageError(ofOption(thrown));
    if (thrown instanceof HistoryError) throw new StartError(ofOption(thrown));
    throw thrown;
  }
}

/** The messages are those of a monitor, which has the address from a setting. */
function ofOption({ message }: Error): string {
  return message.replaceAll('DATABASE_URL', '--to');
}
