import type { Route } from '../../app/router.tsx';
import { ConversionsPage } from './conversions-page.tsx';

export const conversionsRoutes: readonly Route[] = [
  { path: '/conversions', title: 'Conversions', page: ConversionsPage },
];
