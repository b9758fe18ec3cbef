import type { FormDefinition } from './definition.ts';
import type { FormsPort } from './port.ts';

/** What all parts of a form have to know. */
export interface Settings {
  definition: FormDefinition;
  port: FormsPort;
  /** What is remembered of it is kept under this name. */
  key: string;
}
