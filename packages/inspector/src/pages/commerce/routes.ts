import type { Route } from '../../app/router.tsx';
import { CommercePage } from './commerce-page.tsx';

export const commerceRoutes: readonly Route[] = [
  { path: '/commerce[/{order_id}]', title: 'Commerce', page: CommercePage },
];
