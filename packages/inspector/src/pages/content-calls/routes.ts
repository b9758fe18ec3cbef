import type { Route } from '../../app/router.tsx';
import { ContentCallsPage } from './content-calls-page.tsx';

export const contentCallsRoutes: readonly Route[] = [
  { path: '/content-calls[/{call_id}]', title: 'Content calls', page: ContentCallsPage },
];
