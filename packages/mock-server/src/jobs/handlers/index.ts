import type { Handlers } from '../handler.ts';
import { emailContent } from './email-content.ts';
import { emailForwarding } from './email-forwarding.ts';
import { broadcastEmails, broadcastStart, campaignEmails, campaignPlanning } from './mailings.ts';
import { processRecords } from './records.ts';
import { webhook, webhookFanOut } from './webhook.ts';
import { continueWorkflow } from './workflow-steps.ts';

/** All job handlers. */
export const handlers: Handlers = {
  records: processRecords,
  campaign_emails: campaignEmails,
  campaign_planning: campaignPlanning,
  broadcast_start: broadcastStart,
  broadcast_emails: broadcastEmails,
  email_content: emailContent,
  email_forwarding: emailForwarding,
  webhook,
  webhook_fan_out: webhookFanOut,
  workflow_steps: continueWorkflow,
};
