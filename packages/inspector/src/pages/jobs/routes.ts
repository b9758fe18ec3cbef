import type { Route } from '../../app/router.tsx';
import { JobsAndBatchesPage } from './jobs-and-batches-page.tsx';

export const jobsRoutes: readonly Route[] = [
  { path: '/jobs', title: 'Jobs and batches', page: JobsAndBatchesPage },
];
