import { text } from 'node:stream/consumers';
import { UsageError } from '../terminal/exit-signal.ts';
import type { ProcessIo } from '../terminal/process-io.ts';

/** Reads a key from standard input. */
export async function readKey({ stdin }: ProcessIo): Promise<string> {
  const key = (await text(stdin)).trim();
  if (key === '') throw new UsageError('--with-token: standard input is empty.');
  if (/\s/.test(key)) throw new UsageError('--with-token: standard input must be one key, without spaces.');
  return key;
}
