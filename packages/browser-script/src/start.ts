import type { Config } from './config.ts';
import type { FormCommand, Forms } from './forms/main.ts';
import { attempt, guarded, listen, soon, textOf, warn } from './guard.ts';
import type { LoadFeatures } from './load-features.ts';
import { flush, leave, onReturn } from './outbox.ts';
import { recover } from './persist.ts';
import { takeOver } from './queue.ts';
import type { Result } from './result.ts';
import { send } from './send.ts';
import { allow, init, isOpen } from './site.ts';
import type { CallbackResponse, Callbacks, PageSettings, Settings } from './types.ts';
import { isAnonymous, visitorUuid } from './visitor.ts';
import { awaitLoad, loaded } from './wait.ts';

/** A callback is called within this time, in milliseconds; sending continues. */
const DEADLINE = 10_000;

/** The scripts on the page: the first account, and for each account a function that runs a command on its forms. */
let running: NonNullable<Window['_dc']>;
/** Whether this script came first. Only the first account's script calls callbacks and warns. */
let isFirst: boolean;
/** Sends what is waiting and starts the features, unless consent is missing or the page is being prerendered. */
let resume: () => unknown;

/** Runs a command on a form. Resolves to a falsy value if the account has no such form. */
type RunOnForm = (command: FormCommand, input: object) => Promise<unknown>;

/** Starts the script, unless it already runs for the same account (a doubled snippet). */
export function start(settings: PageSettings & Config, loadFeatures: LoadFeatures): undefined {
  const { account } = settings;
  if (!account || !settings.host) return warn('window._dcs needs account and host');
  // An element named "_dc" is not a script.
  running = window._dc?.account ? window._dc : { account };
  if (running[account]) return;
  isFirst = running.account === account;
  let forms: Promise<Forms | undefined> | undefined;
  const runOnForm: RunOnForm = async (command, input) => (await forms)?.run(command, input);
  running[account] = runOnForm;
  window._dc = running;
  init(settings as Settings & Config); // with account and host
  awaitLoad();
  resume = guarded(() => {
    if (!isOpen()) return;
    flush();
    // biome-ignore lint/nursery/noMisusedPromises: undefined until the features have started
    if (forms) return;
    // After the first request: storage is slow.
    setTimeout(recover, 0, flush);
    forms = guarded(loadFeatures)();
  });
  resume();
  takeOver(guarded(run), isFirst);
  listen('pagehide', leave);
  listen('online', onReturn);
  // Captured: it does not bubble.
  listen('prerenderingchange', resume, true);
}

/** Runs anything that a page has pushed: executes a command by its name. */
async function run(pushed: unknown): Promise<void> {
  // Not only arrays: some pages push `arguments`.
  const parts = Object(pushed) as ArrayLike<unknown>;
  const command = textOf(parts[0]);
  const callbacks = Object(parts[parts.length - 1]) as Callbacks;
  let isDone = !isFirst;
  const done = ({ error }: Result) => {
    if (isDone) return;
    isDone = true;
    const response: CallbackResponse = {
      visitor_uuid: visitorUuid(),
      anonymous: !!isAnonymous,
      success: !error,
    };
    if (error) {
      response.error = textOf(error);
      warn(`${command} failed: ${response.error}`);
    }
    // Never inside `push`: the order is the same whether a command fails here or at the server.
    soon(() => callbacks[error ? 'failure' : 'success']?.(response));
  };
  try {
    if (command === 'consent') {
      allow(parts[1] === true);
      // Later: consent may be withdrawn in the same task.
      return void soon(resume);
    }
    const input = argumentsOf(command, parts[1], parts[2]);
    setTimeout(done, DEADLINE, { error: 'no answer within 10 seconds' });
    if (/Form$/.test(command)) {
      // By then the scripts of other accounts have started. The first script asks all of them.
      await loaded;
      // Other members are not functions; calling them fails harmlessly.
      for (const other of Object.values(isFirst && running) as RunOnForm[]) {
        if (await attempt(() => other(command as FormCommand, input))) return done({});
      }
      throw new Error('unknown form');
    }
    send(command, input, done);
  } catch (error) {
    // The page may have thrown anything.
    done({ error: attempt(() => (error as Error).message) || 'failed' });
  }
}

/** Returns the arguments of a command. Throws an error if they have the wrong shape; the server checks their members. */
function argumentsOf(command: string, first: unknown, second: unknown): object {
  if (!/^(identify|track|(un)?subscribe|(show|hide)Form)$/.test(command)) {
    throw new Error('unknown command');
  }
  const isTrack = command === 'track';
  const input = (isTrack ? (second ?? {}) : first) as object; // checked below
  if (Object(input) !== input || Array.isArray(input)) throw new Error('expected an object');
  return { ...input, ...(isTrack && { action: first }), success: undefined, failure: undefined };
}
