import type { Result } from './result.ts';

/** A command to send to the server. */
export type Message = [
  /**
   * The message in JSON. It is serialized at once, since a page may change its objects later. It begins with the id, which
   * the server applies only once however often the message is sent, and the time of the command.
   */
  text: string,
  /** Called once with the result. Absent if the page that gave the command has gone. */
  done?: ((result: Result) => void) | undefined,
];
