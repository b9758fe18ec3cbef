import type { Route } from '../../app/router.tsx';
import { OutboxPage } from './outbox-page.tsx';

export const outboxRoutes: readonly Route[] = [
  { path: '/outbox[/{email_id}]', title: 'Outbox', page: OutboxPage },
];
