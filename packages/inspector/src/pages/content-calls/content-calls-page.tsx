import { Page } from '../../design/page/page.tsx';
import { EmptyState } from '../../design/states/states.tsx';

export const ContentCallsPage = () => (
  <Page title="Content calls">
    <EmptyState title="This page is not there yet" />
  </Page>
);
