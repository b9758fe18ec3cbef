import { findByIdOrEmail } from '../../domain/records/find-subscriber.ts';
import { removePathTag } from '../../domain/subscribers/tags.ts';
import { upsertSubscriber } from '../../domain/subscribers/upsert.ts';
import { listTags } from '../../store/tables/tags.ts';
import type { Handlers } from '../http/handler.ts';

export const tags: Handlers<'tags'> = {
  async list({ context }) {
    return { output: await listTags(context.tx, context.accountId) };
  },
  // Unspecified: U-09
  async apply({ context, input: { email, tag } }) {
    await upsertSubscriber(context, { email, tags: [tag] });
    return { output: undefined };
  },
  // Unspecified: U-09
  async remove({ context, parameters: { email = '', tag = '' } }) {
    const subscriber = await findByIdOrEmail(context, email);
    if (subscriber) await removePathTag(context, subscriber, tag);
    return { output: undefined };
  },
};
