import { issue, type ValidationCode, type ValidationIssue } from '@trickle/sdk/contract';

/** Thrown by a rule when there is no such thing: 404. */
export class NotFoundError extends Error {
  override readonly name = 'NotFoundError';

  /** @param noun What was looked for, as in `subscriber`. */
  constructor(noun: string, id: string) {
    super(`There is no ${noun} '${id}' here.`);
  }
}

/** Thrown by a rule when attributes are wrong: 422 with one entry per fault. Nothing was changed. */
export class DomainError extends Error {
  override readonly name = 'DomainError';
  readonly issues: readonly ValidationIssue[];

  constructor(issues: readonly ValidationIssue[]) {
    super(issues.map(({ message }) => message).join('; '));
    this.issues = issues;
  }
}

/** An `Invalid` with one fault. */
export const invalidAttribute = (code: ValidationCode, attribute: string, detail?: string) =>
  new DomainError([issue(code, attribute, detail)]);
