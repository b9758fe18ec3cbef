import type { Handlers } from '../http/handler.ts';
import { listCustomFields } from '../store/custom-fields.ts';

export const customFieldIdentifiers: Handlers<'customFieldIdentifiers'> = {
  async list({ context }) {
    return { output: await listCustomFields(context.tx, context.accountId) };
  },
};
