import { Page } from '../../design/page/page.tsx';
import { EmptyState } from '../../design/states/states.tsx';

export const JobsAndBatchesPage = () => (
  <Page title="Jobs and batches">
    <EmptyState title="This page is not there yet" />
  </Page>
);
