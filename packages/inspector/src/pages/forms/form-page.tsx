import { Page } from '../../design/page/page.tsx';
import { EmptyState } from '../../design/states/states.tsx';

export const FormPage = () => (
  <Page title="Form">
    <EmptyState title="This page is not there yet" />
  </Page>
);
