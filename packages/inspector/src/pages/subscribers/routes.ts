import type { Route } from '../../app/router.tsx';
import { SubscriberPage } from './subscriber-page.tsx';
import { SubscribersPage } from './subscribers-page.tsx';

export const subscribersRoutes: readonly Route[] = [
  { path: '/subscribers', title: 'Subscribers', page: SubscribersPage },
  { path: '/subscribers/{subscriber_id}', title: 'Subscriber', page: SubscriberPage },
];
