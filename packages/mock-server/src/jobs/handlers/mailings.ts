import { sendDueBroadcast, startBroadcast } from '../../domain/broadcasts/sending.ts';
import { planBatch } from '../../domain/campaign-subscriptions/scheduling.ts';
import { sendDueEmails } from '../../domain/campaigns/send-due-emails.ts';
import { type Context, openContext } from '../../domain/context/context.ts';
import type { InsideHandler, JobContext } from '../handler.ts';

/** Adds the source and cause of events that a campaign or broadcast causes. */
const inMailing = (context: JobContext, type: 'campaign' | 'broadcast', id: string): Context =>
  openContext({ ...context, cause: { type, id } }, 'mailing');

export const campaignEmails: InsideHandler<'campaign_emails'> = (context, { campaignId }) =>
  sendDueEmails(inMailing(context, 'campaign', campaignId), campaignId);

export const campaignPlanning: InsideHandler<'campaign_planning'> = (context, payload) =>
  planBatch(inMailing(context, 'campaign', payload.campaignId), payload);

export const broadcastStart: InsideHandler<'broadcast_start'> = (context, payload) =>
  startBroadcast(inMailing(context, 'broadcast', payload.broadcastId), payload);

export const broadcastEmails: InsideHandler<'broadcast_emails'> = (context, { broadcastId }) =>
  sendDueBroadcast(inMailing(context, 'broadcast', broadcastId), broadcastId);
