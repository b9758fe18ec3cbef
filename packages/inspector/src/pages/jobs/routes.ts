import type { Route } from '../../app/router.tsx';
import { JobsPage } from './jobs-page.tsx';

export const jobsRoutes: readonly Route[] = [{ path: '/jobs', title: 'Jobs and batches', page: JobsPage }];
