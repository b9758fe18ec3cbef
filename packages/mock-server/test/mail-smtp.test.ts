import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { describe, expect, it } from 'vitest';
import { forward } from '../src/jobs/network/smtp.ts';
import { startServer, type TestServer } from './harness.ts';
import { mailingAccount } from './mailing-account.ts';

interface Received {
  readonly from: string;
  readonly to: readonly string[];
  readonly text: string;
}

/** A mail server that stores what it receives. */
class MailServer implements AsyncDisposable {
  readonly received: Received[] = [];
  readonly #server: SMTPServer;

  private constructor(options: SMTPServerOptions) {
    this.#server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData: (stream, { envelope }, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk) => chunks.push(chunk));
        stream.on('end', () => {
          const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
          const to = envelope.rcptTo.map(({ address }) => address);
          this.received.push({ from, to, text: Buffer.concat(chunks).toString() });
          done();
        });
      },
      ...options,
    });
  }

  static async open(options: SMTPServerOptions = {}): Promise<MailServer> {
    const server = new MailServer(options);
    await new Promise<void>((resolve) => void server.#server.listen(0, '127.0.0.1', () => resolve()));
    return server;
  }

  get url(): string {
    return `smtp://127.0.0.1:${(this.#server.server.address() as AddressInfo).port}`;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return new Promise((resolve) => this.#server.close(resolve));
  }
}

const seed = (default_from_name = 'Ácme, Inc.') =>
  mailingAccount({
    default_from_name,
    subscribers: [{ email: 'ann@acme.test', first_name: 'Änn' }],
    campaigns: [
      {
        ...{ id: '1', name: 'Tides', status: 'active', bcc: 'log@acme.test, audit@acme.test' },
        emails: [{ id: 'e1', subject: 'Ahoy {{ subscriber.first_name }}', html_body: '<p>Row on</p>' }],
        subscribers: [{ email: 'ann@acme.test' }],
      },
    ],
  });

const forwardingOf = async ({ server }: TestServer) => (await server.outbox())[0]?.forwarding;

describe('forwarding emails', () => {
  // U-109
  it('an email is forwarded to a mail server with its copies and headers', async () => {
    await using mailServer = await MailServer.open();
    await using server = await startServer({ seed: seed(), smtp: mailServer.url });
    await server.settle();
    const [mail] = await server.outbox();
    expect(mail).toMatchObject({
      bcc: ['log@acme.test', 'audit@acme.test'],
      forwarding: { state: 'forwarded', attempts: 1 },
    });
    const [received, ...others] = mailServer.received;
    expect(others).toEqual([]);
    expect(received).toMatchObject({
      from: 'crew@acme.test',
      to: ['ann@acme.test', 'log@acme.test', 'audit@acme.test'],
    });
    const [headers = '', body] = (received?.text ?? '').split('\r\n\r\n', 2);
    const unfolded = headers.replaceAll(/\r\n\s+/g, ' ');
    for (const header of [
      `Message-ID: <${mail?.id}@trickle.localhost>`,
      `List-Unsubscribe: <http://trickle.localhost/e/9999999/${mail?.id}/unsubscribe>`,
      'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
      'Date: Fri, 06 Mar 2026 12:00:00 +0000',
    ]) {
      expect(unfolded.split('\r\n')).toContain(header);
    }
    expect(unfolded).toMatch(/^Subject: =\?UTF-8\?/m);
    expect(unfolded).toMatch(/^From: =\?UTF-8\?.*<crew@acme\.test>$/m);
    expect(unfolded).not.toMatch(/^bcc:/im);
    expect(body).toBeDefined();
    expect(received?.text).toMatch(/Content-Type: text\/plain[\s\S]*Content-Type: text\/html/);
  });

  // U-171
  it.each([
    'a@b.test>, <evil@x.test',
    'a@b.test, evil@x.test',
    'a@b.test;evil@x.test',
    'a@b.test evil@x.test',
    '"a, evil@x.test" <a@b.test>',
    'a: evil@x.test;',
    'a@b.test\r\nRCPT TO:<evil@x.test>',
    'a@b.test\u0000',
    'a@b@x.test',
    '<a@b.test>',
    `${'a'.repeat(250)}@b.test`,
  ])('only the one recipient is reached: the address %j is rejected', async (to) => {
    await using mailServer = await MailServer.open();
    await using server = await startServer({ seed: seed(), smtp: mailServer.url });
    await expect(server.mail.sendTest({ to, subscriber: 'ann@acme.test', campaignId: '1' })).rejects.toThrow(
      'to must be a valid email address',
    );
    await server.settle();
    const recipients = mailServer.received.flatMap((one) => one.to);
    expect(recipients).toEqual(['ann@acme.test', 'log@acme.test', 'audit@acme.test']);

    // Such an address never reaches the outbox; the last step before SMTP rejects it all the same.
    const [mail] = await server.outbox();
    if (!mail) throw new Error('The outbox is empty.');
    const error = expect.stringContaining('is not a valid email address');
    for (const wrong of [{ to }, { bcc: [to] }, { sender: { name: '', email: to } }]) {
      const sending = forward(mailServer.url, { ...mail, ...wrong }, new AbortController().signal);
      expect(await sending).toMatchObject({ state: 'refused', error });
    }
    expect(mailServer.received.flatMap((one) => one.to)).toEqual(recipients);
  });

  // U-171
  it('a name is sent separately from the address, whatever it contains', async () => {
    await using mailServer = await MailServer.open();
    const name = 'x <evil@x.test>, "y\\" <z@x.test>\r\nBcc: evil@x.test';
    await using server = await startServer({ seed: seed(name), smtp: mailServer.url });
    await server.settle();
    expect(mailServer.received).toMatchObject([
      { from: 'crew@acme.test', to: ['ann@acme.test', 'log@acme.test', 'audit@acme.test'] },
    ]);
    expect(mailServer.received[0]?.text).not.toMatch(/^bcc:/im);
    expect((await server.outbox())[0]?.sender?.email).toBe('crew@acme.test');
  });

  // U-109
  it('a temporary failure of the mail server is retried', async () => {
    let refusals = 2;
    await using mailServer = await MailServer.open({
      onMailFrom(_address, _session, done) {
        const busy = Object.assign(new Error('busy'), { responseCode: 451 });
        if (refusals-- > 0) done(busy);
        else done();
      },
    });
    await using server = await startServer({ seed: seed(), smtp: mailServer.url });
    await server.settle();
    const busy = expect.stringContaining('busy');
    expect(await forwardingOf(server)).toMatchObject({ state: 'waiting', attempts: 1, error: busy });
    await server.advance({ hours: 1 });
    expect(await forwardingOf(server)).toEqual({ state: 'forwarded', attempts: 3 });
    expect(mailServer.received).toHaveLength(1);
  });

  // U-109
  it('a permanent failure of the mail server is not retried', async () => {
    await using mailServer = await MailServer.open({
      onRcptTo: (_address, _session, done) =>
        done(Object.assign(new Error('no such mailbox'), { responseCode: 550 })),
    });
    await using server = await startServer({ seed: seed(), smtp: mailServer.url });
    await server.advance({ days: 3 });
    expect(await forwardingOf(server)).toMatchObject({ state: 'refused', attempts: 1 });
  });

  // U-109
  it('forwarding is given up after hours without a mail server, and blocks nothing else', async () => {
    await using server = await startServer({ seed: seed(), smtp: 'smtp://127.0.0.1:1' });
    await server.settle();
    expect(await forwardingOf(server)).toMatchObject({ state: 'waiting' });
    await server.advance({ days: 3 });
    expect(await forwardingOf(server)).toMatchObject({ state: 'given_up', attempts: 12 });
  });
});
