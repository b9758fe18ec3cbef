import { issue, type ValidationCode, type ValidationIssue } from '@trickle/sdk/contract';

/** Thrown when a record does not exist: 404. */
export class NotFoundError extends Error {
  override readonly name = 'NotFoundError';

  /** @param noun The kind of record, as in `subscriber`. */
  constructor(noun: string, id: string) {
    super(`${noun.charAt(0).toUpperCase()}${noun.slice(1)} not found: ${id}`);
  }
}

/** Thrown when attributes are not valid: 422 with one entry per issue. Nothing has changed. */
export class DomainError extends Error {
  override readonly name = 'DomainError';
  readonly issues: readonly ValidationIssue[];

  constructor(issues: readonly ValidationIssue[]) {
    super(issues.map(({ message }) => message).join('; '));
    this.issues = issues;
  }
}

export const invalidAttribute = (code: ValidationCode, attribute: string, detail?: string) =>
  new DomainError([issue(code, attribute, detail)]);
