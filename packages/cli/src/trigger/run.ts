import { WEBHOOK_EVENTS, type WebhookEvent } from '@trickle/sdk/contract';
import { connectToAccount } from '../connection/connect.ts';
import { AdminApi, type Step } from '../sandbox/admin-api.ts';
import type { Context } from '../terminal/context.ts';
import { UsageError } from '../terminal/exit-signal.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { Chain } from './chain.ts';
import { consequencesOf } from './consequences.ts';
import { printConsequences, printStep } from './print.ts';
import { RECIPES } from './recipes.ts';

interface TriggerInput {
  readonly event: WebhookEvent | undefined;
  readonly list: boolean;
}

/** Causes an event with real calls, and shows what follows. */
export async function run({ event, list }: TriggerInput, context: Context): Promise<void> {
  const { terminal } = context;
  if (list) return await printList(terminal);
  if (event === undefined) {
    throw new UsageError('Name an event, such as subscriber.created. trickle trigger --list lists all.');
  }
  const steps: Step[] = [];
  const chain = await chainOf(context, async (step) => {
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
  if (!events.some((followed) => followed.event === event)) {
    throw new Error(
      `The calls did not cause ${event}. An injected fault or a setting of the account may prevent it.`,
    );
  }
}

/** A chain that reports each call that changes something. */
async function chainOf(
  { globals, terminal }: Context,
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
