import { command } from '../terminal/command.ts';
import type { Context } from '../terminal/context.ts';
import { argument, oneOf } from '../terminal/option.ts';

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

export type Shell = keyof typeof SCRIPTS;

/*
 * Each script passes the words of the command line, up to the one at the cursor, to `trickle __complete`. The response has
 * one candidate per line with its description after a tab, or `:files` for file names.
 */

const BASH = `# bash completion for trickle
_trickle() {
  local current="\${COMP_WORDS[COMP_CWORD]}" line word
  COMPREPLY=()
  [[ $current == = ]] && current=
  # Read line by line: an unquoted substitution would expand * and ? of a candidate.
  while IFS= read -r line; do
    if [[ $line == :files ]]; then
      compopt -o filenames 2>/dev/null
      while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -f -- "$current")
      return
    fi
    word="\${line%%$'\\t'*}"
    # Bash puts a candidate on the line as it is: a name of a server could run a command.
    [[ $word == *[!a-zA-Z0-9_.,:=@%+/-]* ]] && printf -v word %q "$word"
    COMPREPLY+=("$word")
  done < <("\${COMP_WORDS[0]}" __complete "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _trickle trickle
`;

const ZSH = `#compdef trickle
# zsh completion for trickle
_trickle() {
  local -a lines candidates
  local line
  lines=("\${(@f)$("\${words[1]}" __complete "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ "\${lines[1]}" == :files ]]; then
    _files
    return
  fi
  for line in "\${lines[@]}"; do
    [[ -n "$line" ]] || continue
    if [[ "$line" == *$'\\t'* ]]; then
      candidates+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
    else
      candidates+=("\${line//:/\\\\:}")
    fi
  done
  _describe 'trickle' candidates
}
if [[ "\${funcstack[1]}" == _trickle ]]; then
  _trickle
else
  compdef _trickle trickle
fi
`;

const FISH = `# fish completion for trickle
function __trickle_complete
  set -l words (commandline -opc) (commandline -ct)
  set -l lines ($words[1] __complete $words[2..-1] 2>/dev/null)
  if test "$lines[1]" = ':files'
    __fish_complete_path (commandline -ct)
  else if test (count $lines) -gt 0
    printf '%s\\n' $lines
  end
end
complete -c trickle -f -a '(__trickle_complete)'
`;

export const SCRIPTS = { bash: BASH, zsh: ZSH, fish: FISH } as const;
