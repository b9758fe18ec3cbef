import { ProblemsError } from './problems-error.ts';

/** Thrown for invalid arguments, described in `problems`. The call had no effect. */
export class OptionsError extends ProblemsError {
  override readonly name = 'OptionsError';
}

/** Thrown by all functions of a closed server. */
export class ServerClosed extends Error {
  override readonly name = 'ServerClosed';

  constructor() {
    super('The server is closed.');
  }
}
