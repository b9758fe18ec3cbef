import { ProblemsError } from './problems-error.ts';

/** Thrown for arguments that a function does not take; each of `problems` says what is wrong. Nothing was done. */
export class OptionsError extends ProblemsError {
  override readonly name = 'OptionsError';
}

/** Thrown by every function of a server that was closed. */
export class ServerClosed extends Error {
  override readonly name = 'ServerClosed';

  constructor() {
    super('The server is closed.');
  }
}
