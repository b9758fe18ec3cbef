import { type Block, commandsOf } from './blocks.ts';
import type { Reader } from './reader.ts';
import { standIn } from './stand-ins.ts';

/** Commands that need their own terminal, and their output once they are ready. */
const SERVER = /^npx (?:-p @trickle\/mock-server )?trickle-server(?= -|$)/;
const STAYING: readonly (readonly [RegExp, readonly string[]])[] = [
  [SERVER, ['http://127.0.0.1:']],
  [/^npx vite\b/, ['ready in']],
  [/^npx (?:trickle|@trickle\/cli) listen\b/, ['Ready.']],
  [/^curl -N /, ['\n']],
];

export type Ran = readonly [command: string, output: string];

/** Follows the blocks in order. Returns the commands that ran, each with its output. */
export async function follow(reader: Reader, blocks: readonly Block[]): Promise<Ran[]> {
  const ran: Ran[] = [];
  for (const [i, block] of blocks.entries()) {
    if (block.mark === 'another machine') reader.openTerminal();
    reader.save(block.file === undefined ? block : { ...block, code: completed(block.code, ran) });
    if (block.language !== 'sh') continue;
    const next = blocks[i + 1];
    const printed =
      next?.language === 'text' && next.file === undefined ? next.code.trim().split('\n') : undefined;
    for (const command of commandsOf(block)) {
      const own = standIn(reader, completed(command, ran));
      if (own !== undefined) ran.push([command, await obey(reader, own, printed)]);
    }
  }
  return ran;
}

async function obey(
  reader: Reader,
  command: string,
  printed: readonly string[] | undefined,
): Promise<string> {
  if (command.startsWith('export ')) {
    reader.prepare(command);
    return '';
  }
  const [, ready] = STAYING.find(([pattern]) => pattern.test(command)) ?? [];
  const lines = printed ?? ready;
  if (lines === undefined || command.includes(' &\n')) return reader.run(strictly(command));
  return reader.start(onPort(command), lines);
}

/** Replaces names in capitals, as in `accounts/ACCOUNT_ID`, by members of earlier responses. */
function completed(command: string, ran: readonly Ran[]): string {
  const answers = ran.map(([, output]) => output).filter((output) => output.startsWith('{'));
  const members = Object.assign({}, ...answers.map((text) => JSON.parse(text)));
  return command.replaceAll(/(?<![$\w])[A-Z]+_(?:ID|KEY)\b(?!=)/g, (name) => {
    const value = members[name.toLowerCase()];
    if (typeof value !== 'string')
      throw new Error(`No response so far has ${name}, which is used in ${command}`);
    return value;
  });
}

/** Makes curl fail if the server refuses: pages only show commands that work. */
const strictly = (command: string) =>
  command.replaceAll(/^curl /gm, 'curl --fail-with-body --silent --show-error ');

/** Adds a server's default port, so that it can be replaced. */
const onPort = (command: string) =>
  SERVER.test(command) && !command.includes('--port ') ? `${command} --port 4100` : command;
