/*
 * Code that must and must not compile. The compiler checks this file with all others; nothing runs it. Every line after
 * a `@ts-expect-error` must be refused, or the type check fails.
 */
import { createServer, type OperationName, type Server, type Tenant } from '@trickle/mock-server';

declare const server: Server;
declare const account: Tenant;

// Operation names are a union of literals.
const operation: OperationName = 'subscribers.upsert';
void server.expectRequest({ operation });
void server.expectRequest({ operation: 'shopperActivity.orderBatch' }, { times: 1 });
// @ts-expect-error: misspelled
void server.expectRequest({ operation: 'subscriber.upsert' });
// @ts-expect-error: no operation of the interface
void server.expectRequest({ operation: 'oauth.exchange' });
// @ts-expect-error: misnamed
void server.expectRequest({ operaton: 'subscribers.upsert' });
// @ts-expect-error: misspelled
await server.requests.find({ operation: 'tags.lists' });
// @ts-expect-error: misspelled
await server.warnings({ operation: 'tags.lists' });
// @ts-expect-error: misspelled
await server.faults.add({ operation: 'tags.lists', status: 500 });
// @ts-expect-error: what came has a known operation, too
void ((await server.requests.find())[0]?.operation === 'tags.lists');

// Event names are as well.
void server.events({ event: 'subscriber.created' });
void account.events({ event: 'subscriber.created' });
// @ts-expect-error: misspelled
void server.events({ event: 'subscriber.create' });
// @ts-expect-error: misspelled
void account.events({ event: 'created' });
// @ts-expect-error: misspelled
void server.webhooks.trigger('subscriber.create');
// @ts-expect-error: misspelled
void server.webhooks.deliveries({ event: 'subscriber.create' });
// @ts-expect-error: misspelled
await server.faults.add({ on: 'webhook', event: 'subscriber.create', drop: 'before' });

// Seeds and faults may be constants, whose lists are read-only.
const seed = {
  accounts: [
    { tags: ['a'], subscribers: [{ email: 'ann@acme.test', tags: ['b'], custom_fields: { plan: 'pro' } }] },
  ],
} as const;
void createServer({ seed });
void server.createAccount({ seed: seed.accounts[0] });
void server.extend(seed.accounts[0]);
void server.faults.add({ status: 422, errors: [{ code: 'domain_error', attribute: 'email' }] } as const);

// Options.
void createServer({ limits: { individual: 3 }, denyPrivateTargets: true });
// @ts-expect-error: misnamed
void createServer({ limits: { individul: 3 } });
// @ts-expect-error: misnamed
void server.createAccount({ sead: {} });
// @ts-expect-error: it takes nothing
void server.reset({ accountId: '9999999' });
void server.close({ within: 0 });
// @ts-expect-error: misnamed
void server.close({ withn: 0 });
