import type { FormDefinition } from './definition.ts';
import type { FormsPort } from './port.ts';

/** What all parts of a form use. */
export interface Settings {
  definition: FormDefinition;
  port: FormsPort;
  /** The storage key of the form's snooze. */
  key: string;
}
