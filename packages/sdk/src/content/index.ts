/** Serves content for emails. Start with `createContentHandler`. */

export {
  type FastifyLikeReply,
  type FastifyLikeRequest,
  type NodeHandler,
  type NodeResponse,
  toNodeHandler,
} from '../http-handlers/node-handler.ts';
export type { NodeRequest } from '../http-handlers/node-message.ts';
export type { FetchHandler } from '../http-handlers/responses.ts';
export { ContentError } from './content-error.ts';
export {
  type Content,
  type ContentOptions,
  type ContentRequest,
  type ContentResolver,
  type ContentSchemas,
  createContentHandler,
} from './create-content-handler.ts';
export type { RawFields, StandardSchema } from './read-fields.ts';
