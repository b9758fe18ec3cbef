import type { Command } from 'commander';
import type { ProcessIo } from '../terminal/process-io.ts';
import { Terminal } from '../terminal/terminal.ts';
import type { ConnectionOptions } from './connection.ts';

/** The options that every command has. */
export interface GlobalOptions extends ConnectionOptions {
  readonly quiet?: boolean;
  readonly json?: boolean;
}

/** Terminal and global options of a command. */
export interface Context {
  readonly terminal: Terminal;
  readonly globals: GlobalOptions;
}

/** The context of a command, from its options and those of its parents. */
export function contextOf(command: Command, io: ProcessIo): Context {
  // The options of the program are declared in program.ts.
  const globals = command.optsWithGlobals() as GlobalOptions;
  const modes = { isQuiet: globals.quiet === true, isJson: globals.json === true };
  return { globals, terminal: new Terminal(io, modes) };
}
