// @thorough: thousands of random steps

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runsOf } from '../../../scripts/setup/thorough.ts';
import { startServer, type TestServer } from './harness.ts';
import {
  accountOf,
  anyAddress,
  anySubscriber,
  identifyBy,
  OTHERS,
  ownAddress,
  type Step,
  type Subscribers,
  stepsBy,
  take,
  VISITORS,
} from './script-outsider.ts';

/*
 * The knowledge and the changes open to outsiders who know an account's id. Response times and emails to their own mailbox are
 * not considered.
 */

const runs = (all: number) => ({ numRuns: runsOf(all) });

const places = OTHERS.map(() => fc.option(anySubscriber));
const subscribers = fc.tuple(...places);
const isShared = fc.boolean();

async function startWith(all: Subscribers, isShared: boolean): Promise<TestServer> {
  const seed = accountOf(all, { enable_third_party_cookies: isShared });
  const server = await startServer({ seed, limits: { scriptVisitor: 5 }, randomSeed: 7 });
  await server.settle(); // the seed starts workflows, which a deletion would end at any point
  for (const [place, one] of all.entries()) {
    if (one?.status !== 'deleted') continue;
    await server.delete(`subscribers/subscriber${place}`);
  }
  await server.settle();
  return server;
}

/** Everything seen, with placeholders for random values. */
async function watch(all: Subscribers, isShared: boolean, steps: readonly Step[]): Promise<string[]> {
  await using server = await startWith(all, isShared);
  const drawn = new Map<string, string>();
  const seen = [];
  for (const step of steps) {
    const text = JSON.stringify(await take(server, step)) ?? '';
    seen.push(
      text.replaceAll(/[0-9a-f]{32}/g, (hex) => {
        if (!drawn.has(hex)) drawn.set(hex, `number ${drawn.size}`);
        return drawn.get(hex) ?? '';
      }),
    );
  }
  return seen;
}

// U-132
describe('the endpoints of the page script', () => {
  it('an outsider sees the same of two accounts that differ only in their subscribers', async () => {
    const steps = stepsBy(anyAddress, identifyBy(anyAddress, anyAddress), [...VISITORS, null]);
    const both = fc.tuple(subscribers, subscribers);
    const property = fc.asyncProperty(both, isShared, steps, async ([these, those], isShared, steps) => {
      expect(await watch(these, isShared, steps)).toEqual(await watch(those, isShared, steps));
    });
    await fc.assert(property, runs(100));
  });

  it('an outsider changes only subscribers whose addresses they use', async () => {
    const steps = stepsBy(
      ownAddress,
      fc.oneof(
        identifyBy(ownAddress, ownAddress),
        // A known subscriber changes only to the new address.
        identifyBy(fc.constant(''), anyAddress).map(({ email, ...given }) => given),
      ),
    );
    const property = fc.asyncProperty(subscribers, isShared, steps, async (all, isShared, steps) => {
      await using server = await startWith(all, isShared);
      await using still = await startWith(all, isShared);
      for (const [n, visitor] of VISITORS.entries()) {
        const given = { email: `eve${n}@evil.test` };
        const messages = [{ id: String(90 + n).padStart(32, '0'), command: 'identify', arguments: given }];
        await take(server, { kind: 'post', visitor, messages });
      }
      for (const step of steps) {
        await take(server, step);
        if (step.kind === 'wait') await take(still, step);
      }
      for (const place of all.keys()) expect(await known(server, place)).toEqual(await known(still, place));
    });
    await fc.assert(property, runs(70));
  });
});

/** Everything that the account stores about a subscriber. */
async function known(server: TestServer, place: number) {
  const subscriberId = `subscriber${place}`;
  const unnamed = (list: readonly object[]) => list.map((one) => ({ ...one, id: '' }));
  return [
    (await server.get(`subscribers/${subscriberId}`)).text,
    (await server.get(`subscribers/${subscriberId}/campaign_subscriptions`)).text,
    unnamed(await server.timeline({ subscriberId })),
    unnamed(await server.conversions({ subscriberId })),
    (await server.events({ subscriberId })).map(
      ({ seq, properties: { delivery_id, ...rest }, ...event }) => ({ ...event, rest }),
    ),
    (await server.memberships()).filter((one) => one.subscriberId === subscriberId),
    (await server.outbox({ subscriberId })).map(({ subject, sentAt }) => [subject, sentAt]),
  ];
}
