/** Receives webhook notifications. Start with `createWebhookHandler`. */
export type { WebhookEvent, WebhookNotification, WebhookProperties } from '../contract/webhook-events.ts';
export {
  type FastifyLikeReply,
  type FastifyLikeRequest,
  type NodeHandler,
  type NodeResponse,
  toNodeHandler,
} from '../http-handlers/node-handler.ts';
export type { NodeRequest } from '../http-handlers/node-message.ts';
export type { FetchHandler } from '../http-handlers/responses.ts';
export { createWebhookHandler } from './create-webhook-handler.ts';
export { createMemoryStore, type DedupeStore, type MemoryStoreOptions } from './deduplicator.ts';
export type { ParsedWebhook, UnknownNotification } from './notification.ts';
export type {
  WebhookContext,
  WebhookFailure,
  WebhookListener,
  WebhookListeners,
  WebhookOptions,
} from './options.ts';
export { parseWebhook } from './parse-webhook.ts';
export { WebhookError } from './webhook-error.ts';
