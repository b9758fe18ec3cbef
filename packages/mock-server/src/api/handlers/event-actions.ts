import { pageMeta, sliceOf } from '../../shared/values/paging.ts';
import { listActions } from '../../store/tables/events.ts';
import type { Handlers } from '../http/handler.ts';

export const eventActions: Handlers<'eventActions'> = {
  async list({ context, query }) {
    const slice = sliceOf(query);
    const { rows, total } = await listActions(context.tx, context.accountId, slice);
    return { output: { items: rows, meta: pageMeta(slice, rows.length, total) } };
  },
};
