import type { Route } from '../../app/router.tsx';
import { OverviewPage } from './overview-page.tsx';

export const overviewRoutes: readonly Route[] = [{ path: '/', title: 'Overview', page: OverviewPage }];
