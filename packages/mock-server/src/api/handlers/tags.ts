import { listTagNames } from '../../domain/records/names.ts';
import { findByIdOrEmail } from '../../domain/records/subscriber.ts';
import { upsertSubscriber } from '../../domain/subscribers/subscribers.ts';
import { removePathTag } from '../../domain/subscribers/tags.ts';
import type { Handlers } from '../http/handler.ts';

export const tags: Handlers<'tags'> = {
  async list({ context }) {
    return { output: await listTagNames(context) };
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
