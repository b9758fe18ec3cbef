import type { FormDefinition } from './definition.ts';
import type { FormsPort } from './port.ts';

/** The settings that all parts of a form share. */
export interface Settings {
  definition: FormDefinition;
  port: FormsPort;
  /** The storage key of the form's snooze. */
  key: string;
}
