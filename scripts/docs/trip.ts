/** The trip of ARCHITECTURE.md: the files whose code runs while the server creates a subscriber, as recorded by V8. */
import { type Profiler, Session } from 'node:inspector/promises';
import { createServer } from '@trickle/mock-server';
import { table } from './reference/table.ts';

const PACKAGES = new URL('../../packages/', import.meta.url).href;

/** A path below `src` of the server, or below `packages` in other packages: its folder and its name. */
const PATH = /^(?:mock-server\/src\/)?(?:(.*)\/)?(.+)\.ts$/;

export async function withTrip(page: string): Promise<string> {
  const files = await filesOfACreate([]);
  const withWebhook = await filesOfACreate(['subscriber.created']);
  const intro = `The code of ${files.length} files runs when the server creates a subscriber, from the socket to its answer: below \`packages/mock-server/src\`, and in the contract. With a webhook that reports it, there are ${withWebhook.length}, until it is delivered.`;
  const rows = [...roomsOf(files)].map(([room, names]) => [room, names.join(', ')]);
  return page.replace(
    /(<!-- trip.*-->\n)[\s\S]*(?=<!-- \/trip -->)/,
    (_, start) => `${start}\n${intro}\n\n${table(['Folder', 'Files'], rows)}\n\n`,
  );
}

function roomsOf(files: readonly string[]): Map<string, string[]> {
  const rooms = new Map<string, string[]>();
  for (const file of files) {
    const [, folder, name = file] = PATH.exec(file) ?? [];
    const room = folder === undefined ? '' : `\`${folder.replace(/^sdk/, 'packages/sdk')}/\``;
    rooms.set(room, [...(rooms.get(room) ?? []), name]);
  }
  return rooms;
}

/**
 * Returns the files whose code runs for each of several creates, without code that is loaded once or runs on a timer.
 * `settle()`, which waits for webhooks, is in `admin`.
 */
async function filesOfACreate(events: 'subscriber.created'[]): Promise<string[]> {
  const webhooks = [{ post_url: 'http://localhost:9/', events }];
  await using server = await createServer({
    seed: { accounts: [{ id: '9999999', webhooks: events.length > 0 ? webhooks : [] }] },
  });
  const baseUrl = await server.listen({ port: 0 });
  const { accountId, apiKey } = server.connection;
  const create = async (email: string) => {
    await fetch(`${baseUrl}/v2/${accountId}/subscribers`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${apiKey}:`)}`, 'content-type': 'application/json' },
      body: JSON.stringify({ subscribers: [{ email, tags: ['vip'], custom_fields: { plan: 'pro' } }] }),
    });
    if (events.length > 0) await server.settle();
  };
  const recording = new Session();
  recording.connect();
  await recording.post('Profiler.enable');
  await recording.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  const filesOf = async (email: string) => {
    await recording.post('Profiler.takePreciseCoverage');
    await create(email);
    return filesThatRan((await recording.post('Profiler.takePreciseCoverage')).result);
  };
  await create('first@example.com');
  await server.settle(); // on a slow machine, the work of the start may be under way
  let files = [...(await filesOf('0@example.com'))];
  for (const n of [1, 2, 3, 4]) {
    const again = await filesOf(`${n}@example.com`);
    files = files.filter((file) => again.has(file));
  }
  recording.disconnect();
  return files.sort();
}

const filesThatRan = (scripts: readonly Profiler.ScriptCoverage[]): Set<string> =>
  new Set(
    scripts
      .filter(({ functions }) => functions.some(({ ranges }) => ranges.some(({ count }) => count > 0)))
      .flatMap(({ url }) =>
        url.startsWith(PACKAGES) && !url.includes('/src/admin/') ? [url.slice(PACKAGES.length)] : [],
      ),
  );
