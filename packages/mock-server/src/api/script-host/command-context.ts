import type { Place } from '../../store/engine/place.ts';

/** The request context of a command. */
export interface MessageContext {
  /** The page's URL. */
  readonly url: string | undefined;
  /** The visitor's IP address; undefined for in-process requests. */
  readonly address: string | undefined;
  /** Time of the command, in milliseconds since 1970. */
  readonly at: number;
  /** That of the request with the command. */
  readonly place: Place;
  /** Whether commands with warnings are rejected. */
  readonly strict: boolean;
  /** Adds a warning to the request log. The page does not receive it. */
  warn(what: string): void;
}
