import { newcomer } from './newcomer.ts';
import { shopOnce } from './shopping.ts';
import type { Story } from './story.ts';

const CAMPAIGN = { welcome: '111', school: '112' };

/** Lets subscribers join, shop and read for part of a day. `share` is the length of that part. */
export async function liveThrough(story: Story, share: number): Promise<void> {
  const { dice } = story;
  const times = (perDay: number) => Math.floor(perDay * share + dice.roll());
  for (let count = times(6); count > 0; count--) await join(story);
  for (let count = times(4); count > 0; count--) await shopOnce(story);
  for (let count = times(3); count > 0; count--) await browse(story);
  for (let count = times(1.2); count > 0; count--) await submitForm(story);
  for (let count = times(1.5); count > 0; count--) await maintain(story);
}

async function join(story: Story): Promise<void> {
  const { client, dice, emails } = story;
  const subscriber = newcomer(dice, ++story.joined);
  const { email } = subscriber;
  await client.subscribers.upsert(subscriber);
  emails.push(email);
  if (dice.happens(0.45)) await client.campaigns.subscribe(CAMPAIGN.welcome, { email });
  if (dice.happens(0.25)) {
    await client.campaigns.subscribe(CAMPAIGN.school, { email, double_optin: dice.happens(0.4) });
  }
  if (dice.happens(0.4)) {
    await client.events.record({
      email,
      action: 'Signed up',
      properties: { plan: dice.pick(['monthly', 'yearly']) },
    });
  }
}

const VISITS = ['guides/brewing', 'shop', 'journal/harvest'].map((path) => `https://acme.test/${path}`);

/** A visitor comes by with the page script; half of them are known. */
async function browse({ server, dice, emails }: Story): Promise<void> {
  const digits = () =>
    Math.floor(dice.roll() * 2 ** 32)
      .toString(16)
      .padStart(8, '0');
  const id = () => digits() + digits() + digits() + digits();
  const message = (command: string, given: object) => ({ id: id(), command, arguments: given });
  const page = dice.pick(VISITS);
  const identified = dice.happens(0.5) ? [message('identify', { email: dice.pick(emails) })] : [];
  await server.fetch(
    new Request(`${server.connection.baseUrl}/client/9999999/messages`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body: JSON.stringify({
        visitor: id(),
        page: { url: page, title: 'Acme Coffee' },
        messages: [
          ...identified,
          message('visit', {}),
          message('track', {
            action: dice.pick(['Viewed a product', 'Played the video', 'Opened the journal']),
          }),
        ],
      }),
    }),
  );
}

async function submitForm(story: Story): Promise<void> {
  const { server, dice, emails } = story;
  const { email } = newcomer(dice, ++story.joined);
  const id = dice.pick(['443', '443', '444', '445', '446']);
  emails.push(email);
  await server.fetch(
    new Request(`${server.connection.baseUrl}/forms/${id}/submissions`, {
      method: 'POST',
      body: new URLSearchParams({ 'fields[email]': email, 'fields[eu_consent]': 'granted' }),
    }),
  );
}

/** Tags, changed addresses, and the subscribers who leave. */
async function maintain({ client, dice, emails }: Story): Promise<void> {
  const email = dice.pick(emails);
  const what = dice.roll();
  if (what < 0.35) await client.tags.apply({ email, tag: 'regular' });
  else if (what < 0.5) await client.tags.remove(email, 'gift');
  else if (what < 0.7) await client.subscribers.upsert({ email, custom_fields: { brew_method: 'espresso' } });
  else if (what < 0.85) await client.events.record({ email, action: 'Started trial' });
  else if (what < 0.95) await client.subscribers.unsubscribeAll(email);
  else await client.subscribers.upsert({ email, prospect: false });
}

/** Lets subscribers open and click the newest emails; a few bounce, complain or unsubscribe. */
export async function readEmails(story: Story): Promise<void> {
  const { server, readers: dice } = story;
  const deliveries = await server.mail.deliveries();
  for (const { id } of deliveries.slice(story.seen)) {
    const what = dice.roll();
    if (what < 0.008) await server.mail.bounce(id, { isHard: dice.happens(0.6) });
    else if (what < 0.011) await server.mail.complain(id);
    else if (what < 0.022) await server.mail.unsubscribe(id, { scope: dice.pick(['campaign', 'all']) });
    else if (what < 0.16) await server.mail.click(id, 'https://acme.test/shop');
    else if (what < 0.48) await server.mail.open(id);
  }
  story.seen = deliveries.length;
}
