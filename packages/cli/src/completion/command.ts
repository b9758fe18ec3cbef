import { command } from '../terminal/command.ts';
import type { Context } from '../terminal/context.ts';
import { argument, oneOf } from '../terminal/option.ts';
import { SCRIPTS, type Shell } from './scripts.ts';

export const completion = command('completion', {
  summary: 'Print a completion script for a shell',
  description:
    'Print a script that completes commands, options, their values, and the account of the config file.',
  arguments: { shell: argument('<shell>', 'the shell', oneOf('bash', 'zsh', 'fish')) },
  notes: `To load it in each new shell:

  bash    echo 'source <(trickle completion bash)' >> ~/.bashrc
  zsh     echo 'source <(trickle completion zsh)' >> ~/.zshrc
  fish    trickle completion fish > ~/.config/fish/completions/trickle.fish

In zsh, compinit must have run before.`,
  json: { prints: 'One object:', members: { shell: 'the shell', script: 'the script' } },
  run: async () => ({ run: printScript }),
});

async function printScript({ shell }: { readonly shell: Shell }, { terminal }: Context): Promise<void> {
  const script = SCRIPTS[shell];
  await (terminal.isJson ? terminal.json({ shell, script }) : terminal.writeData(script));
}
