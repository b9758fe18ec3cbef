import { listCustomFields } from '../../store/tables/custom-fields.ts';
import type { Handlers } from '../http/handler.ts';

export const customFieldIdentifiers: Handlers<'customFieldIdentifiers'> = {
  async list({ context }) {
    return { output: await listCustomFields(context.tx, context.accountId) };
  },
};
