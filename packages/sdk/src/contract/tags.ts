import * as z from 'zod/mini';
import { endpoint } from './schema/endpoint.ts';
import { emptyOut, manyOut, noneOut, oneIn } from './schema/envelope.ts';
import * as f from './schema/field.ts';
import { type Infer, schema } from './schema/schema.ts';

const Tag = schema(() => f.text());

/** Arguments for applying a tag. */
export const TagInput = schema(() =>
  z.object({
    email: f.email(),
    tag: f.name(),
  }),
);
export interface TagInput extends Infer<typeof TagInput> {}

export const tags = {
  /** Lists all tags of the account. */
  list: endpoint('GET /v2/{account_id}/tags', {
    response: manyOut<string>('tags', Tag),
  }),
  /** Applies a tag to a subscriber. */
  apply: endpoint('POST /v2/{account_id}/tags', {
    body: oneIn<TagInput>('tags', TagInput),
    status: 201,
    response: emptyOut,
    repeatable: true,
  }),
  /** Removes a tag from a subscriber. */
  remove: endpoint('DELETE /v2/{account_id}/subscribers/{email}/tags/{tag}', {
    response: noneOut,
  }),
};
