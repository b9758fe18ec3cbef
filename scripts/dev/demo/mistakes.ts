import type { Story } from './story.ts';

/** Requests with warnings and errors, as sent by an unfinished integration. */
export async function makeMistakes({ server, client, emails, dice }: Story): Promise<void> {
  const { baseUrl, apiKey } = server.connection;
  const send = async (method: string, path: string, body?: unknown, token = apiKey) => {
    const headers = { authorization: `Basic ${btoa(`${token}:`)}`, 'content-type': 'application/json' };
    const init = body === undefined ? {} : { body: JSON.stringify(body) };
    await (await server.fetch(new Request(baseUrl + path, { method, headers, ...init }))).text();
  };
  const account = '/v2/9999999';
  const email = dice.pick(emails);
  await send('POST', `${account}/subscribers`, {
    subscribers: [{ email, frist_name: 'Typo', tagz: ['vip'] }],
  });
  await send('POST', `${account}/subscribers`, { subscribers: [{ email: 'not an address' }] });
  await send('POST', `${account}/events`, { events: [{ email, acton: 'Viewed pricing' }] });
  await send('POST', `${account}/event`, { events: [{ email, action: 'Viewed pricing' }] });
  await send('GET', `${account}/subscribers/nobody@example.com`);
  await send('GET', `${account}/campaigns`, undefined, 'wrong_token');
  await send('POST', `${account}/subscribers`, { subscribers: [{ email }] }, 'trickle_viewer_token');
  await send('GET', `${account}/subscribers?pre_page=5&status=activ`);
  await server.faults.clear('flaky-events');
  await server.faults.add({ id: 'flaky-events', operation: 'events.record', status: 503, times: 2 });
  for (const action of ['Opened the app', 'Opened the app']) {
    await client.events.record({ email, action }, { retries: 0 }).catch(() => undefined); // the fault is the point
  }
  await client.subscribers.list({ tags: 'regular' });
  await client.eventActions.list();
  await client.campaigns.list({ status: 'active' });
}
