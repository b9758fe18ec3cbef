import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { visible } from '@trickle/design/terminal';
import { EXIT, ExitSignal, UsageError } from './exit-signal.ts';
import type { ProcessIo } from './process-io.ts';

/** Whether somebody can answer. */
export const canAsk = ({ stdin, stderr }: ProcessIo): boolean =>
  stdin.isTTY === true && stderr.isTTY === true;

/** Asks for a line. With `isHidden`, the input is not echoed. */
export function ask(
  { stdin, stderr }: ProcessIo,
  question: string,
  { isHidden = false } = {},
): Promise<string> {
  const write = (line: string) => void stderr.write(line);
  // In raw mode, the terminal does not echo: readline writes the input to its output.
  const output = new Writable({
    write(chunk, _, done) {
      if (!isHidden) write(String(chunk));
      done();
    },
  });
  const reader = createInterface({ input: stdin, output, terminal: true, historySize: 0 });
  if (isHidden) write(visible(question));
  let isAnswered = false;
  return new Promise<string>((resolve, reject) => {
    reader.once('SIGINT', () => {
      reject(new ExitSignal(EXIT.interrupted));
      reader.close();
    });
    reader.once('close', () => {
      // readline ends the line itself, unless its output is hidden.
      if (isHidden || !isAnswered) write('\n');
      reject(new UsageError('The input ended before you answered.'));
    });
    reader.question(isHidden ? '' : question, (answer) => {
      isAnswered = true;
      resolve(answer.trim());
      reader.close();
    });
  });
}
