import { callbacksOf } from './callbacks.ts';
import { argumentsOf } from './commands.ts';
import type { Config } from './config.ts';
import type { Forms } from './forms/main.ts';
import { guarded, soon, warn } from './guard.ts';
import { messageOf, settle } from './message.ts';
import { createOutbox } from './outbox.ts';
import { takeOver } from './queue.ts';
import type { Result } from './result.ts';
import type { Begin, Site } from './site.ts';
import type { Settings } from './types.ts';
import { createVisitor } from './visitor.ts';

/** A callback is called within this time, in milliseconds, even if sending goes on. */
const DEADLINE = 10_000;

/** Starts the script on a page, unless it runs there already (a doubled snippet). */
export function start(settings: Settings, config: Config | undefined, begin: Begin): void {
  const { account, host, consent, gpc } = settings;
  // An element named "_dc" is no script.
  if (window._dc?.account) return;
  window._dc = { account };
  // Unspecified: U-71
  let isAllowed = consent === undefined ? !(gpc && navigator.globalPrivacyControl) : consent === true;
  const isOpen = () => isAllowed && !document.prerendering;
  const visitor = createVisitor(settings, isOpen);
  const url = `${host}/client/${encodeURIComponent(account)}/`;
  const send: Site['send'] = (command, given, done) => {
    const message = messageOf(command, given);
    message.settle = done;
    outbox.add(message);
    // Cookies are slow: not before the request is on its way.
    soon(visitor.keep);
    return message;
  };
  const site: Site = { settings, url, config, visitor, isOpen, send };
  const outbox = createOutbox(site);
  let forms: Promise<Forms> | undefined;
  let isBegun = false;

  const go = guarded(() => {
    if (!isOpen()) return;
    outbox.open();
    if (isBegun) return;
    isBegun = true;
    forms = begin(site);
  });

  const run = (pushed: unknown) => {
    // Not only arrays: some pages push `arguments`.
    const parts = Object(pushed) as ArrayLike<unknown>;
    const call = callbacksOf(parts[parts.length - 1]);
    const command = `${parts[0]}`;
    const done = ({ error }: Result) => {
      call(visitor.response(error));
      if (error !== undefined) warn(`${command} failed: ${error}`);
    };
    const fail = (reason: unknown) => done({ error: (reason as Error).message });
    try {
      if (command === 'consent') {
        isAllowed = parts[1] === true;
        return go();
      }
      const given = argumentsOf(command, parts[1], parts[2]);
      const [action] = /^(show|hide)(?=Form)/.exec(command) ?? [];
      if (!action) {
        const message = send(command, given, done);
        setTimeout(() => settle(message, { error: 'no answer within 10 seconds' }), DEADLINE);
        return;
      }
      const { id, showTab } = given as { id?: unknown; showTab?: unknown };
      if (!forms) throw new TypeError('there are no forms');
      forms
        .then((there) => {
          there[action as 'show' | 'hide'](`${id}`, showTab !== false);
          done({});
        })
        .catch(fail);
    } catch (error) {
      fail(error);
    }
  };

  document.addEventListener('prerenderingchange', go);
  go();
  takeOver(guarded(run));
}
