import { Page } from '../../design/page/page.tsx';
import { EmptyState } from '../../design/states/states.tsx';

export const SubscribersPage = () => (
  <Page title="Subscribers">
    <EmptyState title="This page is not there yet" />
  </Page>
);
