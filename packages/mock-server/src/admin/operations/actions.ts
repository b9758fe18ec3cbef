import { operation } from '../operation.ts';

/** The last actions in the inspector. Requests name theirs in the header `trickle-action`. */
export const actionQueries = {
  /** Lists the last actions in the inspector on an account, newest first. */
  list: operation({
    route: 'GET /_admin/actions',
    answers: '`actions`, each with `id`, `title`, `at`, and `obstacle`: why it cannot be undone, or null.',
    act: async ({ runtime, firstId }, { accountId = firstId }) => ({
      actions: await runtime.actions.list(accountId),
    }),
  }),
  /** Undoes an action in the inspector, and those after it: the account is as it was before. */
  undo: operation({
    route: 'POST /_admin/actions/{action_id}/undo',
    isHeavy: true,
    status: 204,
    act: ({ runtime, firstId, own }, { accountId = firstId, actionId }) =>
      runtime.actions.undo(accountId, actionId, { keepsAccess: own !== undefined }),
  }),
};
