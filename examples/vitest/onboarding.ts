import type { Client } from '@trickle/sdk';

/** Subscribes a new customer to the welcome campaign. */
export async function welcome(client: Client, campaignId: string, email: string): Promise<void> {
  await client.subscribers.upsert({ email, tags: ['customer'] });
  await client.campaigns.subscribe(campaignId, { email, double_optin: false });
}
