import { Page } from '../../design/page/page.tsx';
import { EmptyState } from '../../design/states/states.tsx';

export const BroadcastPage = () => (
  <Page title="Broadcast">
    <EmptyState title="This page is not there yet" />
  </Page>
);
