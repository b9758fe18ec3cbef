export type { LimitSettings } from './http/limits.ts';
export type { Seed } from './seed/schema.ts';
export { SeedError } from './seed/validate.ts';
export {
  type AccountSummary,
  type Connection,
  createServer,
  type EventFilter,
  type OutcomeFilter,
  type Server,
  type ServerOptions,
} from './server.ts';
export type { DomainEvent } from './store/domain-events.ts';
export type { Outcome } from './store/outcomes.ts';
export type { Clock } from './world.ts';
