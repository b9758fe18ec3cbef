import type { Server, ServerOptions } from '@trickle/mock-server';
import { createClient } from '@trickle/sdk';
import { liveThrough, readEmails } from './day.ts';
import { createDice } from './dice.ts';
import { addLeftovers } from './leftovers.ts';
import { makeMistakes } from './mistakes.ts';
import { newcomer } from './newcomer.ts';
import { listProducts } from './shopping.ts';
import type { Story } from './story.ts';

const DAYS = 21;
const DAY = 86_400_000;
/** The number of subscribers before the history begins. */
const IMPORTED = 90;
const RANDOM_SEED = 14;

export interface HistoryPlan {
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly receivers: string;
}

/** The options of a server for `makeHistory`: its clock is set to three weeks ago. */
export const beforeHistory = (now: number): ServerOptions => ({
  randomSeed: RANDOM_SEED,
  time: { now: new Date(now - DAYS * DAY), speed: 0 },
});

/**
 * Lives through three weeks of the demo account: subscribers join, shop, and read their emails. Then lets the clock run.
 * The same things happen at every start, relative to now.
 */
export async function makeHistory(server: Server, { now, receivers }: HistoryPlan): Promise<void> {
  await addLeftovers(server);
  const story: Story = {
    ...{ server, client: createClient({ ...server.connection, limits: false }), receivers },
    ...{ dice: createDice(RANDOM_SEED), readers: createDice(RANDOM_SEED + 1) },
    ...{ emails: [], joined: 0, orders: 0, seen: 0 },
  };
  await begin(story);
  for (let day = 1; day < DAYS; day++) {
    await liveThrough(story, 1);
    await planDay(story, day, now);
    await server.advance({ days: 1 });
    if (day % 2 === 0) await readEmails(story);
  }
  await lastDay(story);
  await server.time.setSpeed(1);
}

/** The initial list of the account, and the products of its shop. */
async function begin(story: Story): Promise<void> {
  const { server, client, dice, emails } = story;
  const imported = Array.from({ length: IMPORTED }, () => newcomer(dice, ++story.joined));
  await server.faults.add({
    ...{ id: 'bad-records', on: 'record', operation: 'subscribers.upsertBatch', times: 3, refuse: true },
    errors: [{ code: 'format_error', attribute: 'phone', message: 'phone is not a number' }],
  });
  await client.subscribers.upsertBatch(imported);
  await listProducts(story);
  await server.settle();
  emails.push(...imported.slice(3).map(({ email }) => email));
  const joining = emails.slice(0, 30).map((email) => ({ email }));
  for (const { email } of joining) await client.campaigns.subscribe('111', { email });
}

async function planDay({ server, client, receivers }: Story, day: number, now: number): Promise<void> {
  const at = (days: number) => new Date(now + days * DAY).toISOString();
  if (day === 4) await server.broadcasts.schedule('331', { send_at: at(day - DAYS + 1.2) });
  if (day === 14) await server.broadcasts.schedule('335', { send_at: at(day - DAYS + 2.4) });
  if (day === 19) await server.broadcasts.schedule('332', { send_at: at(3) });
  if (day === 8) {
    // Fails for three days, and is then disabled.
    await client.webhooks.create({
      post_url: `${receivers}/legacy?source=erp`,
      events: ['subscriber.created'],
    });
  }
  if (day === 20) {
    await client.webhooks.create({
      post_url: `${receivers}/legacy?source=crm`,
      events: ['subscriber.applied_tag', 'subscriber.created'],
    });
    await server.snapshot();
  }
}

/** The last day, hour by hour, to fill the pages of the inspector that show the newest data. */
async function lastDay(story: Story): Promise<void> {
  for (let hour = 0; hour < 24; hour++) {
    await liveThrough(story, 1 / 12);
    if (hour % 8 === 5) await makeMistakes(story);
    if (hour === 20) {
      const tagged = story.emails.slice(-20).map((email) => ({ email, tags: ['autumn'] }));
      await story.client.subscribers.upsertBatch(tagged);
    }
    await story.server.advance({ hours: 1 });
    if (hour % 6 === 5) await readEmails(story);
  }
}
