import { unauthorized } from '../../api/http/errors.ts';
import type { KeyHolder } from '../../api/http/local-access.ts';
import { listTokens, listTokensElsewhere } from '../../store/tables/accounts.ts';
import type { AccountSummary } from './account-controls.ts';
import { serverControl } from './index.ts';
import type { Runtime } from './runtime.ts';
import type { Server } from './server-control.ts';
import type { TimeControl } from './time.ts';

/** The functions of a server as the holder of an account's key has them: limited to that account. */
export const accountServer = (server: Server, runtime: Runtime, accountId: string): Server => {
  const time = ownTime(server.time, runtime, accountId);
  return {
    ...server,
    ...serverControl(runtime, accountId, accountId),
    time,
    advance: time.advance,
  };
};

/** The accounts of a key, without the tokens of users who are also members of other accounts. */
export const ownSummaries = (
  { store }: Runtime,
  { accountIds }: KeyHolder,
): Promise<readonly AccountSummary[]> =>
  store.read(async (tx) => {
    const accounts: AccountSummary[] = [];
    for (const id of accountIds) {
      const hidden = await listTokensElsewhere(tx, id);
      const tokens = (await listTokens(tx, id)).filter((token) => !hidden.has(token));
      accounts.push({ id, tokens });
    }
    return accounts;
  });

/** The clock of an account. The clock of the server, which accounts may share, can be read only. */
function ownTime(time: TimeControl, { worlds }: Runtime, accountId: string): TimeControl {
  const check = () => {
    if (worlds.clockOf(accountId).id === accountId) return;
    throw unauthorized(
      `Account ${accountId} shares the clock of the server, which only the admin password moves. Create the account with "clock": {} for a clock of its own.`,
    );
  };
  const choice = { accountId };
  return {
    now: () => time.now(choice),
    async freeze() {
      check();
      await time.freeze(choice);
    },
    async resume() {
      check();
      await time.resume(choice);
    },
    async setSpeed(speed) {
      check();
      await time.setSpeed(speed, choice);
    },
    async advance(duration) {
      check();
      return time.advance(duration, choice);
    },
  };
}
