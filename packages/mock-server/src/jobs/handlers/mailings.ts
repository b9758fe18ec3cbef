import { sendDueBroadcast, startBroadcast } from '../../domain/broadcasts/sending.ts';
import { planBatch } from '../../domain/campaign-subscriptions/scheduling.ts';
import { sendDueEmails } from '../../domain/campaigns/send-due-emails.ts';
import { type Context, openContext } from '../../domain/context/context.ts';
import type { DatabaseHandler, JobContext } from '../handler.ts';

const inMailing = (context: JobContext): Context => openContext(context, 'mailing');

export const campaignEmails: DatabaseHandler<'campaign_emails'> = (context, { campaignId }) =>
  sendDueEmails(inMailing(context), campaignId);

export const campaignPlanning: DatabaseHandler<'campaign_planning'> = (context, payload) =>
  planBatch(inMailing(context), payload);

export const broadcastStart: DatabaseHandler<'broadcast_start'> = (context, payload) =>
  startBroadcast(inMailing(context), payload);

export const broadcastEmails: DatabaseHandler<'broadcast_emails'> = (context, { broadcastId }) =>
  sendDueBroadcast(inMailing(context), broadcastId);
