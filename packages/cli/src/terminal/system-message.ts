import { getSystemErrorMessage } from 'node:util';

/** The message of the operating system: `no space left on device`. */
export function systemMessage({ errno, message }: NodeJS.ErrnoException): string {
  return typeof errno === 'number' ? getSystemErrorMessage(errno) : message;
}
