import { TOKENS } from './boat-shop.ts';

const by = (trigger_type: string, properties: Record<string, string>) => ({
  provider: 'trickle',
  trigger_type,
  properties,
});
const signedUp = by('performed_custom_event', { action: 'Signed up' });
const rewarded = by('applied_tag', { tag: 'reward' });

/** An account whose campaign, workflows, form, goal and webhook react to requests. */
export const account = {
  id: '9999999',
  users: [{ email: 'owner@acme.test', token: TOKENS.owner }],
  default_from_email: 'crew@acme.test',
  default_postal_address: '1 Harbor Way, Duluth MN',
  campaigns: [
    {
      ...{ id: 'c1', name: 'Welcome', status: 'active' as const, start_immediately: true },
      emails: [
        { id: 'e1', subject: 'Ahoy', html_body: '<a href="https://acme.test/oars">oars</a>' },
        { id: 'e2', subject: 'Again', text_body: 'Again', delay: { days: 2 } },
      ],
    },
  ],
  broadcasts: [{ id: 'b1', name: 'Sale', subject: 'Sale', text_body: 'Sale' }],
  workflows: [
    {
      ...{ id: 'w1', name: 'Onboarding', status: 'active' as const, triggers: [signedUp] },
      steps: [
        { type: 'send_email' as const, id: 's1', subject: 'Hello', text_body: 'Hello' },
        { type: 'delay' as const, days: 3 },
        { type: 'apply_tag' as const, tag: 'done' },
      ],
    },
    {
      ...{ id: 'w2', name: 'Reward', status: 'active' as const, triggers: [rewarded] },
      steps: [
        { type: 'record_event' as const, action: 'Rewarded' },
        { type: 'record_event' as const, action: 'Signed up' },
      ],
    },
  ],
  forms: [{ id: 'f1', headline: 'Join', campaign_id: 'c1' }],
  goals: [
    { id: 'g1', name: 'Signed up' },
    { id: 'g2', name: 'Thanks', url: 'https://acme.test/thanks' },
  ],
  webhooks: [{ id: 'h1', post_url: 'https://hooks.acme.test/', events: ['subscriber.applied_tag' as const] }],
};
