import type { Config } from './config.ts';
import type { Forms } from './forms/main.ts';
import type { Message } from './message.ts';
import type { Result } from './result.ts';
import type { Settings } from './types.ts';
import type { Visitor } from './visitor.ts';

/** A page that carries the script, as the parts of the script know it. */
export interface Site {
  settings: Settings;
  /** What all requests begin with. */
  url: string;
  config: Config | undefined;
  visitor: Visitor;
  /** Whether anything may be read, kept or sent: there is consent, and somebody looks at the page. */
  isOpen(): boolean;
  /** Sends a message; what becomes of it is told once, however long that takes. */
  send(command: string, given: object, done?: (result: Result) => void): Message;
}

/** Does what is to be done on every page, and gives its forms, if there are some. */
export type Begin = (site: Site) => Promise<Forms> | undefined;
