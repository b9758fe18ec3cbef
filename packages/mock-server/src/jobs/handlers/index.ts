import { sendDueBroadcast, startBroadcast } from '../../domain/broadcasts/sending.ts';
import { planBatch } from '../../domain/campaign-subscriptions/scheduling.ts';
import { sendDueEmails } from '../../domain/campaigns/send-due-emails.ts';
import { type Context, openContext } from '../../domain/context/context.ts';
import { doSteps } from '../../domain/workflows/steps.ts';
import type { Handlers, JobContext } from '../handler.ts';
import { emailContent } from './email-content.ts';
import { emailForwarding } from './email-forwarding.ts';
import { processRecords } from './records.ts';
import { webhook, webhookFanOut } from './webhook.ts';

const inMailing = (context: JobContext): Context => openContext(context, 'mailing');

export const handlers: Handlers = {
  records: processRecords,
  campaign_emails: (context, { campaignId }) => sendDueEmails(inMailing(context), campaignId),
  campaign_planning: (context, payload) => planBatch(inMailing(context), payload),
  broadcast_start: (context, payload) => startBroadcast(inMailing(context), payload),
  broadcast_emails: (context, { broadcastId }) => sendDueBroadcast(inMailing(context), broadcastId),
  email_content: emailContent,
  email_forwarding: emailForwarding,
  webhook,
  webhook_fan_out: webhookFanOut,
  workflow_steps: (context, payload) => doSteps(openContext(context, 'workflow'), payload),
};
