import type { Route } from '../../app/router.tsx';
import { DeliveryPage } from './delivery-page.tsx';
import { WebhookPage } from './webhook-page.tsx';
import { WebhooksPage } from './webhooks-page.tsx';

export const webhooksRoutes: readonly Route[] = [
  { path: '/webhooks', title: 'Webhooks', page: WebhooksPage },
  { path: '/webhooks/{webhook_id}', title: 'Webhook', page: WebhookPage },
  { path: '/webhook-deliveries/{delivery_id}', title: 'Webhook delivery', page: DeliveryPage },
];
