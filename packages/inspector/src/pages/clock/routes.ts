import type { Route } from '../../app/router.tsx';
import { ClockPage } from './clock-page.tsx';

export const clockRoutes: readonly Route[] = [{ path: '/clock', title: 'Clock', page: ClockPage }];
