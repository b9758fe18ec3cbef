import type { LoadFeatures } from './begin.ts';
import { argumentsOf } from './commands.ts';
import type { Config } from './config.ts';
import type { Forms } from './forms/main.ts';
import { attempt, guarded, soon, textOf, warn } from './guard.ts';
import { recover } from './keep.ts';
import { flush, leave } from './outbox.ts';
import { takeOver } from './queue.ts';
import type { Result } from './result.ts';
import { send } from './send.ts';
import { allow, init, isOpen } from './site.ts';
import type { CallbackResponse, Callbacks, Settings } from './types.ts';
import { isAnonymous, visitorUuid } from './visitor.ts';
import { onReturn, pageLoaded } from './wait.ts';

/** A callback is called within this time, in milliseconds, even if sending goes on. */
const DEADLINE = 10_000;

/** Starts the script on a page, unless it runs there already for the same account (a doubled snippet). */
export function start(settings: Settings & Config, begin: LoadFeatures): void {
  const { account } = settings;
  // An element named "_dc" is no script.
  const running = window._dc?.account ? window._dc : { account };
  if (running[account]) return;
  // The page hears of one account only.
  const isFirst = running.account === account;
  let forms: ReturnType<LoadFeatures>;
  let isBegun = false;
  /** Tells whether the account has the form of a command, and does what that says. */
  const act = async (command: 'showForm' | 'hideForm', given: object) => {
    const there = (await forms) as Forms; // or nothing, of which the next line makes the same as of another's form
    return attempt(() => there[command](given) ?? true);
  };
  running[account] = act;
  window._dc = running;
  init(settings);

  const go = guarded(() => {
    if (!isOpen()) return;
    flush();
    if (isBegun) return;
    isBegun = true;
    // Behind the first request: storage is slow.
    setTimeout(recover, 0, flush);
    forms = begin();
  });

  const run = async (pushed: unknown) => {
    // Not only arrays: some pages push `arguments`.
    const parts = Object(pushed) as ArrayLike<unknown>;
    const command = textOf(parts[0]);
    const callbacks = Object(parts[parts.length - 1]) as Callbacks;
    let isDone = !isFirst;
    const done = ({ error }: Result) => {
      if (isDone) return;
      isDone = true;
      const response: CallbackResponse = {
        success: !error,
        visitor_uuid: visitorUuid(),
        anonymous: !!isAnonymous,
      };
      if (error) {
        response.error = textOf(error);
        warn(`${command} failed: ${response.error}`);
      }
      // Never from inside `push`, so that a page sees the same order whether a command fails here or at the server.
      soon(() => callbacks[error ? 'failure' : 'success']?.call?.(undefined, response));
    };
    try {
      if (command === 'consent') {
        allow(parts[1] === true);
        // In a moment: consent may be taken back at once.
        soon(go);
      } else {
        const given = argumentsOf(command, parts[1], parts[2]);
        setTimeout(done, DEADLINE, { error: 'no answer within 10 seconds' });
        if (/Form$/.test(command)) {
          // The scripts of other accounts are there then. The first of all sees to their forms as well.
          await pageLoaded();
          // Or what is not a script's, which is no matter.
          for (const other of Object.values(running) as (typeof act)[]) {
            if (!isDone && (await attempt(() => other(command as 'showForm', given)))) done({});
          }
          done({ error: 'there is no such form' });
        } else send(command, given, done);
      }
    } catch (error) {
      // Whatever the page has thrown.
      done({ error: attempt(() => (error as Error).message) || 'failed' });
    }
  };

  go();
  takeOver(guarded(run), isFirst);
  // Behind what matters more, on a page that has broken it.
  addEventListener('pagehide', leave);
  // On its way to the document, of which an element may hide the method.
  addEventListener('prerenderingchange', go, true);
  addEventListener('online', onReturn);
  addEventListener('pageshow', onReturn);
}
