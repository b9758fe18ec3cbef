import { Page } from '../../design/page/page.tsx';
import { EmptyState } from '../../design/states/states.tsx';

export const CommercePage = () => (
  <Page title="Commerce">
    <EmptyState title="This page is not there yet" />
  </Page>
);
