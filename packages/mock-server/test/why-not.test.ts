import { expect, it } from 'vitest';
import type { WhyNotAnswer, WhyNotSubject } from '../src/index.ts';
import { seed as contentSeed, Endpoint } from './content-account.ts';
import { scenarios, type TestServer } from './harness.ts';
import { mailingAccount } from './mailing-account.ts';
import { Receiver, status } from './webhook-receiver.ts';
import {
  ANN,
  broadcast,
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
  const { status, body } = await server.admin.get(`/why-not?${query}`);
  expect([status, body]).toEqual([200, answer]);
  return answer;
}

const brokenIn = ({ rules }: WhyNotAnswer) =>
  rules.filter(({ result }) => result === 'broken').map(({ rule }) => rule);

scenarios('why something has not reached a subscriber', (start) => {
  const startWith = (account: object) =>
    start({ seed: mailingAccount({ subscribers: [ANN], ...account } as never) }); // omitted settings have their defaults

  it.each(Object.entries(cases))('%s keeps it back, and nothing else does', async (_, one) => {
    await using server = await startWith(one.seed);
    await one.before?.(server);
    await server.settle();
    const answer = await ask(server, one.about);
    expect([answer.verdict, answer.at, ...brokenIn(answer)]).toEqual(['kept_back', null, one.rule]);
    expect(answer.text).toContain(one.text);
    expect(answer.rules.find(({ result }) => result === 'broken')?.text).toBe(answer.text);
  });

  it('an email that is due later is planned for its time, and those behind it for theirs', async () => {
    await using server = await startWith({ campaigns: [subscribed()] });
    await server.settle();
    const second = await ask(server, campaign);
    expect(second).toMatchObject({
      verdict: 'planned',
      text: "Email 2 of the campaign 'Tides' will be sent to ann@acme.test.",
      at: '2026-03-08T08:00:00Z',
    });
    expect(second.rules.filter(({ result }) => result !== 'met')).toMatchObject([
      { rule: 'due', result: 'waits' },
    ]);
    expect(second.rules.map(({ rule }) => rule)).toEqual([
      ...['subscription_confirmed', 'subscription_active', 'campaign_active', 'subscriber_active'],
      ...['email_left', 'due', 'sender_complete', 'template_valid'],
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
    const bob = { email: 'bob@acme.test', status: 'unsubscribed' };
    const subscribers = [{ ...ANN, time_zone: 'Asia/Kathmandu' }, bob];
    const broadcasts = [seaNews({ localize_sending_time: true })];
    await using server = await startWith({ subscribers, broadcasts });
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
    await using server = await startWith({ workflows: [flow()] });
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
    await using server = await startWith({ webhooks: [{ id: '1', post_url: receiver.url }] });
    await tag(server, 'VIP');
    await server.settle();
    const first = await ask(server, webhook);
    const [delivery] = await server.webhooks.deliveries();
    const at = `${new Date(delivery?.nextAttemptAt ?? 0).toISOString().slice(0, 19)}Z`;
    const ref = { type: 'webhook_delivery', id: delivery?.id };
    expect(first).toMatchObject({ verdict: 'planned', at, ref });
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
    await using server = await startWith({ campaigns: [subscribed()], webhooks: [WEBHOOK] });
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
    await using server = await startWith(seed);
    const url = WEBHOOK.post_url;
    for (const [about, status, problem, subscriber = 'ann'] of [
      [{ campaign: 'Tide' }, 404, 'Campaign not found: Tide, did you mean Tides?'],
      [{ broadcast: 'Sea new' }, 404, 'Broadcast not found: Sea new, did you mean Sea news?'],
      [{ workflow: 'Flows' }, 404, 'Workflow not found: Flows, did you mean Flow?'],
      [
        { webhook: `${url}n`, event: 'subscriber.created' },
        404,
        `Webhook not found: ${url}n, did you mean ${url}?`,
      ],
      [campaign, 404, 'Subscriber not found: anne@acme.test, did you mean ann@acme.test?', 'anne@acme.test'],
      [{ ...campaign, email: 4 }, 404, "Email not found: 4, the campaign 'Tides' has 3"],
      [{ ...campaign, ...workflow }, 422, 'one thing at a time'],
      [{ webhook: '1' }, 422, 'a webhook is told about an event'],
      [{ workflow: '1', email: 1 }, 422, 'is needed with email'],
      [{}, 422, ''],
    ] as [WhyNotSubject, number, string, string?][]) {
      const query = new URLSearchParams({ subscriber, ...(about as Record<string, string>) });
      const answer = await server.admin.get(`/why-not?${query}`);
      const [{ message }] = answer.body.errors;
      expect([answer.status, message]).toEqual([status, expect.stringContaining(problem)]);
      await expect(server.whyNot(subscriber, about)).rejects.toThrow(message);
    }
  });

  it('a question changes nothing', async () => {
    const mailings = { campaigns: [subscribed()], workflows: [flow()], broadcasts: [seaNews()] };
    await using server = await startWith({ ...mailings, webhooks: [WEBHOOK] });
    await server.settle();
    await server.faults.add({ on: 'email', drop: 'before', times: 1 });
    const state = async () => JSON.stringify([await server.exportState(), await server.faults.list()]);
    const before = await state();
    for (const about of [campaign, broadcast, workflow, webhook]) await ask(server, about);
    expect(await state()).toBe(before);
  });
});
