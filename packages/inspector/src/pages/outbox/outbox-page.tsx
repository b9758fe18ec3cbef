import { Page } from '../../design/page/page.tsx';
import { EmptyState } from '../../design/states/states.tsx';

export const OutboxPage = () => (
  <Page title="Outbox">
    <EmptyState title="This page is not there yet" />
  </Page>
);
