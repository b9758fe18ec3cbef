import { listActionNames } from '../../domain/records/names.ts';
import { pageMeta, sliceOf } from '../../shared/values/paging.ts';
import type { Handlers } from '../http/handler.ts';

export const eventActions: Handlers<'eventActions'> = {
  async list({ context, query }) {
    const slice = sliceOf(query);
    const { rows, total } = await listActionNames(context, slice);
    return { output: { items: rows, meta: pageMeta(slice, rows.length, total) } };
  },
};
