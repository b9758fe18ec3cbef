import { listTagNames } from '../../domain/records/names.ts';
import { findByIdOrEmail } from '../../domain/records/subscriber.ts';
import { upsertSubscriber } from '../../domain/subscribers/subscribers.ts';
import { removePathTag } from '../../domain/subscribers/tags.ts';
import { type Handlers, noContent } from '../http/handler.ts';

export const tags: Handlers<'tags'> = {
  async list({ context }) {
    return { output: await listTagNames(context) };
  },
  // Unspecified: U-09
  apply: noContent(({ context, input: { email, tag } }) => upsertSubscriber(context, { email, tags: [tag] })),
  // Unspecified: U-09
  remove: noContent(async ({ context, parameters: { email = '', tag = '' } }) => {
    const subscriber = await findByIdOrEmail(context, email);
    if (subscriber) await removePathTag(context, subscriber, tag);
  }),
};
