import { operation } from '../operation.ts';

export const serverControls = {
  /** Runs all due background jobs and returns their number. With `accountId`, only waits for the jobs of that account. */
  settle: operation({
    name: 'server.settle',
    route: 'POST /_admin/settle',
    answers: '`jobs`: the number of jobs that ran.',
    async act({ runtime: { jobs } }, { accountId }) {
      const before = jobs.done;
      await (accountId === undefined ? jobs.settle() : jobs.settleScope({ accountId }));
      return jobs.done - before;
    },
    show: (jobs) => ({ jobs }),
  }),
  /** Deletes all data and applies the seed again. */
  reset: operation({
    name: 'server.reset',
    route: 'POST /_admin/reset',
    status: 204,
    hasAccount: false,
    act: ({ reset }) => reset(),
  }),
};
