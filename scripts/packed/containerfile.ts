import { read } from '../setup/repository.ts';

const lines = read('Containerfile').split('\n');

/** The rest of the only line of the Containerfile that starts with some words. */
export function instruction(beginning: string): string {
  const [line, ...others] = lines.filter((text) => text.startsWith(beginning));
  if (line === undefined || others.length > 0)
    throw new Error(`The Containerfile has no single ${beginning}`);
  return line.slice(beginning.length).trim();
}

/** The words of an instruction in JSON form, as in `CMD ["node"]`. */
export const words = (beginning: string): string[] =>
  JSON.parse(/\[.*\]$/.exec(instruction(beginning))?.[0] ?? '[]');
