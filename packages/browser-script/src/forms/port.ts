import type { FormDefinition } from './definition.ts';

/** What a form holds, as it is sent. */
export interface SubmissionContent {
  form_id: string;
  /** The page. */
  url: string;
  /** Names and values of all inputs, as a plain form would post them. */
  entries: [string, string][];
}

/** What is wrong with a field, in words for the visitor. */
export interface FieldIssue {
  attribute: string;
  message: string;
}

/** What became of a submission. */
export interface SubmissionResult {
  /** Why it failed; there if it did. */
  error?: unknown;
  /** Where fields are why it failed. */
  errors?: FieldIssue[] | undefined;
}

/** What the page script hands to the forms. */
export interface FormsPort {
  account: string;
  forms: FormDefinition[];
  /** Of the script's own element: what a style element needs under a strict policy. */
  nonce?: string | undefined;
  /** The visitor, 32 hexadecimal digits. */
  visitor(): string;
  /** Olson name, or empty. */
  timeZone(): string;
  /**
   * Sends what a form holds. The callback is called once, when there is an answer, however long that takes; without an
   * error the submission has succeeded. Throws when too much waits to be sent already.
   */
  send(command: 'submitForm', content: SubmissionContent, done: (result: SubmissionResult) => void): void;
  /** Makes a function that never throws into the page. */
  guarded<Arguments extends unknown[]>(run: (...given: Arguments) => unknown): (...given: Arguments) => void;
}
