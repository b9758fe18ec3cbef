import { WEBHOOK_EVENTS, type WebhookEvent } from '@trickle/sdk/contract';
import { connectToAccount } from '../connection/connect.ts';
import type { Context } from '../connection/context.ts';
import { AdminApi, type Step } from '../sandbox/admin-api.ts';
import { fullName } from '../tail/event-filter.ts';
import { UsageError } from '../terminal/exit-signal.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { Chain } from './chain.ts';
import { consequencesOf } from './consequences.ts';
import type { TriggerOptions } from './options.ts';
import { printConsequences, printStep } from './print.ts';
import { RECIPES } from './recipes.ts';

/** A trigger as typed. */
export interface TypedTrigger extends Context {
  readonly event: string | undefined;
  readonly options: TriggerOptions;
}

/** Causes an event by the calls that really cause it, and shows what follows. */
export async function runTrigger(typed: TypedTrigger): Promise<void> {
  const { event: name, options, terminal } = typed;
  if (options.list) return await printList(terminal);
  if (name === undefined) {
    throw new UsageError('Name an event, such as subscriber.created. trickle trigger --list lists all.');
  }
  const event = fullName(name);
  const steps: Step[] = [];
  const chain = await chainOf(typed, async (step) => {
    steps.push(step);
    await printStep(terminal, step);
  });
  await RECIPES[event].run(chain);
  await chain.settle();
  const { subscriber } = chain;
  if (!subscriber) throw new Error(`${event} has no subscriber.`);
  const { events, deliveries } = await consequencesOf(chain.admin, subscriber);
  if (terminal.isJson) await terminal.json({ event, subscriber, steps, events, deliveries });
  else await printConsequences(terminal, event, { events, deliveries });
  if (!events.some((one) => one.event === event)) {
    throw new Error(
      `The calls did not cause ${event}. An injected fault or a setting of the account may prevent it.`,
    );
  }
}

/** A chain that reports each call that changes something. */
async function chainOf(
  { globals, terminal }: TypedTrigger,
  onStep: (step: Step) => Promise<void>,
): Promise<Chain> {
  const { client, connection, accountId } = await connectToAccount(globals, terminal, {
    onResponse: ({ method, url, status }) => {
      const { pathname, search } = new URL(url);
      return method === 'GET' ? undefined : onStep({ method, path: pathname + search, status });
    },
  });
  const admin = new AdminApi(connection, accountId, { io: terminal.io, onStep });
  await admin.requireSandbox();
  return new Chain(client, admin);
}

async function printList(terminal: Terminal): Promise<void> {
  const events = WEBHOOK_EVENTS.map((event: WebhookEvent) => ({ event, summary: RECIPES[event].summary }));
  if (terminal.isJson) return await terminal.json({ events });
  const width = Math.max(...events.map(({ event }) => event.length));
  await terminal.print(events.map(({ event, summary }) => `${event.padEnd(width)}  ${summary}\n`).join(''));
}
