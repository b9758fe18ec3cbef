import { getSystemErrorMessage } from 'node:util';

/** What the operating system says: `no space left on device`. */
export function systemMessage({ errno, message }: NodeJS.ErrnoException): string {
  return typeof errno === 'number' ? getSystemErrorMessage(errno) : message;
}
