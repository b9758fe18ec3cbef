import { field as f } from '@trickle/sdk/contract';
import { callable } from '../arguments.ts';
import { operation } from '../operation.ts';
import { beginRehearsal, cancelRehearsal, endRehearsal, rehearse } from '../rehearsal/rehearsal.ts';

const choice = () => ({
  /** The number of days that the plan looks ahead. Default: 30. */
  days: f.optional(f.integerBetween(0, 366)),
});

/** Plans what code would do to an account. */
export const rehearsalControls = {
  /**
   * Runs a function, and plans what it did to an account and what follows: records, new names, subscribers who enter
   * campaigns and workflows, emails, webhooks, requests. Nothing is sent to other servers in the meantime. The account stays
   * as the function left it.
   */
  rehearse: operation({
    input: () => ({ work: callable<() => unknown>(), ...choice() }),
    first: ['work'],
    act: (scope, { work, days, accountId = scope.firstId }) => rehearse(scope, accountId, { work, days }),
  }),
};

/** A rehearsal over HTTP, where the program runs between its beginning and its end. */
export const rehearsalQueries = {
  /** Begins a rehearsal of an account: takes it offline, copies it, and counts its requests. */
  begin: operation({
    route: 'POST /_admin/rehearsal',
    isHeavy: true,
    status: 204,
    act: (scope, { accountId = scope.firstId }) => beginRehearsal(scope, accountId),
  }),
  /** Ends the rehearsal of an account, and plans what follows. */
  end: operation({
    route: 'POST /_admin/rehearsal/plan',
    isHeavy: true,
    answers: '`records`, `names`, `entries`, `emails`, `webhooks`, `requests`, `limits` and `wait`.',
    input: choice,
    act: (scope, { days, accountId = scope.firstId }) => endRehearsal(scope, accountId, days),
  }),
  /** Ends the rehearsal of an account without a plan. */
  cancel: operation({
    route: 'DELETE /_admin/rehearsal',
    status: 204,
    act: (scope, { accountId = scope.firstId }) => cancelRehearsal(scope, accountId),
  }),
};
