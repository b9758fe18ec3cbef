import { accountQueries } from './account-settings.ts';
import { actionQueries } from './actions.ts';
import { allEvents } from './all-events.ts';
import { clockQueries } from './clock.ts';
import { emailQueries } from './emails.ts';
import { faultQueries } from './faults.ts';
import { background, jobs } from './jobs.ts';
import { mailingQueries } from './mailings.ts';
import { overview } from './overview.ts';
import { recordQueries } from './record-lists.ts';
import { rehearsalQueries } from './rehearsals.ts';
import { requestQueries } from './request-queries.ts';
import { subscribers } from './subscribers.ts';
import { workflowQueries } from './workflows.ts';

/** The operations that only HTTP has: what the inspector reads and changes. */
export const queries = {
  overview,
  actions: actionQueries,
  ...accountQueries,
  clock: clockQueries,
  faults: faultQueries,
  events: allEvents,
  requests: { ...requestQueries, background },
  subscribers,
  ...mailingQueries,
  workflows: workflowQueries,
  ...recordQueries,
  jobs,
  mail: emailQueries,
  rehearsal: rehearsalQueries,
};
