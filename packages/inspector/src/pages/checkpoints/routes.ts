import type { Route } from '../../app/router.tsx';
import { CheckpointsPage } from './checkpoints-page.tsx';

export const checkpointsRoutes: readonly Route[] = [
  { path: '/checkpoints', title: 'Checkpoints', page: CheckpointsPage },
];
