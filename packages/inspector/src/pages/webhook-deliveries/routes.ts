import type { Route } from '../../app/router.tsx';
import { WebhookDeliveryPage } from './webhook-delivery-page.tsx';

export const webhookDeliveriesRoutes: readonly Route[] = [
  { path: '/webhook-deliveries/{delivery_id}', title: 'Webhook delivery', page: WebhookDeliveryPage },
];
