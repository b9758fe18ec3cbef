import type { Route } from '../../app/router.tsx';
import { BroadcastPage } from './broadcast-page.tsx';
import { BroadcastsPage } from './broadcasts-page.tsx';

export const broadcastsRoutes: readonly Route[] = [
  { path: '/broadcasts', title: 'Broadcasts', page: BroadcastsPage },
  { path: '/broadcasts/{broadcast_id}', title: 'Broadcast', page: BroadcastPage },
];
