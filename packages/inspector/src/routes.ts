import type { Route } from './app/router.tsx';

/** All pages. Each is loaded when it is first opened. */
export const ROUTES: readonly Route[] = [
  {
    path: '/',
    title: 'Overview',
    page: async () => (await import('./pages/overview/overview-page.tsx')).OverviewPage,
  },
  {
    path: '/requests[/{id}]',
    title: 'Requests',
    page: async () => (await import('./pages/requests/requests-page.tsx')).RequestsPage,
  },
  {
    path: '/subscribers',
    title: 'Subscribers',
    page: async () => (await import('./pages/subscribers/subscribers-page.tsx')).SubscribersPage,
  },
  {
    path: '/subscribers/{id}',
    title: 'Subscriber',
    page: async () => (await import('./pages/subscribers/subscriber-page.tsx')).SubscriberPage,
  },
  {
    path: '/forms',
    title: 'Forms',
    page: async () => (await import('./pages/forms/forms-page.tsx')).FormsPage,
  },
  {
    path: '/forms/{id}',
    title: 'Form',
    page: async () => (await import('./pages/forms/form-page.tsx')).FormPage,
  },
  {
    path: '/commerce[/{id}]',
    title: 'Commerce',
    page: async () => (await import('./pages/commerce/commerce-page.tsx')).CommercePage,
  },
  {
    path: '/conversions',
    title: 'Conversions',
    page: async () => (await import('./pages/conversions/conversions-page.tsx')).ConversionsPage,
  },
  {
    path: '/campaigns',
    title: 'Campaigns',
    page: async () => (await import('./pages/campaigns/campaigns-page.tsx')).CampaignsPage,
  },
  {
    path: '/campaigns/{id}',
    title: 'Campaign',
    page: async () => (await import('./pages/campaigns/campaign-page.tsx')).CampaignPage,
  },
  {
    path: '/broadcasts',
    title: 'Broadcasts',
    page: async () => (await import('./pages/broadcasts/broadcasts-page.tsx')).BroadcastsPage,
  },
  {
    path: '/broadcasts/{id}',
    title: 'Broadcast',
    page: async () => (await import('./pages/broadcasts/broadcast-page.tsx')).BroadcastPage,
  },
  {
    path: '/workflows',
    title: 'Workflows',
    page: async () => (await import('./pages/workflows/workflows-page.tsx')).WorkflowsPage,
  },
  {
    path: '/workflows/{id}',
    title: 'Workflow',
    page: async () => (await import('./pages/workflows/workflow-page.tsx')).WorkflowPage,
  },
  {
    path: '/outbox[/{id}]',
    title: 'Outbox',
    page: async () => (await import('./pages/outbox/outbox-page.tsx')).OutboxPage,
  },
  {
    path: '/webhooks',
    title: 'Webhooks',
    page: async () => (await import('./pages/webhooks/webhooks-page.tsx')).WebhooksPage,
  },
  {
    path: '/webhooks/{id}',
    title: 'Webhook',
    page: async () => (await import('./pages/webhooks/webhook-page.tsx')).WebhookPage,
  },
  {
    path: '/webhook-deliveries/{id}',
    title: 'Webhook delivery',
    page: async () => (await import('./pages/webhooks/delivery-page.tsx')).DeliveryPage,
  },
  {
    path: '/content-calls[/{id}]',
    title: 'Content calls',
    page: async () => (await import('./pages/content-calls/content-calls-page.tsx')).ContentCallsPage,
  },
  {
    path: '/jobs',
    title: 'Jobs and batches',
    page: async () => (await import('./pages/jobs/jobs-page.tsx')).JobsPage,
  },
  {
    path: '/batches/{id}',
    title: 'Batch',
    page: async () => (await import('./pages/batches/batch-page.tsx')).BatchPage,
  },
  {
    path: '/faults',
    title: 'Faults',
    page: async () => (await import('./pages/faults/faults-page.tsx')).FaultsPage,
  },
  {
    path: '/clock',
    title: 'Clock',
    page: async () => (await import('./pages/clock/clock-page.tsx')).ClockPage,
  },
  {
    path: '/checkpoints',
    title: 'Checkpoints',
    page: async () => (await import('./pages/checkpoints/checkpoints-page.tsx')).CheckpointsPage,
  },
  {
    path: '/settings',
    title: 'Settings',
    page: async () => (await import('./pages/settings/settings-page.tsx')).SettingsPage,
  },
];
