import type { RecordRow } from '../../../store/tables/records.ts';
import { formsScript } from '../assets.ts';
import { prepareForm } from './prepare.ts';

/** The JavaScript module that draws forms, with their definitions. */
export async function formsModule(forms: readonly RecordRow<'forms'>[]): Promise<string> {
  // JSON is valid JavaScript.
  return `export const forms=${JSON.stringify(forms.map(prepareForm))};\n${await formsScript()}`;
}
