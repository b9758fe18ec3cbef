import { sendDueBroadcast, startBroadcast } from '../../domain/broadcasts/sending.ts';
import { planBatch } from '../../domain/campaign-subscriptions/scheduling.ts';
import { sendDueEmails } from '../../domain/campaigns/send-due-emails.ts';
import { type Context, openContext } from '../../domain/context/context.ts';
import { rootOf } from '../../store/engine/cause.ts';
import type { DatabaseHandler, JobContext } from '../handler.ts';

/** Adds the source and cause of events that a campaign causes, for subscribers of whom nothing else is known. */
const inCampaign = (context: JobContext, id: string): Context =>
  openContext({ ...context, cause: { type: 'campaign', id } }, 'mailing');

/** Adds the source and cause of events that a broadcast causes. */
const inBroadcast = (context: JobContext, id: string): Context =>
  openContext({ ...context, cause: { type: 'broadcast', id, root: rootOf(context.cause) } }, 'mailing');

export const campaignEmails: DatabaseHandler<'campaign_emails'> = (context, { campaignId }) =>
  sendDueEmails(inCampaign(context, campaignId), campaignId);

export const campaignPlanning: DatabaseHandler<'campaign_planning'> = (context, payload) =>
  planBatch(inCampaign(context, payload.campaignId), payload);

export const broadcastStart: DatabaseHandler<'broadcast_start'> = (context, payload) =>
  startBroadcast(inBroadcast(context, payload.broadcastId), payload);

export const broadcastEmails: DatabaseHandler<'broadcast_emails'> = (context, { broadcastId }) =>
  sendDueBroadcast(inBroadcast(context, broadcastId), broadcastId);
