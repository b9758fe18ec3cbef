import { Argument, type Command } from 'commander';
import { contextOf } from '../connection/context.ts';
import { addJsonHelp } from '../terminal/json-output.ts';
import type { ProcessIo } from '../terminal/process-io.ts';
import { SCRIPTS, type Shell } from './scripts.ts';

const EXAMPLES = `
To load it in each new shell:

  bash    echo 'source <(trickle completion bash)' >> ~/.bashrc
  zsh     echo 'source <(trickle completion zsh)' >> ~/.zshrc
  fish    trickle completion fish > ~/.config/fish/completions/trickle.fish

In zsh, compinit must have run before.
`;

/** Declares `trickle completion`. */
export function addCompletion(command: Command, io: ProcessIo): void {
  command
    .summary('Print a completion script for a shell')
    .description(
      'Print a script that completes commands, options, their values, and the account of the config file.',
    )
    .addArgument(new Argument('<shell>', 'the shell').choices(Object.keys(SCRIPTS)))
    .addHelpText('after', EXAMPLES)
    .action(async (shell: Shell, _, self: Command) => {
      const { terminal } = contextOf(self, io);
      const script = SCRIPTS[shell];
      await (terminal.isJson ? terminal.json({ shell, script }) : terminal.writeData(script));
    });
  addJsonHelp(command, 'completion', io.stdout);
}
