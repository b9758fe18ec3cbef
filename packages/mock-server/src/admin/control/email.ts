import { cancelBroadcast, scheduleBroadcast } from '../../domain/broadcasts/status.ts';
import { changeCampaign } from '../../domain/campaigns/change.ts';
import { ADMIN_CAUSE, type Context, openContext } from '../../domain/context/context.ts';
import type { Worlds } from '../../domain/context/worlds.ts';
import {
  makeDeliverable,
  recordBounce,
  recordClick,
  recordComplaint,
  recordOpening,
  type UnsubscribeScope,
  unsubscribeByEmail,
} from '../../domain/email-delivery/delivery-events.ts';
import { readRecord } from '../../domain/records/read-record.ts';
import { CampaignChange } from '../../seed/schema.ts';
import { parseTime } from '../../shared/values/time.ts';
import type { Store, Transaction } from '../../store/engine/store.ts';
import { type ContentCall, listContentCalls } from '../../store/tables/content-calls.ts';
import { type DeliveryFilter, type DeliveryRow, listDeliveries } from '../../store/tables/deliveries.ts';
import { listMails, type OutboxFilter, type OutboxMail } from '../../store/tables/outbox.ts';
import {
  type Preview,
  type PreviewChoice,
  previewEmail,
  sendTestEmail,
} from '../operations/email-preview.ts';

/** The account. Default: the first one. */
interface Choice {
  readonly accountId?: string | undefined;
}

/** Simulates recipients' actions and previews emails. */
export interface EmailControl {
  /** Lists emails sent to subscribers with their events, oldest first. */
  deliveries(filter?: DeliveryFilter & Choice): Promise<DeliveryRow[]>;
  /** Records an open, as loading the tracking image does. */
  open(deliveryId: string, choice?: Choice): Promise<void>;
  /** Records a click on a link to `url`. */
  click(
    deliveryId: string,
    url: string,
    choice?: Choice & {
      readonly userAgent?: string | undefined;
      readonly ipAddress?: string | undefined;
    },
  ): Promise<void>;
  /** Bounces an email. A hard bounce, the default, makes the subscriber undeliverable. */
  bounce(deliveryId: string, choice?: Choice & { readonly isHard?: boolean | undefined }): Promise<void>;
  /** Reports an email as spam, which makes the subscriber undeliverable. */
  complain(deliveryId: string, choice?: Choice): Promise<void>;
  /** Follows the unsubscribe link. `scope`: `campaign` or `all`. Default: as in the link. */
  unsubscribe(
    deliveryId: string,
    choice?: Choice & { readonly scope?: UnsubscribeScope | undefined },
  ): Promise<void>;
  /** Marks an undeliverable subscriber as deliverable. */
  makeDeliverable(subscriberId: string, choice?: Choice): Promise<void>;
  /** Renders an email for a subscriber without sending it. Content endpoints receive `preview=true`. */
  preview(email: PreviewChoice, choice?: Choice): Promise<Preview>;
  /** Sends a preview to an address. */
  sendTest(email: PreviewChoice & { readonly to: string }, choice?: Choice): Promise<OutboxMail>;
}

/** Broadcast operations that the REST API lacks. */
export interface BroadcastControl {
  /** Schedules a draft or reschedules a broadcast. */
  schedule(broadcastId: string, when: { readonly send_at: string }, choice?: Choice): Promise<void>;
  /** Cancels a broadcast before it is sent. */
  cancel(broadcastId: string, choice?: Choice): Promise<void>;
}

/** Campaign operations that the REST API lacks. */
export interface CampaignControl {
  /**
   * Changes a campaign's emails (the whole list), sending times, name or sender. Active subscribers continue with the next email
   * of the new list; subscribers who completed the campaign get nothing more.
   */
  change(campaignId: string, change: CampaignChange, choice?: Choice): Promise<void>;
}

/** Reads and controls emails, broadcasts and campaigns. */
export interface EmailControls {
  /** Lists sent emails in full, oldest first. The server retains the newest 10,000 of an account. */
  outbox(filter?: OutboxFilter & Choice): Promise<OutboxMail[]>;
  /** Lists dynamic content requests, oldest first. The server retains the newest 10,000 of an account. */
  contentCalls(choice?: Choice): Promise<ContentCall[]>;
  readonly mail: EmailControl;
  readonly broadcasts: BroadcastControl;
  readonly campaigns: CampaignControl;
}

/** The parts of a runtime that `emailControl` uses. */
interface MailParts {
  readonly store: Store;
  readonly worlds: Worlds;
}

/** Creates the email functions. `firstId` is the default account. */
export function emailControl(parts: MailParts, firstId: string): EmailControls {
  const { store, worlds } = parts;
  const change = <T>({ accountId = firstId }: Choice, work: (context: Context) => Promise<T>) =>
    store.write(
      (tx: Transaction) =>
        work(openContext({ world: worlds.of(accountId), tx, accountId, cause: ADMIN_CAUSE }, 'admin')),
      accountId,
    );
  const act: Act = (id, { accountId = firstId }, work) =>
    store.write((tx) => {
      const cause = { type: 'email', id } as const;
      return work(openContext({ world: worlds.of(accountId), tx, accountId, cause }, 'admin'));
    }, accountId);
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
      ...events(act),
      async makeDeliverable(id, choice = {}) {
        await change(choice, (context) => makeDeliverable(context, id));
      },
      deliveries: ({ accountId = firstId, ...filter } = {}) =>
        store.read((tx) => listDeliveries(tx, accountId, filter)),
      preview: (email, { accountId = firstId } = {}) => previewEmail(worlds.of(accountId), accountId, email),
      sendTest: (email, { accountId = firstId } = {}) =>
        sendTestEmail(worlds.of(accountId), accountId, email),
    },
  };
}

/** Acts as the recipient of a delivery, which is the cause of what follows. */
type Act = <T>(deliveryId: string, choice: Choice, work: (context: Context) => Promise<T>) => Promise<T>;

function events(act: Act): Pick<EmailControl, 'open' | 'click' | 'bounce' | 'complain' | 'unsubscribe'> {
  return {
    open: (id, choice = {}) => act(id, choice, (context) => recordOpening(context, id)),
    click: (id, url, { userAgent = null, ipAddress = null, ...choice } = {}) =>
      act(id, choice, (context) => recordClick(context, id, { url, userAgent, ipAddress })),
    bounce: (id, { isHard, ...choice } = {}) =>
      act(id, choice, (context) => recordBounce(context, id, isHard)),
    complain: (id, choice = {}) => act(id, choice, (context) => recordComplaint(context, id)),
    unsubscribe: (id, { scope = 'campaign', ...choice } = {}) =>
      act(id, choice, (context) => unsubscribeByEmail(context, id, scope)),
  };
}
