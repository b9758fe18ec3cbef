import { cancelBroadcast, scheduleBroadcast } from '../domain/broadcasts/status.ts';
import { changeCampaign } from '../domain/campaigns/change.ts';
import {
  makeDeliverable,
  recordBounce,
  recordClick,
  recordComplaint,
  recordOpening,
  type UnsubscribeScope,
  unsubscribeByEmail,
} from '../domain/email-delivery/delivery-events.ts';
import {
  type Preview,
  type PreviewChoice,
  previewEmail,
  sendTestEmail,
} from '../domain/email-delivery/preview.ts';
import { readRecord } from '../domain/lookup/read-record.ts';
import { CampaignChange } from '../seed/schema.ts';
import { type ContentCall, listContentCalls } from '../store/content-calls.ts';
import { type DeliveryFilter, type DeliveryRow, listDeliveries } from '../store/deliveries.ts';
import { listMails, type OutboxFilter, type OutboxMail } from '../store/outbox.ts';
import type { Store, Transaction } from '../store/store.ts';
import { parseTime } from '../values/time.ts';
import type { Context } from '../world/context.ts';
import type { Worlds } from '../world/worlds.ts';

/** Whose mail is meant: the first account's unless another is named. */
interface Choice {
  readonly accountId?: string | undefined;
}

/** What becomes of emails once they are sent, and a look at what they will be. */
export interface EmailControl {
  /** The emails that were sent to people, and what became of them, in their order. */
  deliveries(filter?: DeliveryFilter & Choice): Promise<DeliveryRow[]>;
  /** Opens an email, as loading its image does. */
  open(deliveryId: string, choice?: Choice): Promise<void>;
  /** Clicks a link to `url` in an email. */
  click(
    deliveryId: string,
    url: string,
    choice?: Choice & {
      readonly userAgent?: string | undefined;
      readonly ipAddress?: string | undefined;
    },
  ): Promise<void>;
  /** Lets an email come back: for good, which makes the person undeliverable, unless `isHard` is false. */
  bounce(deliveryId: string, choice?: Choice & { readonly isHard?: boolean | undefined }): Promise<void>;
  /** Calls an email spam, which makes the person undeliverable. */
  complain(deliveryId: string, choice?: Choice): Promise<void>;
  /** Follows the unsubscribe link: ends the email's campaign, or all mailings. Default: as the link does. */
  unsubscribe(
    deliveryId: string,
    choice?: Choice & { readonly scope?: UnsubscribeScope | undefined },
  ): Promise<void>;
  /** Lets an undeliverable person be deliverable again. */
  makeDeliverable(subscriberId: string, choice?: Choice): Promise<void>;
  /** Renders an email as someone would get it, with `preview=true` to content endpoints, and sends nothing. */
  preview(email: PreviewChoice, choice?: Choice): Promise<Preview>;
  /** Sends such a preview to an address. */
  sendTest(email: PreviewChoice & { readonly to: string }, choice?: Choice): Promise<OutboxMail>;
}

/** The moves of broadcasts that the interface has no endpoint for. */
export interface BroadcastControl {
  /** Schedules a draft, or schedules a broadcast anew. */
  schedule(broadcastId: string, when: { readonly send_at: string }, choice?: Choice): Promise<void>;
  /** Cancels a broadcast that is not on its way yet. */
  cancel(broadcastId: string, choice?: Choice): Promise<void>;
}

/** The changes of campaigns that the interface has no endpoint for. */
export interface CampaignControl {
  /**
   * Gives a campaign other emails (all of them, in their order) or other sending times. Whoever is on it goes on by
   * them with the email that comes next; who has completed it gets nothing more.
   */
  change(campaignId: string, change: CampaignChange, choice?: Choice): Promise<void>;
}

/** What a server does with emails. */
export interface EmailControls {
  /** The emails that are kept, whole, in the order in which they were sent: the newest 10,000 of an account. */
  outbox(filter?: OutboxFilter & Choice): Promise<OutboxMail[]>;
  /** The requests for content of emails, in their order: the newest 10,000 of an account. */
  contentCalls(choice?: Choice): Promise<ContentCall[]>;
  readonly mail: EmailControl;
  readonly broadcasts: BroadcastControl;
  readonly campaigns: CampaignControl;
}

/** What the face needs of a server. */
interface MailParts {
  readonly store: Store;
  readonly worlds: Worlds;
}

/** The mail of a server; `firstId` is the account that is meant when none is named. */
export function emailControl(parts: MailParts, firstId: string): EmailControls {
  const { store, worlds } = parts;
  const change = <T>({ accountId = firstId }: Choice, work: (context: Context) => Promise<T>) =>
    store.write((tx: Transaction) => work({ world: worlds.of(accountId), tx, accountId, source: 'admin' }));
  return {
    outbox: ({ accountId = firstId, ...filter } = {}) => store.read((tx) => listMails(tx, accountId, filter)),
    contentCalls: ({ accountId = firstId } = {}) => store.read((tx) => listContentCalls(tx, accountId)),
    campaigns: {
      async change(id, given, choice = {}) {
        const changes = readRecord(CampaignChange, given);
        await change(choice, (context) => changeCampaign(context, id, changes));
      },
    },
    broadcasts: {
      async schedule(id, { send_at }, choice = {}) {
        await change(choice, (context) => scheduleBroadcast(context, id, parseTime(send_at)));
      },
      async cancel(id, choice = {}) {
        await change(choice, (context) => cancelBroadcast(context, id));
      },
    },
    mail: {
      ...events(change),
      deliveries: ({ accountId = firstId, ...filter } = {}) =>
        store.read((tx) => listDeliveries(tx, accountId, filter)),
      preview: (email, { accountId = firstId } = {}) => previewEmail(worlds.of(accountId), accountId, email),
      sendTest: (email, { accountId = firstId } = {}) =>
        sendTestEmail(worlds.of(accountId), accountId, email),
    },
  };
}

type Change = <T>(choice: Choice, work: (context: Context) => Promise<T>) => Promise<T>;

function events(change: Change): Omit<EmailControl, 'deliveries' | 'preview' | 'sendTest'> {
  return {
    open: (id, choice = {}) => change(choice, (context) => recordOpening(context, id)),
    click: (id, url, { userAgent = null, ipAddress = null, ...choice } = {}) =>
      change(choice, (context) => recordClick(context, id, { url, userAgent, ipAddress })),
    bounce: (id, { isHard, ...choice } = {}) =>
      change(choice, (context) => recordBounce(context, id, isHard)),
    complain: (id, choice = {}) => change(choice, (context) => recordComplaint(context, id)),
    unsubscribe: (id, { scope = 'campaign', ...choice } = {}) =>
      change(choice, (context) => unsubscribeByEmail(context, id, scope)),
    async makeDeliverable(id, choice = {}) {
      await change(choice, (context) => makeDeliverable(context, id));
    },
  };
}
