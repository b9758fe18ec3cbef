import { Page } from '../../design/page/page.tsx';
import { EmptyState } from '../../design/states/states.tsx';

export const ConversionsPage = () => (
  <Page title="Conversions">
    <EmptyState title="This page is not there yet" />
  </Page>
);
