import type { Begin } from './begin.ts';
import { argumentsOf } from './commands.ts';
import type { Config } from './config.ts';
import { guarded, soon, warn } from './guard.ts';
import { recover } from './keep.ts';
import { flush, leave } from './outbox.ts';
import { watchRequests } from './post.ts';
import { takeOver } from './queue.ts';
import type { Result } from './result.ts';
import { send } from './send.ts';
import { allow, enter, isOpen } from './site.ts';
import type { CallbackResponse, Callbacks, Settings } from './types.ts';
import { isAnonymous, visitorUuid } from './visitor.ts';

/** A callback is called within this time, in milliseconds, even if sending goes on. */
const DEADLINE = 10_000;

/** Starts the script on a page, unless it runs there already for the same account (a doubled snippet). */
export function start(settings: Settings & Config, begin: Begin): void {
  const { account } = settings;
  // An element named "_dc" is no script.
  const running = window._dc?.account ? window._dc : { account };
  if (running[account]) return;
  running[account] = true;
  window._dc = running;
  // The page hears of one account only.
  const isFirst = running.account === account;
  enter(settings);
  let forms: ReturnType<Begin>;
  let isBegun = false;

  const go = guarded(() => {
    if (!isOpen()) return;
    queueMicrotask(flush);
    if (isBegun) return;
    isBegun = true;
    // Behind the first request: storage is slow.
    setTimeout(recover, 0, flush);
    forms = begin();
  });

  const run = async (pushed: unknown) => {
    // Not only arrays: some pages push `arguments`.
    const parts = Object(pushed) as ArrayLike<unknown>;
    const command = `${parts[0]}`;
    const callbacks = Object(parts[parts.length - 1]) as Callbacks;
    let isDone = !isFirst;
    const done = ({ error }: Result) => {
      if (isDone) return;
      isDone = true;
      const success = !error;
      const response: CallbackResponse = { success, visitor_uuid: visitorUuid(), anonymous: isAnonymous };
      if (!success) {
        response.error = `${error}`;
        warn(`${command} failed: ${error}`);
      }
      const callback = success ? callbacks.success : callbacks.failure;
      // Never from inside `push`, so that a page sees the same order whether a command fails here or at the server.
      if (typeof callback === 'function') soon(() => callback(response));
    };
    try {
      if (command === 'consent') {
        allow(parts[1] === true);
        return go();
      }
      const given = argumentsOf(command, parts[1], parts[2]);
      if (/Form$/.test(command)) {
        const there = await forms;
        if (!there) throw new Error('there are no forms');
        there[command as 'showForm' | 'hideForm'](given);
        done({});
      } else {
        send(command, given, done);
        setTimeout(done, DEADLINE, { error: 'no answer within 10 seconds' });
      }
    } catch (error) {
      // Whatever the page has thrown.
      done({ error: (error as Error | undefined)?.message || 'failed' });
    }
  };

  watchRequests();
  addEventListener('pagehide', leave);
  document.addEventListener('prerenderingchange', go);
  go();
  takeOver(guarded(run), isFirst);
}
