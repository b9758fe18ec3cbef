import type { Route } from '../../app/router.tsx';
import { RequestsPage } from './requests-page.tsx';

export const requestsRoutes: readonly Route[] = [
  { path: '/requests[/{request_id}]', title: 'Requests', page: RequestsPage },
];
