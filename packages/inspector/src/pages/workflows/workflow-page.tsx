import { Page } from '../../design/page/page.tsx';
import { EmptyState } from '../../design/states/states.tsx';

export const WorkflowPage = () => (
  <Page title="Workflow">
    <EmptyState title="This page is not there yet" />
  </Page>
);
