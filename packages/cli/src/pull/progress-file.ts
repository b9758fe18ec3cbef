import { rm } from 'node:fs/promises';
import { isObject } from '../parse-json.ts';
import { readJson, writeText } from './folder.ts';
import type { Part, PartForm } from './parts.ts';

/** The parts that an interrupted pull has read, in the form in which they are written to the folder. */
export class ProgressFile {
  readonly #path: string | undefined;
  readonly #accountId: string;
  readonly forms = new Map<Part, PartForm>();

  /** Without a path, nothing is saved. */
  constructor(path: string | undefined, accountId: string) {
    this.#path = path;
    this.#accountId = accountId;
  }

  /** Continues an earlier pull of the account. Returns whether there was one. */
  async resume(parts: readonly Part[]): Promise<boolean> {
    const saved = this.#path === undefined ? undefined : await readJson(this.#path);
    if (saved?.version !== 1 || saved.account !== this.#accountId || !isObject(saved.forms)) return false;
    for (const part of parts) {
      const form = saved.forms[part];
      if (isObject(form)) this.forms.set(part, form as unknown as PartForm); // written by this class
    }
    return this.forms.size > 0;
  }

  /** Saves a part that was read. */
  async save(part: Part, form: PartForm): Promise<void> {
    this.forms.set(part, form);
    if (this.#path === undefined) return;
    const saved = { version: 1, account: this.#accountId, forms: Object.fromEntries(this.forms) };
    await writeText(this.#path, `${JSON.stringify(saved)}\n`);
  }

  /** Removes the file. */
  async delete(): Promise<void> {
    if (this.#path !== undefined) await rm(this.#path, { force: true });
  }
}
