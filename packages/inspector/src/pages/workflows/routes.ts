import type { Route } from '../../app/router.tsx';
import { WorkflowPage } from './workflow-page.tsx';
import { WorkflowsPage } from './workflows-page.tsx';

export const workflowsRoutes: readonly Route[] = [
  { path: '/workflows', title: 'Workflows', page: WorkflowsPage },
  { path: '/workflows/{workflow_id}', title: 'Workflow', page: WorkflowPage },
];
