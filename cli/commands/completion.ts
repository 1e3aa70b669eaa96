import { Argument, type Command } from 'commander';
import { type Shell, shells } from '../completion/scripts.ts';

/** Adds `completion`: prints a completion script for the user's shell. */
export function registerCompletion(program: Command): void {
  program
    .command('completion')
    .description('Print a script that completes commands, options and names in a shell.')
    .addArgument(new Argument('<shell>', 'the shell').choices([...shells]))
    .addHelpText('after', help)
    .action(async (shell: Shell) => {
      const [{ completionScript, wordsOf }, { completedValues }] = await Promise.all([
        import('../completion/scripts.ts'),
        import('../completion/values.ts'),
      ]);
      process.stdout.write(completionScript(shell, wordsOf(program, completedValues)));
    });
}

const help = `
  bash   evidence-contract completion bash > ~/.local/share/bash-completion/completions/evidence-contract
  zsh    evidence-contract completion zsh > ~/.evidence-contract.zsh, and "source" it in ~/.zshrc after compinit
  fish   evidence-contract completion fish > ~/.config/fish/completions/evidence-contract.fish`;
