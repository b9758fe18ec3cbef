import type { Route } from '../../app/router.tsx';
import { FaultsPage } from './faults-page.tsx';

export const faultsRoutes: readonly Route[] = [{ path: '/faults', title: 'Faults', page: FaultsPage }];
