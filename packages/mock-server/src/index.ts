export type { Seed } from './seed/schema.ts';
export { SeedError } from './seed/validate.ts';
export {
  type AccountSummary,
  type Connection,
  createServer,
  type Server,
  type ServerOptions,
} from './server.ts';
export type { Clock } from './world.ts';
