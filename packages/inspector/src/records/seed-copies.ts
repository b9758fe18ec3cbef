import { asLiteral } from '../editor/literal.ts';
import type { Draft } from '../editor/schema.ts';

/** The nouns of the operations `GET /…` and `POST /accounts/{account_id}/…`. */
export type Nouns = 'campaigns' | 'broadcasts' | 'workflows' | 'forms' | 'goals' | 'webhooks';

/** A record as part of a seed, and as a call in a test. */
export const seedCopies = (nouns: Nouns) =>
  [
    ['Copy as seed', (record: Draft) => JSON.stringify({ [nouns]: [record] }, null, 2)],
    ['Copy as TypeScript', (record: Draft) => `await server.extend(${asLiteral({ [nouns]: [record] })});`],
  ] as const;
