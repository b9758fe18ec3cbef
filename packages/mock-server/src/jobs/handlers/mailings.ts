import { sendDueBroadcast, startBroadcast } from '../../domain/broadcasts/sending.ts';
import { planBatch } from '../../domain/campaign-subscriptions/scheduling.ts';
import { sendDueEmails } from '../../domain/campaigns/send-due-emails.ts';
import { type Context, openContext } from '../../domain/context/context.ts';
import { rootOf } from '../../store/engine/cause.ts';
import type { InsideHandler, JobContext } from '../handler.ts';

/** Adds the source and cause of events that a campaign causes, for subscribers of whom nothing else is known. */
const inCampaign = (context: JobContext, id: string): Context =>
  openContext({ ...context, cause: { type: 'campaign', id } }, 'mailing');

/** Adds the source and cause of events that a broadcast causes. */
const inBroadcast = (context: JobContext, id: string): Context =>
  openContext({ ...context, cause: { type: 'broadcast', id, root: rootOf(context.cause) } }, 'mailing');

export const campaignEmails: InsideHandler<'campaign_emails'> = (context, { campaignId }) =>
  sendDueEmails(inCampaign(context, campaignId), campaignId);

export const campaignPlanning: InsideHandler<'campaign_planning'> = (context, payload) =>
  planBatch(inCampaign(context, payload.campaignId), payload);

export const broadcastStart: InsideHandler<'broadcast_start'> = (context, payload) =>
  startBroadcast(inBroadcast(context, payload.broadcastId), payload);

export const broadcastEmails: InsideHandler<'broadcast_emails'> = (context, { broadcastId }) =>
  sendDueBroadcast(inBroadcast(context, broadcastId), broadcastId);
