import type { Route } from './app/router.tsx';
import { BatchPage } from './pages/batches/batch-page.tsx';
import { BroadcastPage } from './pages/broadcasts/broadcast-page.tsx';
import { BroadcastsPage } from './pages/broadcasts/broadcasts-page.tsx';
import { CampaignPage } from './pages/campaigns/campaign-page.tsx';
import { CampaignsPage } from './pages/campaigns/campaigns-page.tsx';
import { CheckpointsPage } from './pages/checkpoints/checkpoints-page.tsx';
import { ClockPage } from './pages/clock/clock-page.tsx';
import { CommercePage } from './pages/commerce/commerce-page.tsx';
import { ContentCallsPage } from './pages/content-calls/content-calls-page.tsx';
import { ConversionsPage } from './pages/conversions/conversions-page.tsx';
import { FaultsPage } from './pages/faults/faults-page.tsx';
import { FormPage } from './pages/forms/form-page.tsx';
import { FormsPage } from './pages/forms/forms-page.tsx';
import { JobsPage } from './pages/jobs/jobs-page.tsx';
import { OutboxPage } from './pages/outbox/outbox-page.tsx';
import { OverviewPage } from './pages/overview/overview-page.tsx';
import { RequestsPage } from './pages/requests/requests-page.tsx';
import { SettingsPage } from './pages/settings/settings-page.tsx';
import { SubscriberPage } from './pages/subscribers/subscriber-page.tsx';
import { SubscribersPage } from './pages/subscribers/subscribers-page.tsx';
import { DeliveryPage } from './pages/webhooks/delivery-page.tsx';
import { WebhookPage } from './pages/webhooks/webhook-page.tsx';
import { WebhooksPage } from './pages/webhooks/webhooks-page.tsx';
import { WorkflowPage } from './pages/workflows/workflow-page.tsx';
import { WorkflowsPage } from './pages/workflows/workflows-page.tsx';

/** All pages. */
export const ROUTES: readonly Route[] = [
  { path: '/', title: 'Overview', page: OverviewPage },
  { path: '/requests[/{id}]', title: 'Requests', page: RequestsPage },
  { path: '/subscribers', title: 'Subscribers', page: SubscribersPage },
  { path: '/subscribers/{id}', title: 'Subscriber', page: SubscriberPage },
  { path: '/forms', title: 'Forms', page: FormsPage },
  { path: '/forms/{id}', title: 'Form', page: FormPage },
  { path: '/commerce[/{id}]', title: 'Commerce', page: CommercePage },
  { path: '/conversions', title: 'Conversions', page: ConversionsPage },
  { path: '/campaigns', title: 'Campaigns', page: CampaignsPage },
  { path: '/campaigns/{id}', title: 'Campaign', page: CampaignPage },
  { path: '/broadcasts', title: 'Broadcasts', page: BroadcastsPage },
  { path: '/broadcasts/{id}', title: 'Broadcast', page: BroadcastPage },
  { path: '/workflows', title: 'Workflows', page: WorkflowsPage },
  { path: '/workflows/{id}', title: 'Workflow', page: WorkflowPage },
  { path: '/outbox[/{id}]', title: 'Outbox', page: OutboxPage },
  { path: '/webhooks', title: 'Webhooks', page: WebhooksPage },
  { path: '/webhooks/{id}', title: 'Webhook', page: WebhookPage },
  { path: '/webhook-deliveries/{id}', title: 'Webhook delivery', page: DeliveryPage },
  { path: '/content-calls[/{id}]', title: 'Content calls', page: ContentCallsPage },
  { path: '/jobs', title: 'Jobs and batches', page: JobsPage },
  { path: '/batches/{id}', title: 'Batch', page: BatchPage },
  { path: '/faults', title: 'Faults', page: FaultsPage },
  { path: '/clock', title: 'Clock', page: ClockPage },
  { path: '/checkpoints', title: 'Checkpoints', page: CheckpointsPage },
  { path: '/settings', title: 'Settings', page: SettingsPage },
];
