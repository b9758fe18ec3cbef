import type { FormDefinition } from './definition.ts';

/** The contents of a form when it is submitted. */
export interface SubmissionContent {
  form_id: string;
  /** URL of the page. */
  url: string;
  /** Names and values of all inputs, as a browser posts them. */
  entries: [string, string][];
}

/** A validation issue of a field, with a message for the visitor. */
export interface FieldIssue {
  attribute: string;
  message: string;
}

/** The result of a submission. */
export interface SubmissionResult {
  /** Truthy if the submission failed. */
  error?: unknown;
  /** The validation issues, if they are why it failed. */
  errors?: FieldIssue[] | undefined;
}

/** The interface between the page script and its forms. */
export interface FormsPort {
  account: string;
  forms: FormDefinition[];
  /** The nonce for style elements under a strict policy. */
  nonce?: string | undefined;
  /** Whether the forms may read, store and send: consent can be withdrawn at any time. */
  isOpen(): boolean;
  /** Returns the visitor: 32 hexadecimal digits. */
  visitor(): string;
  /** Returns the Olson name of the time zone, or empty text. */
  timeZone(): string;
  /**
   * Sends the contents of a form. Calls `done` once with the result, however long that takes. Throws an error if too
   * many messages are waiting.
   */
  send(command: 'submitForm', content: SubmissionContent, done: (result: SubmissionResult) => void): void;
  /** Wraps a function so that it never throws into the page. */
  guarded<Arguments extends unknown[]>(
    run: (...inputs: Arguments) => unknown,
  ): (...inputs: Arguments) => void;
}
