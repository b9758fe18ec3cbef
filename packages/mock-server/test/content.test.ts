import { ContentError, createContentHandler, toNodeHandler } from '@trickle/sdk/content';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { ANN, Endpoint, firstText, OFFER, seed, sent } from './content-account.ts';
import { scenarios, startServer } from './harness.ts';

scenarios('dynamic content', (start) => {
  it("the account's chosen fields are sent, and the content appears in the email", async () => {
    await using shop = await Endpoint.answering({ body: '{"offer":"Boots"}' });
    await using server = await start({ seed: seed(shop.url, { path: '/content?k=1' }) });
    await server.settle();
    expect(shop.asked).toEqual(['GET /content?k=1&subscriber[shoe_size]=39&subscriber[color]']);
    expect(await firstText(server)).toBe('Boots');
    expect(await server.contentCalls()).toEqual([
      {
        id: expect.any(String),
        shortcode: 'shoes',
        subscriberId: 'ann',
        emailId: 'e1',
        url: `${shop.url}/content?k=1&subscriber%5Bshoe_size%5D=39&subscriber%5Bcolor%5D`,
        isPreview: false,
        withheld: ['email'],
        attempt: 1,
        calledAt: '2026-03-06T12:00:00Z',
        outcome: 'success',
        status: 200,
        body: '{"offer":"Boots"}',
      },
    ]);
    await server.advance({ days: 1 });
    expect(await sent(server)).toEqual(['Shoes 2026-03-06T12:00:00Z', 'Later 2026-03-07T08:00:00Z']);
    expect(shop.asked).toHaveLength(1); // the second email has no content
  });
});

describe('dynamic content', () => {
  it("content comes from the SDK's handler", async () => {
    const errors: unknown[] = [];
    const handler = createContentHandler(
      { subscriber: z.object({ shoe_size: z.string(), color: z.nullable(z.string()) }) },
      async ({ subscriber, preview }) => {
        if (preview) return { offer: 'Mocked' };
        if (subscriber.color !== null) throw ContentError.permanent('no such color');
        return { offer: `Size ${subscriber.shoe_size}` };
      },
      { secret: 'a-secret-of-the-shop', onError: (error) => void errors.push(error) },
    );
    await using shop = await Endpoint.open(toNodeHandler(handler));
    const path = '/content?secret=a-secret-of-the-shop';
    await using server = await startServer({ seed: seed(shop.url, { path }) });
    const preview = await server.mail.preview({ campaignId: '1', subscriber: 'ann' });
    expect(preview.text).toContain('Mocked');
    await server.settle();
    expect(await firstText(server)).toBe('Size 39');
    expect(errors).toEqual([]);
  });

  // proves: content preview=true is added while previewing or sending a test
  // U-110
  it('previews and tests request content with preview=true and record no events', async () => {
    await using shop = await Endpoint.answering({ body: '{"offer":"Mock"}' });
    await using server = await startServer({ seed: seed(shop.url, { status: 'draft' }) });
    const choice = { campaignId: '1', subscriber: ANN.email };
    const preview = await server.mail.preview(choice);
    expect(preview).toMatchObject({ subject: 'Shoes', from: 'crew@acme.test', to: ANN.email });
    expect(preview.html).toContain('<p>Mock</p>');
    const test = await server.mail.sendTest({ ...choice, to: 'me@acme.test' });
    expect(test).toMatchObject({ purpose: 'test', to: 'me@acme.test', html: preview.html });
    const asked = 'GET /?subscriber[shoe_size]=39&subscriber[color]&preview=true';
    expect(shop.asked).toEqual([asked, asked]);
    expect((await server.contentCalls()).map(({ isPreview }) => isPreview)).toEqual([true, true]);
    expect(await server.events({ event: 'subscriber.received_email' })).toEqual([]);
    expect(await server.mail.deliveries()).toEqual([]);
  });

  // U-219
  it('a preview without content calls no endpoint and names the shortcodes that it left out', async () => {
    await using shop = await Endpoint.answering({ body: '{"offer":"Mock"}' });
    await using server = await startServer({ seed: seed(shop.url, { status: 'draft' }) });
    const choice = { campaignId: '1', subscriber: ANN.email };
    const preview = await server.mail.preview({ ...choice, content: 'none' });
    expect(preview.shortcodes).toHaveLength(1);
    expect(preview.html).not.toContain('Mock');
    expect([shop.asked, await server.contentCalls()]).toEqual([[], []]);
    expect((await server.mail.preview({ ...choice, content: 'fetch' })).html).toContain('<p>Mock</p>');
  });

  it('content of an unknown email is rejected', async () => {
    await using server = await startServer({ seed: seed('http://127.0.0.1:1', { html: '{{ oops ' }) });
    const preview = (choice: object) => server.mail.preview({ subscriber: 'ann', ...choice });
    await expect(preview({ campaignId: '1', emailIndex: 7 })).rejects.toThrow(/Email not found: 7$/);
    await expect(preview({ broadcastId: 'x' })).rejects.toThrow(/Broadcast not found: x$/);
    await expect(preview({ campaignId: '1' })).rejects.toThrow(/is not a valid template/);
  });
});

describe('workflow emails', () => {
  it("a workflow email's content receives the event that started the workflow", async () => {
    await using shop = await Endpoint.answering({ body: OFFER });
    const looked = { trigger_type: 'performed_custom_event', properties: { action: 'Looked' } };
    const email = { id: 'w1', subject: '{{ event.value }} cents', html_body: '<p>{{ my.shoes.offer }}</p>' };
    const workflow = {
      ...{ id: 'w', name: 'After a visit', status: 'active' },
      triggers: [{ provider: 'trickle', ...looked }],
      steps: [{ type: 'send_email', ...email }],
    };
    const account = { workflows: [workflow], campaigns: [] };
    await using server = await startServer({ seed: seed(shop.url, { account }) });
    const event = { email: ANN.email, action: 'Looked', properties: { value: 250, secret: 'x' } };
    await server.post('events', { events: [event] });
    await server.settle();
    expect(shop.asked).toEqual(['GET /?subscriber[shoe_size]=39&subscriber[color]&event[value]=250']);
    expect((await server.outbox())[0]).toMatchObject({ purpose: 'workflow', subject: '250 cents' });
    expect(await firstText(server)).toBe('Boots');
    expect((await server.mail.deliveries())[0]).toMatchObject({ workflowId: 'w', emailId: 'w1' });
  });
});

describe('accounts and broadcasts with content', () => {
  it('an account without the feature requests no content', async () => {
    await using shop = await Endpoint.answering({ body: OFFER });
    await using server = await startServer({ seed: seed(shop.url, { isEnabled: false }) });
    await server.settle();
    expect(shop.asked).toEqual([]);
    expect(await firstText(server)).toBe('nothing');
  });

  it('a broadcast with content is sent when the last recipient is settled', async () => {
    await using shop = await Endpoint.answering({ status: 503 }, { body: OFFER });
    const broadcast = {
      ...{ id: 'b', name: 'Sale', status: 'scheduled', send_at: '2026-03-06T13:00:00Z' },
      ...{ subject: 'Sale', html_body: '{{ my.shoes.offer }}' },
    };
    const account = { broadcasts: [broadcast], campaigns: [] };
    await using server = await startServer({ seed: seed(shop.url, { account }) });
    await server.advance({ hours: 1 });
    const status = async () => JSON.parse((await server.get('broadcasts/b')).text).broadcasts[0].status;
    expect(await status()).toBe('sending');
    await server.advance({ hours: 1 });
    expect(await status()).toBe('sent');
    expect(await sent(server)).toEqual(['Sale 2026-03-06T13:01:00Z']);
  });

  it('an email keeps its place if its campaign is paused before the content arrives', async () => {
    await using shop = await Endpoint.answering({ status: 503 }, { body: OFFER });
    await using server = await startServer({ seed: seed(shop.url) });
    await server.settle();
    await server.post('campaigns/1/pause', {});
    await server.advance({ days: 2 });
    expect(await sent(server)).toEqual([]);
    await server.post('campaigns/1/activate', {});
    await server.advance({ days: 1 });
    expect(await sent(server)).toEqual(['Shoes 2026-03-08T12:00:00Z', 'Later 2026-03-09T08:00:00Z']);
  });

  it('an email that waits for content is not sent to a subscriber who has left', async () => {
    await using shop = await Endpoint.answering({ status: 503 }, { body: OFFER });
    await using server = await startServer({ seed: seed(shop.url) });
    await server.settle();
    await server.post('subscribers/ann/remove', {});
    await server.advance({ days: 2 });
    expect(await sent(server)).toEqual([]);
  });
});
