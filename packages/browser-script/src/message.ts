import type { Result } from './result.ts';

/** A command on its way to the server. */
export interface Message {
  /**
   * What is sent of it, in JSON: its id first, which the server applies once, so that it may be sent as often as it
   * takes; then when it was given. It is written at once, since a page may go on to change its objects.
   */
  text: string;
  /** Called with what becomes of it; nobody waits for that when the page has gone. */
  done?: ((result: Result) => void) | undefined;
}
