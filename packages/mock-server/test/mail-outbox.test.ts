import { describe, expect, it } from 'vitest';
import { UNKNOWN_PLACE } from '../src/store/engine/place.ts';
import { openSqlite } from '../src/store/engine/sqlite.ts';
import { contentCalls, insertContentCall } from '../src/store/tables/content-calls.ts';
import { insertMail, type NewMail, outbox, pageOfMails } from '../src/store/tables/outbox.ts';

const SIZE = 10_000;

const mail = (number: number): NewMail => ({
  ...{ id: `m${number}`, purpose: 'campaign', deliveryId: `m${number}`, subscriberId: 'ann' },
  ...{ from: 'crew@acme.test', sender: { name: '', email: 'crew@acme.test' }, to: 'Ann@acme.test', bcc: [] },
  ...{ subject: `${number}`, html: '', text: '', headers: {}, sentAt: '2026-03-06T12:00:00Z' },
});

/** An email as it is read. */
const kept = (number: number) => ({ ...mail(number), cause: null });

const call = (number: number) => ({
  ...{ id: `c${number}`, shortcode: 'shoes', subscriberId: 'ann', emailId: 'e1', withheld: [] },
  ...{ url: 'https://acme.test/', isPreview: false, attempt: number, calledAt: '2026-03-06T12:00:00Z' },
  outcome: 'success' as const,
});

describe('lists of emails', () => {
  it('the newest emails and content requests of each account are retained', async () => {
    const store = openSqlite();
    const { mails, calls, others } = await store.write(async (tx) => {
      await insertMail(tx, '2', mail(0), UNKNOWN_PLACE);
      await insertContentCall(tx, '2', call(0));
      for (let number = 1; number <= SIZE + 5; number++) {
        await insertMail(tx, '1', mail(number), UNKNOWN_PLACE);
        await insertContentCall(tx, '1', call(number));
      }
      return {
        mails: await outbox.list(tx, '1'),
        calls: await contentCalls.list(tx, '1'),
        others: [
          ...(await pageOfMails(tx, '2', { to: 'ann@ACME.test' })).rows,
          ...(await contentCalls.list(tx, '2')),
        ],
      };
    });
    await store.close();
    expect([mails.length, mails[0], mails.at(-1)]).toEqual([SIZE, kept(6), kept(SIZE + 5)]);
    expect([calls.length, calls[0], calls.at(-1)]).toEqual([SIZE, call(6), call(SIZE + 5)]);
    expect(others).toEqual([kept(0), call(0)]);
  });
});
