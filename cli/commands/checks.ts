import type { Command } from 'commander';
import { UsageError } from '../../engine/user-error.ts';
import { terminalOf } from '../terminal.ts';

/** Adds `checks`: lists and explains checks, requirements and gaps. */
export function registerChecks(program: Command): void {
  program
    .command('checks')
    .argument(
      '[name...]',
      'checks, requirements or gaps to explain, such as auth.no-key-rejected or AUTH-9; topics or endpoints to list',
    )
    .description('List every check, requirement and gap, or explain some of them.')
    .action(async (wanted: readonly string[]) => {
      process.stdout.write(wanted.length === 0 ? await listed() : await explained(wanted));
    });
}

async function listed(): Promise<string> {
  const { listEverything } = await import('../checks/list.ts');
  return listEverything(terminalOf(process.stdout, process.env).width);
}

async function explained(wanted: readonly string[]): Promise<string> {
  const [{ explain, whyNotExplained }, { listChecksOf }, { faults }] = await Promise.all([
    import('../checks/explain.ts'),
    import('../checks/list.ts'),
    import('../../reference-server/faults/index.ts'),
  ]);
  const { width } = terminalOf(process.stdout, process.env);
  const texts = wanted.map((name) => {
    const text = explain(name, faults, width) ?? listChecksOf(name, width);
    if (text !== undefined) return text;
    throw new UsageError(whyNotExplained(name));
  });
  return texts.join('\n');
}
