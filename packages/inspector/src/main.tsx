import { render } from 'preact';
import { startAccounts } from './api/accounts.ts';
import { startChanges } from './api/changes.ts';
import { startClock } from './api/clock.ts';
import { startKeyboard } from './app/keyboard.ts';
import type { Route } from './app/router.tsx';
import { Shell } from './app/shell.tsx';
import { startTheme } from './app/theme.ts';
import { startLocation } from './location/location.ts';
import { batchesRoutes } from './pages/batches/routes.ts';
import { broadcastsRoutes } from './pages/broadcasts/routes.ts';
import { campaignsRoutes } from './pages/campaigns/routes.ts';
import { checkpointsRoutes } from './pages/checkpoints/routes.ts';
import { clockRoutes } from './pages/clock/routes.ts';
import { commerceRoutes } from './pages/commerce/routes.ts';
import { contentCallsRoutes } from './pages/content-calls/routes.ts';
import { conversionsRoutes } from './pages/conversions/routes.ts';
import { faultsRoutes } from './pages/faults/routes.ts';
import { formsRoutes } from './pages/forms/routes.ts';
import { jobsRoutes } from './pages/jobs/routes.ts';
import { outboxRoutes } from './pages/outbox/routes.ts';
import { overviewRoutes } from './pages/overview/routes.ts';
import { requestsRoutes } from './pages/requests/routes.ts';
import { settingsRoutes } from './pages/settings/routes.ts';
import { subscribersRoutes } from './pages/subscribers/routes.ts';
import { webhooksRoutes } from './pages/webhooks/routes.ts';
import { workflowsRoutes } from './pages/workflows/routes.ts';

const routes: readonly Route[] = [
  ...batchesRoutes,
  ...broadcastsRoutes,
  ...campaignsRoutes,
  ...checkpointsRoutes,
  ...clockRoutes,
  ...commerceRoutes,
  ...contentCallsRoutes,
  ...conversionsRoutes,
  ...faultsRoutes,
  ...formsRoutes,
  ...jobsRoutes,
  ...outboxRoutes,
  ...overviewRoutes,
  ...requestsRoutes,
  ...settingsRoutes,
  ...subscribersRoutes,
  ...webhooksRoutes,
  ...workflowsRoutes,
];

startTheme();
startLocation();
startKeyboard();
startAccounts();
startClock();
startChanges();

const root = document.createElement('div');
root.id = 'inspector';
document.body.replaceChildren(root);
render(<Shell routes={routes} />, root);
