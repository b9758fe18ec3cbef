import { listing, rendered, type Screen, styled, type Text, visible } from '@trickle/design/terminal';
import type { Server } from '../admin/server-control.ts';
import { type Options, readDrain, readLogFormat, screenFor, seedFileOf } from './options.ts';
import { ParentWatch } from './parent-watch.ts';
import { type Started, start } from './start.ts';
import { Stop } from './stop.ts';
import { reasonOf } from './usage-error.ts';

const USUAL_PORT = 4100;

/** Runs a server until a signal. Resolves once it is listening. */
export async function serve(options: Options): Promise<void> {
  const drain = readDrain(options);
  const parent = (options['exit-with-parent'] ?? options.json) ? new ParentWatch() : undefined;
  const started = await start(options, USUAL_PORT);
  const { server } = started;
  try {
    await stopOnSignal(new Stop(server, options['export-on-exit']), parent, drain);
    await printStart(started, options);
  } catch (error) {
    await server.close();
    throw error;
  }
}

/** Stops the server on a signal or when its parent ends; sooner on a second signal, and at once on a third. */
async function stopOnSignal(stop: Stop, parent: ParentWatch | undefined, drain: number): Promise<void> {
  let signals = 0;
  const end = (stopping: Promise<void>) => {
    parent?.stop();
    stopping
      .catch((error: unknown) => {
        process.stderr.write(`trickle-server: ${reasonOf(error)}\n`);
        process.exitCode = 1;
      })
      .finally(() => process.exit());
  };
  const onSignal = () => {
    signals += 1;
    if (signals > 2) process.exit(1);
    end(signals === 1 ? stop.gracefully(drain) : stop.immediately());
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  await parent?.begin(() => end(stop.gracefully()));
}

/** Prints where the server is, and the tokens that nobody knows yet: those of the accounts that this start has added. */
// Unspecified: U-276
async function printStart({ server, url }: Started, options: Options): Promise<void> {
  const isLogged = readLogFormat(options) === 'json'; // what is printed then ends up in journals
  const accounts = (await server.accounts()).map(({ id, tokens }) => ({
    id,
    tokens: isLogged ? [] : tokens,
  }));
  const text = options.json
    ? `${JSON.stringify({ url, accounts })}\n`
    : linesOf(server, accounts, seedFileOf(options), screenFor(options, process.stdout));
  process.stdout.write(text);
  if (options.json || isLogged) return; // the log has the skipped accounts
  for (const id of server.skippedAccounts) {
    process.stderr.write(`Skipped account ${visible(id)} of the seed: it already exists in the database.\n`);
  }
}

type Accounts = Awaited<ReturnType<Server['accounts']>>;

function linesOf(server: Server, accounts: Accounts, seedFile: string | undefined, screen: Screen): string {
  const { url } = server; // the public one
  const seeded = accounts.filter(({ id }) => server.seededAccounts.includes(id));
  const others = accounts.length - seeded.length;
  const rows: (readonly [name: string, value: Text])[] = [
    ['Inspector', styled('bold', `${url}/_inspector`)],
    ['Trickle reference server', url],
  ];
  if (seedFile !== undefined) rows.push(['Seed', seedFile]);
  for (const { id, tokens } of seeded) {
    rows.push([`Account ${id}`, tokens.length > 0 ? `token ${tokens.join(', ')}` : '']);
  }
  if (others > 0) rows.push(['Accounts in the database', `${others}; the inspector shows their tokens`]);
  rows.push(['API reference', `${url}/docs`]);
  return rendered(listing(rows, screen), screen);
}
