import { Page } from '../../design/page/page.tsx';
import { EmptyState } from '../../design/states/states.tsx';

export const WebhookDeliveryPage = () => (
  <Page title="Webhook delivery">
    <EmptyState title="This page is not there yet" />
  </Page>
);
