import { describe, expect, it } from 'vitest';
import { mailbox } from '../src/email/headers.ts';
import { replaceUrls } from '../src/email/links.ts';
import { appendToBody, replaceLinks, textOf } from '../src/email/markup.ts';
import type { OutboxMail } from '../src/index.ts';
import { scenarios, startServer } from './harness.ts';
import { mailingAccount } from './mailing-account.ts';

interface Letter {
  readonly subject?: string;
  readonly html_body?: string;
  readonly text_body?: string;
}

const seed = (letter: Letter, rest: { campaign?: object; account?: object; subscriber?: object } = {}) =>
  mailingAccount({
    default_from_name: 'Acme',
    subscribers: [
      {
        ...{ id: 'ann', email: 'ann@acme.test', first_name: 'Ann', time_zone: 'Asia/Tokyo' },
        ...{ custom_fields: { shoe_size: '39' }, tags: ['vip', 'boat owner'] },
        ...rest.subscriber,
      },
    ],
    campaigns: [
      {
        ...{ id: '1', name: 'Tides', status: 'active', subscribers: [{ email: 'ann@acme.test' }] },
        emails: [{ id: 'e1', subject: 'Ahoy', ...letter }],
        ...rest.campaign,
      },
    ],
    ...rest.account,
  });

/** The resulting email; undefined if none is sent. */
async function rendered(...given: Parameters<typeof seed>): Promise<OutboxMail | undefined> {
  await using server = await startServer({ seed: seed(...given) });
  await server.settle();
  return (await server.outbox())[0];
}

scenarios('the content of an email', (start) => {
  // U-101
  it('an email is rendered with the data of the subscriber, the account and the campaign', async () => {
    await using server = await start({
      seed: seed(
        {
          subject: '{{ subscriber.first_name }} of {{ account.name }}',
          html_body:
            '<p>{{ subscriber.email }}, {{ subscriber.shoe_size }}, {{ subscriber.tags | join: "/" }}</p>',
          text_body: '{{ campaign.name }} {{ subscriber.custom_fields.shoe_size }} {{ subscriber.nothing }}.',
        },
        // No subscription before the server has its address.
        { account: { name: 'Acme Oars' }, campaign: { subscribers: [] } },
      ),
    });
    const subscribers = [{ email: 'ann@acme.test', double_optin: false }];
    await server.post('campaigns/1/subscribers', { subscribers });
    await server.settle();
    const [mail] = await server.outbox();
    expect(mail?.subject).toBe('Ann of Acme Oars');
    expect(mail?.html).toContain('<p>ann@acme.test, 39, vip/boat owner</p>');
    expect(mail?.text).toContain('Tides 39 .');
    const base = `${server.url}/e/9999999/${mail?.id}`;
    expect(mail?.html).toContain(`<img src="${base}/open.gif" width="1" height="1" alt="">`);
    expect(mail?.headers).toEqual({
      From: 'Acme <crew@acme.test>',
      To: 'ann@acme.test',
      Subject: 'Ann of Acme Oars',
      Date: 'Fri, 06 Mar 2026 12:00:00 +0000',
      'Message-ID': `<${mail?.id}@${new URL(server.url).hostname}>`,
      'List-Unsubscribe': `<${base}/unsubscribe>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    });
  });
});

describe('the content of an email', () => {
  // U-101
  it('a missing postal address and unsubscribe link are appended to an email', async () => {
    const bare = await rendered({ html_body: '<body><p>Hi</p></body>', text_body: 'Hi' });
    expect(bare?.html).toMatch(
      /^<body><p>Hi<\/p><p>1 Harbor Way, Duluth MN<\/p>\n<p><a href="[^"]+\/unsubscribe">Unsubscribe<\/a><\/p>\n<img [^>]+>\n<\/body>$/,
    );
    expect(bare?.text).toMatch(/^Hi\n\n1 Harbor Way, Duluth MN\nUnsubscribe: http\S+\/unsubscribe$/);
    const own = await rendered(
      {
        html_body: '<p>{{ postal_address }} {{ unsubscribe_link }}</p>',
        text_body: '{{ inline_postal_address }} {{ unsubscribe_url }}',
      },
      { campaign: { postal_address: '1 Quay\n<Berth 2>' } },
    );
    expect(own?.html).toMatch(
      /^<p>1 Quay<br>&lt;Berth 2&gt; <a href="[^"]+\/unsubscribe">Unsubscribe<\/a><\/p>\n<img [^>]+>$/,
    );
    expect(own?.text).toMatch(/^1 Quay, <Berth 2> http\S+\/unsubscribe$/);
  });

  // U-101
  it('an email without HTML has none, and an email without text gets it from the HTML', async () => {
    const text = await rendered({ text_body: 'Hi' });
    expect(text?.html).toBe('');
    const html = await rendered({ html_body: '<h1>Hi</h1><p>Go <a href="https://acme.test/">on</a></p>' });
    expect(html?.text).toMatch(/^Hi\n+Go on \(http\S+\/e\/9999999\/\w+\/c\/[\w-]+\)\n/);
    expect(html?.html).not.toContain('https://acme.test/');
  });

  // U-101
  it("an email shows the server's time in the zone of its sending time", async () => {
    const letter = { text_body: '{{ "now" | date: "%H:%M" }} {{ "today" | date: "%H", "America/Chicago" }}' };
    expect((await rendered(letter))?.text).toMatch(/^12:00 06/);
    const campaign = { localize_sending_time: true };
    expect((await rendered(letter, { campaign }))?.text).toMatch(/^21:00 06/);
    const bare = '{{ now | date: "%Y %H" }} {{ today | date: "%Y-%m-%d" }} {{ now }} {{ clock }}{{ zone }}.';
    const shown = /^2026 12 2026-03-06 2026-03-06T12:00:00Z \.\n/;
    expect((await rendered({ text_body: bare }))?.text).toMatch(shown);
  });

  // U-101
  it("an email is from the campaign's sender, else from the account's", async () => {
    const sender = { from_name: 'Max "Oar" M.', from_email: 'max@acme.test' };
    const campaign = { ...sender, bcc: 'a@acme.test; b@acme.test' };
    expect(await rendered({ text_body: 'Hi' }, { campaign })).toMatchObject({
      from: '"Max \\"Oar\\" M." <max@acme.test>',
      bcc: ['a@acme.test', 'b@acme.test'],
    });
  });

  it('the subject is a single line, whatever its template contains', async () => {
    const subscriber = { first_name: 'Ann\r\nBcc: everybody@acme.test' };
    const mail = await rendered({ subject: '{{ subscriber.first_name }}', text_body: 'Hi' }, { subscriber });
    expect(mail?.subject).toBe('Ann Bcc: everybody@acme.test');
  });

  // U-101
  it.each([
    ['more outputs than anybody writes', '{{ subscriber.email }}'.repeat(5001)],
    ['more text than anybody reads', `{% for i in (1..1000) %}${'x'.repeat(2000)}{% endfor %}`],
    ['deeply nested tags', '{% if true %}'.repeat(5000)],
    ['endless loops', '{% for i in (1..9999999999) %}{{ i }}{% endfor %}'],
    ['endless text', '{% assign x = "xx" %}{% for i in (1..99) %}{% assign x = x | append: x %}{% endfor %}'],
    ['files', '{% include "/etc/passwd" %}'],
    ['other templates', '{% render "secrets" %}'],
    ['layouts', '{% layout "/etc/hosts" %}'],
    ['broken syntax', '{% if %}'],
    ['unknown filters', '{{ subscriber.email | nothing_of_that_name }}'],
  ])('an email with %s is not sent', async (_, text_body) => {
    expect(await rendered({ text_body })).toBeUndefined();
  });

  it('templates cannot reach the program', async () => {
    const names = ['subscriber.constructor', 'subscriber.tags.constructor.name', 'process', 'globalThis'];
    const text_body = `${names.map((name) => `{{ ${name} }}`).join('')}.`;
    expect((await rendered({ text_body }))?.text).toMatch(/^\.\n/);
  });
});

describe('links of emails', () => {
  it.each([
    ['<a href="https://a.test/?x=1&amp;y=2">a</a>', ['https://a.test/?x=1&y=2']],
    ["<A class=x HREF='https://a.test/'>a</A>", ['https://a.test/']],
    ['<a\nhref=https://b.test/x/>b</a><area href="https://b.test">', ['https://b.test/x/', 'https://b.test']],
    ['<a href=https://a.test/?a=1&amp;b=2>a</a>', ['https://a.test/?a=1&b=2']],
    ['<a title="a > b" href="https://a.test">a</a>', ['https://a.test']],
    ['<a title=\'>\' data-x="<a href=no>" href=https://a.test>a</a>', ['https://a.test']],
    ['<a href="https://a.test" href="https://no.test">a</a>', ['https://a.test']],
    ['<map><area shape=rect href = https://a.test alt=x/></map>', ['https://a.test']],
    ['<a data-href="no" href = "mailto:a@b.test">a</a><abbr href="no">', ['mailto:a@b.test']],
    ['<p>https://a.test/</p><a name="x"><a href><a href=>', ['', '']],
    ['<!-- <a href="https://no.test"> --><style>a::after{content:"<a href=https://no.test>"}</style>', []],
    ['<script>"<a href=https://no.test>"</script><title><a href=https://no.test></title>', []],
    ['<a href="https://a.test', []],
  ])('the links in %s are found', (html, urls) => {
    const found: string[] = [];
    expect(replaceLinks(html, (url) => void found.push(url) as undefined)).toBe(html);
    expect(found).toEqual(urls);
  });

  it.each([
    ['See https://a.test/x.', ['https://a.test/x']],
    [
      '(https://a.test) [https://b.test/(x)], <https://c.test>',
      ['https://a.test', 'https://b.test/(x)', 'https://c.test'],
    ],
    ['HTTP://A.test/ü?x=1&y=2!\nhttps://b.test', ['HTTP://A.test/ü?x=1&y=2', 'https://b.test']],
    ['https:// and mailto:a@b.test and a.test', []],
  ])('the links in the text %j are found', (text, urls) => {
    const found: string[] = [];
    expect(replaceUrls(text, (url) => void found.push(url) as undefined)).toBe(text);
    expect(found).toEqual(urls);
    expect(replaceUrls(text, (url) => `{${url}}`).replaceAll(/[{}]/g, '')).toBe(text);
  });

  // U-106
  it('links of both parts are tracked, except the unsubscribe link, up to a thousand', async () => {
    const many = Array.from({ length: 1200 }, (_, i) => `<area href=https://acme.test/${i}>`).join('');
    const mail = await rendered({
      html_body: `<a href=https://acme.test/x>x</a>${many}`,
      text_body: 'See https://acme.test/x, or mail to mailto:crew@acme.test.',
    });
    const line = /^See (http\S+\/e\/9999999\/\w+\/c\/[\w-]+), or mail to mailto:crew@acme\.test\.\n/;
    const [, click] = line.exec(mail?.text ?? '') ?? [];
    expect(mail?.html).toContain(`<a href="${click}">x</a>`);
    expect(mail?.text).toMatch(/Unsubscribe: http\S+\/unsubscribe$/);
    expect(mail?.html.match(/\/c\//g)).toHaveLength(1000);
  });

  it('replaced links are escaped as HTML', () => {
    expect(replaceLinks('<a id=1 href="https://a.test/">', () => 'https://t.test/?a="&b')).toBe(
      '<a id=1 href="https://t.test/?a=&quot;&amp;b">',
    );
  });
});

describe('text from HTML', () => {
  it.each([
    ['<p>One</p>\n<p>Two &amp; &#x41;&#66; &copy;</p>', 'One\n\nTwo & AB ©'],
    ['<style>p { color: red }</style><ul><li>a</li><li>b</li></ul>', '- a\n- b'],
    ['a<br>b<!-- no --><script>no()</script>', 'a\nb'],
    ['<a href="https://a.test">https://a.test</a> <a href="#"><img src="x"></a>', 'https://a.test'],
    ['<a title="a > b" href=https://a.test/?x=1&amp;y=2>Go</a>', 'Go (https://a.test/?x=1&y=2)'],
    ['<head><title>No</title></head><body>a</body>b <img alt="Boat" src=x>', 'ab Boat'],
    ['<table><tr><td>a<td>b<tr><td>c</table><h1>Big</h1>1 < 2 > 0', 'a\nb\nc\n\nBig\n\n1 < 2 > 0'],
    ['<p title="</p>">a</p></div></b></td>b', 'a\n\nb'],
    [`${'<div>'.repeat(500)}deep${'</div>'.repeat(500)} end`, 'deep\nend'],
  ])('the text of %s is complete', (html, text) => {
    expect(textOf(html)).toBe(text);
  });
});

describe('the end of the body', () => {
  it.each([
    ['<p>a</p>', '<p>a</p>\n+'],
    ['<body>a</BODY >b</body>', '<body>a+\n</BODY >b</body>'],
    [
      '<body><!-- </body> --><p title="</body>">a</p></body>',
      '<body><!-- </body> --><p title="</body>">a</p>+\n</body>',
    ],
  ])('text is inserted at the end of the body of %s', (html, appended) => {
    expect(appendToBody(html, '+')).toBe(appended);
  });
});

describe('mailboxes', () => {
  it.each([
    [{ name: '', email: 'a@b.test' }, 'a@b.test'],
    [{ name: 'Ann\r\nOde', email: 'a@b.test' }, 'Ann Ode <a@b.test>'],
    [{ name: 'Ode, Ann', email: 'a@b.test' }, '"Ode, Ann" <a@b.test>'],
  ])('the mailbox of %o is %s', (who, text) => {
    expect(mailbox(who)).toBe(text);
  });
});
