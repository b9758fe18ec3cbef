import { sendDueBroadcast, startBroadcast } from '../domain/broadcasts/sending.ts';
import { planBatch } from '../domain/campaign-subscriptions/scheduling.ts';
import { sendDueEmails } from '../domain/campaigns/send-due-emails.ts';
import type { InsideHandler, JobContext } from '../jobs/handler.ts';
import { type Context, openContext } from '../world/context.ts';

/** Adds the source of events that a campaign or broadcast causes. */
const inMailing = (context: JobContext): Context => openContext(context, 'mailing');

export const campaignEmails: InsideHandler<'campaign_emails'> = (context, { campaignId }) =>
  sendDueEmails(inMailing(context), campaignId);

export const campaignPlanning: InsideHandler<'campaign_planning'> = (context, payload) =>
  planBatch(inMailing(context), payload);

export const broadcastStart: InsideHandler<'broadcast_start'> = (context, payload) =>
  startBroadcast(inMailing(context), payload);

export const broadcastEmails: InsideHandler<'broadcast_emails'> = (context, { broadcastId }) =>
  sendDueBroadcast(inMailing(context), broadcastId);
