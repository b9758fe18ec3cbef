// @thorough: shells
import { spawnSync } from 'node:child_process';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { WEBHOOK_EVENTS } from '@trickle/sdk/contract';
import { expect, test } from 'vitest';
import { FISH, isTested, ZSH } from '../../../scripts/setup/requirements.mjs';
import { TIME_LIMIT } from '../../../scripts/setup/time-limit.ts';
import { TARGETS } from '../src/import/options.ts';
import { BUILT, bin, temporaryFolder, trickle } from './command.ts';

/** A folder with the command `trickle`, a config file, and files to complete. */
async function home(accountId = '4711') {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'trickle'), `#!/bin/sh\nexec '${process.execPath}' '${bin}' "$@"\n`);
  await chmod(join(folder, 'trickle'), 0o755);
  const config = join(folder, 'config.json');
  await writeFile(
    config,
    JSON.stringify({ accountId, baseUrl: 'http://shop.localhost', apiKey: 'secret_key' }),
  );
  await chmod(config, 0o600);
  await writeFile(join(folder, 'subscribers.csv'), '');
  const env = { ...BUILT, PATH: `${folder}:${process.env.PATH}`, TRICKLE_CONFIG: config, HOME: folder };
  return { folder, env };
}

/** Runs a real shell's completion at the end of each line. */
type Complete = (lines: readonly string[]) => Promise<string[][]>;

/** Separates the answers to two lines. */
const NEXT = '--next--';

/** Runs a shell with a script of several parts. Returns the sorted lines that each part prints. */
async function inShell(
  command: string,
  args: readonly string[],
  parts: readonly string[],
  accountId?: string,
): Promise<string[][]> {
  const { folder, env } = await home(accountId);
  const script = parts.join(`\necho ${NEXT}\n`);
  const { stdout, stderr, error } = spawnSync(command, [...args, script], {
    cwd: folder,
    env,
    encoding: 'utf8',
    timeout: TIME_LIMIT, // a shell that waits for a terminal would block the whole process
  });
  if (error) throw error;
  expect(stderr).toBe('');
  const answers = stdout.split(`${NEXT}\n`);
  return answers.map((lines) =>
    lines
      .split('\n')
      .filter((line) => line !== '')
      .sort(),
  );
}

const quoted = (words: readonly string[]) => words.map((word) => `'${word}'`).join(' ');

const bash: Complete = async (lines) => {
  const [, ...found] = await inShell(
    'bash',
    ['--norc', '-c'],
    [
      'source <(trickle completion bash)',
      ...lines.map((line) => {
        const words = line.split(' ');
        return `COMP_WORDS=(${quoted(words)}) COMP_CWORD=${words.length - 1}
        _trickle; printf '%s\\n' "\${COMPREPLY[@]}"`;
      }),
    ],
  );
  return found;
};

const fish: Complete = async (lines) => {
  const [, ...found] = await inShell(
    'fish',
    ['--no-config', '-c'],
    [
      'trickle completion fish | source',
      ...lines.map((line) => `complete -C '${line}' | string replace -r '\\t.*' ''`),
    ],
  );
  return found;
};

/** Zsh only completes on a terminal, so the values are taken from the call of `_describe`. */
const zsh: Complete = async (lines) => {
  const [, ...found] = await inShell(
    'zsh',
    ['-f', '-c'],
    [
      `setopt extendedglob
     compdef() { : }
     _files() { print -l -- *.csv(N) }
     _describe() { local -a all; all=("\${(@P)2}"); print -l -- "\${all[@]//(#b)([^\\\\]):*/\${match[1]}}" }
     source <(trickle completion zsh)`,
      ...lines.map((line) => `words=(${quoted(line.split(' '))}); CURRENT=$#words; _trickle`),
    ],
  );
  return found;
};

/** The shells to run: bash and other installed shells; in CI all, so that a missing one fails. */
const SHELLS: Readonly<Record<string, Complete>> = {
  bash,
  ...(isTested(ZSH) && { zsh }),
  ...(isTested(FISH) && { fish }),
};

test.each(Object.entries(SHELLS))('the real %s completes words, accounts and files', async (_, complete) => {
  const found = await complete([
    'trickle imp',
    'trickle import --on-',
    'trickle whoami --account ',
    'trickle import subs',
    'trickle nonsense ',
  ]);
  expect(found).toEqual([['import'], ['--on-unknown'], ['4711'], ['subscribers.csv'], []]);
});

/** Types a line with tabs into a zsh on a terminal, goes to its start (Ctrl-A), and lets zsh print what it became. */
const TYPED_IN_ZSH = `zmodload zsh/zpty
  zpty shell 'PS1= zsh -f -i'
  zpty -w shell 'bindkey -e; autoload -U compinit && compinit -u -D && source <(trickle completion zsh) && print rea""dy'
  zpty -r shell output '*ready*'
  zpty -w -n shell $'trickle imp\t --on-\t\x01print -r -- en""d: \n'
  zpty -r shell output '*end: *'$'\n'
  print -r -- "\${output##*end: }"
  zpty -d shell`;

test.runIf(isTested(ZSH))('zsh completes a line on a terminal', async () => {
  const [lines] = await inShell('zsh', ['-f', '-c'], [TYPED_IN_ZSH]);
  expect(lines?.join('').trim()).toBe('trickle import --on-unknown');
});

test('bash inserts a hostile name as one harmless word', async () => {
  const name = '$(touch pwned)`touch pwned`; * "\\';
  const [, words, ran] = await inShell(
    'bash',
    ['--norc', '-c'],
    [
      'source <(trickle completion bash)',
      `COMP_WORDS=(trickle whoami --account '') COMP_CWORD=3; _trickle; printf '%s\\n' "\${COMPREPLY[@]}"`,
      // Run the completed line, as Enter does.
      'eval "set -- $COMPREPLY"; printf "%s\\n" "$#" "$1"; ls pwned* 2>/dev/null || true',
    ],
    name,
  );
  expect(words).toHaveLength(1);
  expect(ran).toEqual([name, '1'].sort());
});

/** The candidates given to the scripts, without descriptions. */
async function candidates(...words: string[]): Promise<string[]> {
  const { stdout, stderr, code } = await trickle(['__complete', ...words]);
  expect([stderr, code]).toEqual(['', 0]);
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split('\t')[0] ?? '');
}

test('every command is completed with its summary', async () => {
  const { stdout } = await trickle(['__complete', '']);
  const lines = stdout.trimEnd().split('\n');
  expect(lines.map((line) => line.split('\t')[0])).toEqual([
    ...['login', 'logout', 'whoami', 'import', 'export', 'pull', 'types', 'rehearse', 'compare'],
    ...['tail', 'listen', 'trigger', 'why', 'call', 'mcp', 'completion'],
  ]);
  for (const line of lines) expect(line).toMatch(/^\w+\t\w+ .+$/);
});

test.each<[string[], string[]]>([
  [
    ['export', 'subscribers', '--format', ''],
    ['csv', 'ndjson'],
  ],
  [['export', '--quiet', 'subscribers', '--format=c'], ['--format=csv']],
  [['call', 'campaignSubscriptions', 'l'], ['list']],
  [
    ['call', 'subscribers', 'up'],
    ['upsert', 'upsert-batch'],
  ],
  // Bash splits words at equals signs, as `COMP_WORDBREAKS` says.
  [['import', '--as', '=', 'sub'], ['subscribers']],
  [['import', '--as', '='], [...TARGETS]],
  [
    ['trigger', 'subscriber.updated_l'],
    ['subscriber.updated_lifetime_value', 'subscriber.updated_lead_score'],
  ],
  [['tail', '-e', 'applied'], ['applied_tag']],
  [['trigger', ''], [...WEBHOOK_EVENTS]],
  [['listen', '--events', 'created,deleted,marked_as_d'], ['created,deleted,marked_as_deliverable']],
  [['import', 'x.csv', '--errors', ''], [':files']],
  [['export', 'tags', '--output', 'x'], [':files']],
  [['import', 'x.csv', '--no-l'], ['--no-limits']],
  [['--js'], ['--json']],
  [['completion', 'bash', ''], []],
  [['import', '--', '--a'], [':files']],
  [['--account', ''], []],
])('after %j the shell offers %j', async (words, expected) => {
  expect(await candidates(...words)).toEqual(expected);
});

test('completion never offers the key in the config file, and nothing from a broken file', async () => {
  const { env } = await home();
  const { stdout } = await trickle(['__complete', '--api-key', ''], { env });
  expect(stdout).toBe('');
  await writeFile(env.TRICKLE_CONFIG, 'secret_key');
  expect(await trickle(['__complete', '--account', ''], { env })).toEqual({
    code: 0,
    stdout: '',
    stderr: '',
  });
});

test('the error for an unknown shell lists the known ones', async () => {
  const { code, stderr } = await trickle(['completion', 'tcsh']);
  expect(stderr.replaceAll(/\s+/g, ' ')).toContain('Allowed choices are bash, zsh, fish.');
  expect(code).toBe(2);
});
