import { command } from '../terminal/command.ts';
import { filePath, option } from '../terminal/option.ts';

export const mcp = command('mcp', {
  summary: 'Serve the sandbox to a coding assistant',
  description:
    'Serve the reference server to a coding assistant, with the Model Context Protocol over standard input and output: the questions and actions of the inspector as tools.',
  options: {
    seed: option(
      '--seed <path>',
      'start a reference server with this seed, instead of using one that runs',
      filePath,
    ),
    demo: option('--demo', 'start a reference server with the demo account'),
  },
  examples: [
    'The command that an assistant starts:',
    '$ trickle mcp',
    '$ trickle mcp --seed trickle-seed.json',
    '$ trickle mcp --demo',
  ],
  notes: `It connects to a reference server on this machine only, never to the service,
and ends when standard input ends. --seed and --demo need @trickle/mock-server
in this folder.`,
  json: { prints: 'Messages of the protocol, with and without `--json`.', members: {} },
  run: () => import('./run.ts'),
});
