import type { Route } from '../../app/router.tsx';
import { BatchPage } from './batch-page.tsx';

export const batchesRoutes: readonly Route[] = [
  { path: '/batches/{request_id}', title: 'Batch', page: BatchPage },
];
