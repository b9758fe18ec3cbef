import { expect, it } from 'vitest';
import type { WhyNotAnswer, WhyNotSubject } from '../src/index.ts';
import { adminOf } from './admin-client.ts';
import { seed as contentSeed, Endpoint } from './content-account.ts';
import { type Start, scenarios, startServer, type TestServer } from './harness.ts';
import { mailingAccount } from './mailing-account.ts';
import { Receiver, status } from './webhook-receiver.ts';
import {
  ANN,
  broadcast,
  type Case,
  campaign,
  cases,
  flow,
  seaNews,
  subscribed,
  tag,
  tides,
  WEBHOOK,
  webhook,
  workflow,
} from './why-not-cases.ts';

/** Asks in the process and over HTTP, which answer the same. */
async function ask(server: TestServer, about: WhyNotSubject, subscriber = ANN.email): Promise<WhyNotAnswer> {
  const answer = await server.whyNot(subscriber, about);
  const query = new URLSearchParams({ subscriber });
  for (const [name, value] of Object.entries(about)) query.set(name, `${value}`);
  const { status, body } = await adminOf(server).get(`/why-not?${query}`);
  expect([status, body]).toEqual([200, answer]);
  return answer;
}

const brokenIn = ({ rules }: WhyNotAnswer) =>
  rules.filter(({ result }) => result === 'broken').map(({ rule }) => rule);

const startCase = (
  { seed }: Pick<Case, 'seed'>,
  start: (options?: Start) => Promise<TestServer> = startServer,
) => start({ seed: mailingAccount({ subscribers: [ANN], ...seed } as never) }); // omitted settings have their defaults

scenarios('why something has not reached a subscriber', (start) => {
  it.each(Object.entries(cases))('%s keeps it back, and nothing else does', async (_, one) => {
    await using server = await startCase(one, start);
    await one.before?.(server);
    await server.settle();
    const answer = await ask(server, one.about);
    expect({ verdict: answer.verdict, at: answer.at, broken: brokenIn(answer) }).toEqual({
      verdict: 'kept_back',
      at: null,
      broken: [one.rule],
    });
    expect(answer.text).toContain(one.text);
    expect(answer.rules.find(({ result }) => result === 'broken')?.text).toBe(answer.text);
  });

  it('an email that is due later is planned for its time, and those behind it for theirs', async () => {
    await using server = await startCase(
      { ...cases['a paused campaign'], seed: { campaigns: [subscribed()] } } as Case,
      start,
    );
    await server.settle();
    const second = await ask(server, campaign);
    expect(second).toMatchObject({
      verdict: 'planned',
      text: "Email 2 of the campaign 'Tides' will be sent to ann@acme.test.",
      at: '2026-03-08T08:00:00Z',
    });
    expect(second.rules.map(({ rule, result }) => [rule, result])).toEqual([
      ['subscription_confirmed', 'met'],
      ['subscription_active', 'met'],
      ['campaign_active', 'met'],
      ['subscriber_active', 'met'],
      ['email_left', 'met'],
      ['due', 'waits'],
      ['sender_complete', 'met'],
      ['template_valid', 'met'],
    ]);
    expect(await ask(server, { ...campaign, email: 3 })).toMatchObject({ at: '2026-03-10T08:00:00Z' });
    await server.advance({ days: 3 });
    const [, mail] = await server.outbox();
    expect(await ask(server, { ...campaign, email: 2 })).toMatchObject({
      verdict: 'done',
      text: "Email 2 of the campaign 'Tides' was sent to ann@acme.test at 2026-03-08T08:00:00Z.",
      at: '2026-03-08T08:00:00Z',
      ref: { type: 'email', id: mail?.id },
    });
  });

  it('a broadcast is planned for its time in the zone of the subscriber, and goes to those who are active then', async () => {
    const seed = {
      subscribers: [
        { ...ANN, time_zone: 'Asia/Kathmandu' },
        { email: 'bob@acme.test', status: 'unsubscribed' },
      ],
      broadcasts: [seaNews({ localize_sending_time: true })],
    };
    await using server = await startCase({ seed } as Pick<Case, 'seed'>, start);
    expect(await ask(server, broadcast)).toMatchObject({ verdict: 'planned', at: '2026-03-07T06:15:00Z' });
    await server.advance({ hours: 10 });
    expect(await ask(server, broadcast)).toMatchObject({ verdict: 'planned', at: '2026-03-07T06:15:00Z' });
    await server.save({ email: 'bob@acme.test', status: 'active' });
    const missed = "bob@acme.test was not active when the broadcast 'Sea news' was sent";
    expect(await ask(server, broadcast, 'bob@acme.test')).toMatchObject({
      verdict: 'kept_back',
      text: expect.stringContaining(missed),
    });
    await server.advance({ days: 2 });
    await server.save({ email: 'cy@acme.test' });
    expect(await ask(server, broadcast)).toMatchObject({ verdict: 'done', at: '2026-03-07T06:15:00Z' });
    expect((await ask(server, broadcast, 'cy@acme.test')).text).toBe(
      "cy@acme.test was created at 2026-03-08T22:00:00Z, after the broadcast 'Sea news' had started at 2026-03-07T12:00:00Z.",
    );
  });

  it('a member of a workflow waits for the end of a delay, and has been on it afterwards', async () => {
    await using server = await startCase({ seed: { workflows: [flow()] } } as Pick<Case, 'seed'>, start);
    await tag(server, 'VIP');
    await server.settle();
    expect(await ask(server, workflow)).toMatchObject({
      verdict: 'planned',
      text: "ann@acme.test is on the workflow 'Flow' and waits for step 2 until 2026-03-07T12:00:00Z.",
      at: '2026-03-07T12:00:00Z',
    });
    await server.advance({ days: 1 });
    const [{ id } = { id: '' }] = await server.outbox();
    const answer = await ask(server, workflow);
    expect(answer).toMatchObject({ verdict: 'done', at: '2026-03-07T12:00:00Z', ref: { type: 'email', id } });
    expect(answer.text).toBe(
      "ann@acme.test has been on the workflow 'Flow', and has left it or reached its end.",
    );
  });

  it('a delivery is planned for its next attempt, is done once it was accepted, and is given up after three days', async () => {
    await using receiver = await Receiver.start(status(500));
    const seed = { webhooks: [{ id: '1', post_url: receiver.url }] };
    await using server = await startCase({ seed }, start);
    await tag(server, 'VIP');
    await server.settle();
    const first = await ask(server, webhook);
    const [delivery] = await server.webhooks.deliveries();
    expect(first).toMatchObject({
      verdict: 'planned',
      at: new Date(Math.floor((delivery?.nextAttemptAt ?? 0) / 1000) * 1000)
        .toISOString()
        .replace('.000', ''),
      ref: { type: 'webhook_delivery', id: delivery?.id },
    });
    expect(first.rules.at(-1)?.text).toMatch(
      /^One attempt failed, the last one with 500; the next attempt is due at/,
    );
    receiver.answer = status(200);
    await server.advance({ minutes: 1 });
    expect(await ask(server, webhook)).toMatchObject({ verdict: 'done', ref: first.ref });
    receiver.answer = status(429); // which does not disable the webhook
    await tag(server, 'Other');
    await server.advance({ days: 4 });
    const last = await ask(server, webhook);
    expect([last.verdict, brokenIn(last)]).toEqual(['kept_back', ['accepted']]);
    expect(last.text).toMatch(/attempts failed, the last one with 429, and it was given up\.$/);
  });

  it('an email that waits for dynamic content is planned without a time', async () => {
    await using endpoint = await Endpoint.answering({ status: 503 });
    await using server = await start({ seed: contentSeed(endpoint.url) });
    await server.settle();
    const answer = await ask(server, campaign);
    expect([answer.verdict, answer.at]).toEqual(['planned', null]);
    expect(answer.rules.at(-1)).toMatchObject({ rule: 'content_ready', result: 'waits' });
  });

  it('a deleted subscriber is known by id', async () => {
    await using server = await startCase({ seed: { campaigns: [subscribed()], webhooks: [WEBHOOK] } }, start);
    await server.delete('subscribers/ann');
    await server.settle(); // nobody answers, so it is tried again
    const answer = await ask(server, campaign, 'ann');
    expect([answer.text, brokenIn(answer)]).toEqual([
      'The subscriber ann was deleted at 2026-03-06T12:00:00Z.',
      ['subscriber_exists'],
    ]);
    const told = await ask(server, { webhook: '1', event: 'subscriber.deleted' }, 'ann');
    expect([told.verdict, told.rules.at(-1)?.rule]).toEqual(['planned', 'accepted']);
  });

  it('unknown names are answered with the nearest ones, and unclear questions are refused', async () => {
    const seed = { campaigns: [tides()], workflows: [flow()], broadcasts: [seaNews()], webhooks: [WEBHOOK] };
    await using server = await startCase({ seed } as Pick<Case, 'seed'>, start);
    const admin = adminOf(server);
    const refusal = async (about: WhyNotSubject, subscriber = 'ann') => {
      const query = new URLSearchParams({ subscriber, ...(about as Record<string, string>) });
      const { status, body } = await admin.get(`/why-not?${query}`);
      await expect(server.whyNot(subscriber, about)).rejects.toThrow(body.errors[0].message);
      return `${status} ${body.errors[0].message}`;
    };
    expect(await refusal({ campaign: 'Tide' })).toBe('404 Campaign not found: Tide, did you mean Tides?');
    expect(await refusal({ broadcast: 'Sea new' })).toBe(
      '404 Broadcast not found: Sea new, did you mean Sea news?',
    );
    expect(await refusal({ workflow: 'Flows' })).toBe('404 Workflow not found: Flows, did you mean Flow?');
    expect(await refusal({ webhook: 'http://127.0.0.1:9/inn', event: 'subscriber.created' })).toBe(
      '404 Webhook not found: http://127.0.0.1:9/inn, did you mean http://127.0.0.1:9/in?',
    );
    expect(await refusal({ campaign: 'Tides' }, 'anne@acme.test')).toBe(
      '404 Subscriber not found: anne@acme.test, did you mean ann@acme.test?',
    );
    expect(await refusal({ campaign: 'Tides', email: 4 })).toBe(
      "404 Email not found: 4, the campaign 'Tides' has 3",
    );
    expect(await refusal({ campaign: 'Tides', workflow: 'Flow' })).toMatch(/^422 .*one thing at a time/);
    expect(await refusal({ webhook: '1' })).toMatch(/^422 .*a webhook is told about an event/);
    expect(await refusal({ workflow: '1', email: 1 })).toMatch(/^422 .*is needed with email/);
    expect((await admin.get('/why-not?subscriber=ann')).status).toBe(422);
  });

  it('a question changes nothing', async () => {
    const seed = {
      campaigns: [subscribed()],
      workflows: [flow()],
      broadcasts: [seaNews()],
      webhooks: [WEBHOOK],
    };
    await using server = await startCase({ seed } as Pick<Case, 'seed'>, start);
    await server.settle();
    await server.faults.add({ on: 'email', drop: 'before', times: 1 });
    const state = async () => JSON.stringify([await server.exportState(), await server.faults.list()]);
    const before = await state();
    for (const about of [campaign, broadcast, workflow, webhook]) await ask(server, about);
    expect(await state()).toBe(before);
  });
});
