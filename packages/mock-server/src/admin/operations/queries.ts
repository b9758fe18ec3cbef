import { findOwnerZone } from '../../store/tables/accounts.ts';
import { operation, operationOf } from '../operation.ts';
import { inAccount } from '../scope.ts';
import {
  accountGet,
  creationOf,
  customFieldCreate,
  seedGet,
  tokenCreate,
  tokenRevoke,
  userChange,
} from './account-settings.ts';
import { actionQueries } from './actions.ts';
import { allEvents } from './all-events.ts';
import { clockQueries, timeOf } from './clock.ts';
import { emailQueries } from './emails.ts';
import { faults } from './faults.ts';
import { background, jobs } from './jobs.ts';
import { overview } from './overview.ts';
import {
  broadcastQueries,
  campaignQueries,
  commerceWithEmails,
  formQueries,
  goalQueries,
  webhookRecordQueries,
  workflowQueries,
} from './record-lists.ts';
import { rehearsalQueries } from './rehearsals.ts';
import { requestQueries } from './requests.ts';
import { subscribers } from './subscribers.ts';
import { deliveryInFull } from './webhooks.ts';

/** The operations that only HTTP has: what the inspector reads and changes. */
export const queries = {
  overview,
  actions: actionQueries,
  accounts: { get: accountGet },
  server: { seed: seedGet },
  users: { create: creationOf('users'), change: userChange },
  tokens: { create: tokenCreate, revoke: tokenRevoke },
  customFields: { create: customFieldCreate },
  clock: {
    /** Gets the time of the server or of an account's clock. */
    get: operation({
      route: 'GET /_admin/clock',
      answers:
        '`now`, ISO 8601 with milliseconds, the `speed` relative to real time, `is_frozen`, and the `time_zone` of the owner of the account.',
      async act(scope, choice) {
        const { speed } = scope.runtime.allServices.clockOf(choice.accountId);
        const zone = await inAccount(scope, choice.accountId, true, (context) =>
          findOwnerZone(context.tx, context.accountId),
        );
        return { now: timeOf(scope, choice), speed, isFrozen: speed === 0, timeZone: zone };
      },
    }),
    ...clockQueries,
  },
  faults: {
    /** Removes all faults. */
    clear: operation({
      route: 'DELETE /_admin/faults',
      answers: '`cleared`: the number of removed faults.',
      hasAccount: false,
      access: 'account',
      act: async (scope) => ({ cleared: await operationOf(faults.clear).perform(scope, {}) }),
    }),
    /** Removes a fault. */
    remove: operation({
      route: 'DELETE /_admin/faults/{id}',
      answers: '`cleared`: 1, or 0 if the fault does not exist.',
      hasAccount: false,
      access: 'account',
      act: async (scope, { id }) => ({ cleared: await operationOf(faults.clear).perform(scope, { id }) }),
    }),
  },
  events: allEvents,
  requests: { ...requestQueries, background },
  subscribers: { create: creationOf('subscribers'), ...subscribers },
  campaigns: { create: creationOf('campaigns'), ...campaignQueries },
  broadcasts: { create: creationOf('broadcasts'), ...broadcastQueries },
  workflows: { create: creationOf('workflows'), ...workflowQueries },
  forms: { create: creationOf('forms'), ...formQueries },
  goals: { create: creationOf('goals'), ...goalQueries },
  webhooks: {
    create: creationOf('webhooks'),
    ...webhookRecordQueries,
    delivery: deliveryInFull,
  },
  orders: { commerce: commerceWithEmails },
  jobs,
  mail: emailQueries,
  rehearsal: rehearsalQueries,
};
