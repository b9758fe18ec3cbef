import { callbacksOf } from './callbacks.ts';
import { guarded, soon, warn } from './guard.ts';
import { messageOf } from './message.ts';
import { createOutbox } from './outbox.ts';
import { takeOver } from './queue.ts';
import { resultFor } from './result.ts';
import type { Settings } from './types.ts';
import { createVisitor } from './visitor.ts';

/** A callback is called within this time, in milliseconds, even if sending goes on. */
const DEADLINE = 10_000;

/** Starts the script on a page, unless it runs there already (a doubled snippet). */
export function start(settings: Settings): void {
  // An element named "_dc" is no script.
  if (window._dc?.account) return;
  window._dc = { account: settings.account };
  // Nothing is read, stored or listened to before there is something to do.
  let run: ReturnType<typeof createRunner> | undefined;
  takeOver(
    guarded((pushed: unknown) => {
      run = run ?? createRunner(settings);
      run(pushed);
    }),
  );
}

/** Makes the function that carries out what a page pushes. */
function createRunner(settings: Settings): (pushed: unknown) => void {
  const { account, host } = settings;
  const visitor = createVisitor(settings);
  const url = `${host}/client/${encodeURIComponent(account)}/messages`;
  const send = createOutbox(url, visitor, ({ id, command, settle }, answer) => {
    const { visitor_uuid, anonymous, error } = resultFor(id, answer);
    visitor.adopt(visitor_uuid, anonymous);
    settle(visitor.response(error));
    if (error !== undefined && !answer.isTransient) warn(`${command} failed: ${error}`);
    soon(visitor.keep);
  });

  return (pushed) => {
    // Not only arrays: some pages push `arguments`.
    const parts = Object(pushed) as ArrayLike<unknown>;
    const settle = callbacksOf(parts[parts.length - 1]);
    try {
      send(messageOf(parts, settle));
      setTimeout(() => settle(visitor.response('no answer within 10 seconds')), DEADLINE);
      // Cookies are slow: not before the request is on its way.
      soon(visitor.keep);
    } catch (error) {
      const reason = error instanceof Error ? error.message : `${error}`;
      settle(visitor.response(reason));
      warn(reason);
    }
  };
}
