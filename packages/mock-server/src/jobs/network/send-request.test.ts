import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { TIME_LIMIT } from '../../../../../scripts/setup/time-limit.ts';
import type { Services } from '../../domain/context/services.ts';
import { FaultRulesInMemory } from '../../faults/rules-in-memory.ts';
import { fetchContent } from './fetch-content.ts';
import { postWebhook } from './post-webhook.ts';

/** Starts a server that answers every connection with this text and records the requests. */
async function startRaw(answer: string) {
  const sent: string[] = [];
  const server = createServer((socket) => {
    socket.setEncoding('latin1').once('data', (text: string) => {
      sent.push(text);
      socket.end(answer);
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number }; // it listens on a port
  const host = `127.0.0.1:${port}`;
  return { sent, host, [Symbol.asyncDispose]: async () => void server.close() };
}

const OK = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}';
const signal = new AbortController().signal;
const services = { faults: new FaultRulesInMemory() } as Partial<Services> as Services; // requests use only this part
const linesOf = (text = '') => text.split('\r\n');

describe("the service's own requests", () => {
  it('a webhook delivery has exactly these headers', async () => {
    await using server = await startRaw(OK);
    const url = `http://us%20er:p%C3%A4ss@${server.host}/in?secret=1`;
    const reply = await postWebhook({ url, body: '{"event":"ä"}', timeout: TIME_LIMIT }, signal);
    expect(reply.answer).toMatchObject({ status: 200, body: '{}' });
    expect(linesOf(server.sent[0])).toEqual([
      'POST /in?secret=1 HTTP/1.1',
      'content-type: application/json',
      'user-agent: Trickle-Webhooks/2',
      'content-length: 14',
      `Host: ${server.host}`,
      `Authorization: Basic ${Buffer.from('us er:päss').toString('base64')}`,
      'Connection: close',
      '',
      '{"event":"Ã¤"}',
    ]);
  });

  it('a content request has exactly these headers', async () => {
    await using server = await startRaw(OK);
    const answer = await fetchContent(`http://${server.host}/shoes?subscriber%5Bsize%5D`, {
      services,
      accountId: '1',
    });
    expect(answer).toMatchObject({ outcome: 'success', content: {} });
    expect(linesOf(server.sent[0])).toEqual([
      'GET /shoes?subscriber%5Bsize%5D HTTP/1.1',
      'accept: application/json',
      'user-agent: Trickle',
      `Host: ${server.host}`,
      'Connection: close',
      '',
      '',
    ]);
  });

  it.each(['http://user:p%ZZ@127.0.0.1/', 'http://[', 'nowhere', ''])(
    'an invalid URL is reported: %j',
    async (url) => {
      expect(await postWebhook({ url, body: '{}', timeout: TIME_LIMIT }, signal)).toEqual({
        error: expect.stringMatching(/./),
      });
      expect(await fetchContent(url, { services, accountId: '1' })).toEqual({
        outcome: 'temporary',
        error: expect.stringMatching(/./),
      });
    },
  );

  it('endless redirects and redirects to another protocol are given up', async () => {
    await using round = await startRaw('HTTP/1.1 302 Found\r\nlocation: /again\r\ncontent-length: 0\r\n\r\n');
    expect(await fetchContent(`http://${round.host}/`, { services, accountId: '1' })).toEqual({
      outcome: 'temporary',
      error: 'it redirects more than 20 times',
    });
    expect(round.sent).toHaveLength(21);
    await using away = await startRaw('HTTP/1.1 302 Found\r\nlocation: file:///etc/passwd\r\n\r\n');
    expect(await fetchContent(`http://${away.host}/`, { services, accountId: '1' })).toMatchObject({
      error: 'it redirects to file:, not to http or https',
    });
  });
});
