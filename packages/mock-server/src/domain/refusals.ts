import { type Fault, fault, type ValidationCode } from '@trickle/sdk/contract';

/** Thrown by a rule when there is no such thing: 404. */
export class NotFound extends Error {
  override readonly name = 'NotFound';

  /** @param noun What was looked for, as in `subscriber`. */
  constructor(noun: string, id: string) {
    super(`There is no ${noun} '${id}' here.`);
  }
}

/** Thrown by a rule when attributes are wrong: 422 with one entry per fault. Nothing was changed. */
export class Invalid extends Error {
  override readonly name = 'Invalid';
  readonly faults: readonly Fault[];

  constructor(faults: readonly Fault[]) {
    super(faults.map(({ message }) => message).join('; '));
    this.faults = faults;
  }
}

/** An `Invalid` with one fault. */
export const invalid = (code: ValidationCode, attribute: string, saying?: string) =>
  new Invalid([fault(code, attribute, saying)]);
