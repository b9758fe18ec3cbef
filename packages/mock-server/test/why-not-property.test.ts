import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runsOf } from '../../../scripts/setup/thorough.ts';
import type { WhyNotAnswer, WhyNotSubject } from '../src/index.ts';
import { startServer, type TestServer } from './harness.ts';
import { mailingAccount } from './mailing-account.ts';
import { Receiver, status } from './webhook-receiver.ts';
import { ANN, emails, flow, seaNews, tag, tides, webhook } from './why-not-cases.ts';

/*
 * In a random state, an answer agrees with what happens then: what is done has happened, what is planned for a time
 * happens by that time, and what is kept back has not happened a week later.
 */

type Step = (server: TestServer) => Promise<unknown>;

const steps: Readonly<Record<string, Step>> = {
  wait: (server) => server.advance({ hours: 7 }),
  'wait long': (server) => server.advance({ days: 3, hours: 5 }),
  'apply VIP': (server) => tag(server, 'VIP'),
  'apply Other': (server) => tag(server, 'Other'),
  'remove VIP': (server) => server.delete(`subscribers/${ANN.email}/tags/VIP`),
  subscribe: (server) => server.post('campaigns/1/subscribers', { subscribers: [{ email: ANN.email }] }),
  'ask to confirm': (server) =>
    server.post('campaigns/1/subscribers', { subscribers: [{ email: ANN.email, double_optin: true }] }),
  leave: (server) => server.post('subscribers/ann/remove', { campaign_id: '1' }),
  unsubscribe: (server) => server.post('subscribers/ann/unsubscribe_all', {}),
  return: (server) => server.save({ id: ANN.id, status: 'active' }),
  'pause the campaign': (server) => server.post('campaigns/1/pause', {}),
  'activate the campaign': (server) => server.post('campaigns/1/activate', {}),
  'pause the workflow': (server) => server.post('workflows/1/pause', {}),
  'activate the workflow': (server) => server.post('workflows/1/activate', {}),
  'cancel the broadcast': (server) => server.broadcasts.cancel('1').catch(() => undefined), // it may have started
  'disable the webhook': (server) => server.webhooks.disable('1'),
  'enable the webhook': (server) => server.webhooks.enable('1'),
  'go offline': (server) => server.extend({ is_offline: true }),
  'go online': (server) => server.extend({ is_offline: false }),
  move: (server) => server.save({ id: ANN.id, time_zone: 'Asia/Kathmandu' }),
  'lose emails': (server) => server.faults.add({ on: 'email', drop: 'before' }),
  'lose no emails': (server) => server.faults.clear(),
};

/** The settings of the account and its receiver. */
const settings = fc.record({
  hasSender: fc.boolean(),
  start_immediately: fc.boolean(),
  localize_sending_time: fc.boolean(),
  days_of_the_week_mask: fc.constantFrom('1111111', '1111100', '0010000'),
  starting_email_index: fc.integer({ min: 0, max: 2 }),
  isSubscribed: fc.boolean(),
  answer: fc.constantFrom(200, 500),
});

type Settings = typeof settings extends fc.Arbitrary<infer Value> ? Value : never;

const subjects: readonly WhyNotSubject[] = [
  ...emails.map((_, i) => ({ campaign: '1', email: i + 1 })),
  { broadcast: '1' },
  { workflow: '1' },
  webhook,
];

/** The number of times that a subject has reached Ann: emails of a mailing, or attempts of the webhook for the newest event. */
async function countOf(server: TestServer, subject: WhyNotSubject): Promise<number> {
  if (subject.webhook !== undefined) {
    const deliveries = await server.webhooks.deliveries({ subscriberId: ANN.id, event: subject.event });
    return deliveries.at(-1)?.attempts.length ?? 0;
  }
  const deliveries = await server.mail.deliveries({ subscriberId: ANN.id });
  const emailId = subject.email === undefined ? undefined : emails[subject.email - 1]?.id;
  return deliveries.filter(
    (one) =>
      (subject.campaign !== undefined && one.emailId === emailId) ||
      (subject.broadcast !== undefined && one.broadcastId !== null) ||
      (subject.workflow !== undefined && one.workflowId !== null),
  ).length;
}

interface Asked {
  readonly subject: WhyNotSubject;
  readonly answer: WhyNotAnswer;
  readonly before: number;
}

async function checkLater(server: TestServer, asked: readonly Asked[], seen: Set<string>): Promise<void> {
  const timeOf = ({ answer }: Asked) => Date.parse(answer.at ?? '');
  const planned = asked.filter(({ answer }) => answer.verdict === 'planned');
  for (const one of planned.sort((a, b) => timeOf(a) - timeOf(b))) {
    const { subject, answer, before } = one;
    const wait = Math.max(0, timeOf(one) - server.time.now().getTime());
    await server.advance({ seconds: Math.ceil(wait / 1000) + 1 });
    expect({ subject, answer, came: (await countOf(server, subject)) > before }).toMatchObject({
      came: true,
    });
  }
  await server.advance({ days: 7 });
  for (const { subject, answer, before } of asked) {
    seen.add(`${Object.keys(subject)[0]} ${answer.verdict}`);
    if (answer.verdict === 'done') expect([subject, before > 0]).toEqual([subject, true]);
    if (answer.verdict !== 'kept_back') continue;
    const count = await countOf(server, subject);
    expect({ subject, answer, count }).toEqual({ subject, answer, count: before });
  }
}

test('the answer agrees with the effects', async () => {
  const seen = new Set<string>();
  const sequence = fc.array(fc.constantFrom(...Object.keys(steps)), { minLength: 1, maxLength: 12 });
  const property = fc.asyncProperty(settings, sequence, async (chosen, names) => {
    const { hasSender, isSubscribed, answer, starting_email_index, ...campaign } = chosen;
    await using receiver = await Receiver.start(status(answer));
    const subscribers = [{ email: ANN.email, starting_email_index }];
    const seed = mailingAccount({
      subscribers: [ANN],
      ...(!hasSender && { default_from_email: undefined }),
      campaigns: [{ ...tides(), ...campaign, ...(isSubscribed && { subscribers }) }],
      workflows: [flow()],
      broadcasts: [seaNews({ localize_sending_time: campaign.localize_sending_time })],
      webhooks: [{ id: '1', post_url: receiver.url }],
    } as never); // omitted settings have their defaults
    await using server = await startServer({ seed });
    await server.settle();
    for (const name of names) {
      await steps[name]?.(server);
      await server.settle();
    }
    const asked: Asked[] = [];
    for (const subject of subjects) {
      const before = await countOf(server, subject);
      asked.push({ subject, before, answer: await server.whyNot(ANN.email, subject) });
    }
    await checkLater(server, asked, seen);
  });
  const plain: Settings = {
    ...{ hasSender: true, isSubscribed: true, answer: 200, starting_email_index: 0 },
    ...{ start_immediately: true, localize_sending_time: false, days_of_the_week_mask: '1111111' },
  };
  // So that every verdict occurs.
  const examples: [Settings, string[]][] = [
    [plain, ['apply VIP', 'wait long']],
    [{ ...plain, answer: 500 }, ['apply VIP']],
  ];
  await fc.assert(property, { numRuns: runsOf(60), examples });
  const expected = ['campaign', 'broadcast', 'workflow', 'webhook'].flatMap((what) =>
    ['done', 'planned', 'kept_back'].map((verdict) => `${what} ${verdict}`),
  );
  expect([...seen].sort()).toEqual(expected.sort());
});
