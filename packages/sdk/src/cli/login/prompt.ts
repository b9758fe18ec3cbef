import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { EXIT, ExitSignal, UsageError } from '../terminal/exit-signal.ts';
import type { ProcessIo } from '../terminal/process-io.ts';
import { visible } from '../terminal/text.ts';

/** Asks questions on a terminal. */
export class Prompt {
  readonly #io: ProcessIo;

  constructor(io: ProcessIo) {
    this.#io = io;
  }

  /** Whether there is a terminal to ask on. */
  get isPossible(): boolean {
    return this.#io.stdin.isTTY === true && this.#io.stderr.isTTY === true;
  }

  /** Asks for a line. With `isHidden`, what is typed is not shown. */
  ask(question: string, { isHidden = false } = {}): Promise<string> {
    const { stdin, stderr } = this.#io;
    const write = (line: string) => void stderr.write(line);
    // The terminal itself does not echo in raw mode: the interface writes what is typed to its output.
    const output = new Writable({
      write(chunk, _, done) {
        if (!isHidden) write(String(chunk));
        done();
      },
    });
    const reader = createInterface({ input: stdin, output, terminal: true, historySize: 0 });
    if (isHidden) write(visible(question));
    return new Promise<string>((resolve, reject) => {
      reader.once('SIGINT', () => {
        reject(new ExitSignal(EXIT.interrupted));
        reader.close();
      });
      reader.once('close', () => {
        write('\n');
        reject(new UsageError('The input ended before an answer.'));
      });
      reader.question(isHidden ? '' : question, (answer) => {
        resolve(answer.trim());
        reader.close();
      });
    });
  }
}

/** Reads a key from standard input. */
export async function readKey({ stdin }: ProcessIo): Promise<string> {
  const key = (await text(stdin)).trim();
  if (key === '') throw new UsageError('--with-token: standard input is empty.');
  if (/\s/.test(key)) throw new UsageError('--with-token: standard input must be one key, without spaces.');
  return key;
}
