import type { Handlers } from '../http/handler.ts';
import { listCustomFields } from '../../store/tables/custom-fields.ts';

export const customFieldIdentifiers: Handlers<'customFieldIdentifiers'> = {
  async list({ context }) {
    return { output: await listCustomFields(context.tx, context.accountId) };
  },
};
