/** Answers the service's requests for content of emails. `createContentHandler` is where to start. */
export type { FetchHandler } from '../receiving/answer.ts';
export {
  type FastifyLikeReply,
  type FastifyLikeRequest,
  type NodeHandler,
  type NodeRequest,
  type NodeResponse,
  toNodeHandler,
} from '../receiving/node-handler.ts';
export { ContentError } from './content-error.ts';
export {
  type Content,
  type ContentOptions,
  type ContentRequest,
  type ContentResolver,
  type ContentSchemas,
  createContentHandler,
} from './create-content-handler.ts';
export type { RawFields } from './read-fields.ts';
export type { StandardSchema } from './standard-schema.ts';
