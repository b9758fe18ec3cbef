import { sendDueBroadcast, startBroadcast } from '../domain/broadcast-sending.ts';
import type { Context } from '../domain/context.ts';
import { planPortion } from '../domain/mail-planning.ts';
import { sendDueEmails } from '../domain/mail-series.ts';
import type { InsideHandler, JobContext } from './handlers.ts';

/** Emails go out by the campaign or broadcast that somebody set up. */
const inMailing = (context: JobContext): Context => ({ ...context, source: 'mailing' });

export const campaignEmails: InsideHandler<'campaign_emails'> = (context, { campaignId }) =>
  sendDueEmails(inMailing(context), campaignId);

export const campaignPlanning: InsideHandler<'campaign_planning'> = (context, payload) =>
  planPortion(inMailing(context), payload);

export const broadcastStart: InsideHandler<'broadcast_start'> = (context, payload) =>
  startBroadcast(inMailing(context), payload);

export const broadcastEmails: InsideHandler<'broadcast_emails'> = (context, { broadcastId }) =>
  sendDueBroadcast(inMailing(context), broadcastId);
