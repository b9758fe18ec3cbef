import type { Routes } from './app/router.tsx';

/** The module of each page. It is loaded when the page is first opened. */
export const ROUTES: Routes = {
  overview: () => import('./pages/overview/overview-page.tsx'),
  request: () => import('./pages/requests/requests-page.tsx'),
  trace: () => import('./pages/trace/trace-page.tsx'),
  event: () => import('./pages/events/events-page.tsx'),
  subscriber: () => import('./pages/subscribers/subscribers-page.tsx'),
  form: () => import('./pages/forms/forms-page.tsx'),
  order: () => import('./pages/commerce/commerce-page.tsx'),
  goal: () => import('./pages/conversions/conversions-page.tsx'),
  campaign: () => import('./pages/campaigns/campaigns-page.tsx'),
  broadcast: () => import('./pages/broadcasts/broadcasts-page.tsx'),
  workflow: () => import('./pages/workflows/workflows-page.tsx'),
  email: () => import('./pages/outbox/outbox-page.tsx'),
  webhook: () => import('./pages/webhooks/webhooks-page.tsx'),
  webhook_delivery: () => import('./pages/webhooks/delivery-page.tsx'),
  content_call: () => import('./pages/content-calls/content-calls-page.tsx'),
  job: () => import('./pages/jobs/jobs-page.tsx'),
  batch: () => import('./pages/batches/batch-page.tsx'),
  fault: () => import('./pages/faults/faults-page.tsx'),
  clock: () => import('./pages/clock/clock-page.tsx'),
  checkpoint: () => import('./pages/checkpoints/checkpoints-page.tsx'),
  settings: () => import('./pages/settings/settings-page.tsx'),
};
