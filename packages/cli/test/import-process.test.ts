// @thorough: servers that are started, killed and started again
import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { onPort, REACHING, start, subscribersCsv, temporaryFile, trickle } from './command.ts';
import { sandbox } from './sandbox.ts';

/** A reference server on a port that withholds its response to this batch, and reports the batch. */
async function holding(batchHeld: number) {
  const { server, client, fetch } = await sandbox();
  const batches: string[][] = [];
  const held = Promise.withResolvers<() => void>();
  const baseUrl = await onPort((incoming, outgoing) => {
    void (async () => {
      const body = await new Response(incoming as unknown as ReadableStream).text();
      const answer = await fetch(
        new Request(`http://trickle.localhost${incoming.url}`, {
          method: incoming.method ?? 'GET',
          headers: {
            authorization: incoming.headers.authorization ?? '',
            'content-type': 'application/json',
          },
          ...(body !== '' && { body }),
        }),
      );
      if (incoming.url?.endsWith('/batches')) {
        const records = Object.values(JSON.parse(body).batches[0])[0] as { email: string }[];
        batches.push(records.map(({ email }) => email));
        if (batches.length === batchHeld) await new Promise<void>((resolve) => held.resolve(resolve));
      }
      outgoing.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
    })();
  });
  const env = { ...REACHING, TRICKLE_BASE_URL: baseUrl };
  return { server, client, env, batches, held: held.promise };
}

test('a killed import can be resumed: each subscriber arrives once, and no chunk with a response is sent again', async () => {
  const { server, client, env, batches, held } = await holding(4);
  const file = await temporaryFile('subscribers.csv', `${subscribersCsv(700)}nobody,x\n`);
  await writeFile(file, (await readFile(file, 'utf8')).replace('p150@x.io', 'p150'));
  const first = start(['import', file, '--chunk-size', '100'], env);
  await held;
  first.child.kill('SIGKILL');
  await first.ended;
  const second = await trickle(['import', file, '--chunk-size', '100'], { env });
  expect(second.stderr).toContain('Resuming after 301 records.');
  expect(second.stderr).toContain('Imported 399 records. An earlier run processed 301 records.');
  expect(second.code).toBe(3);
  expect(batches[4]).toEqual(batches[3]); // its response was withheld
  const sent = batches.filter((_, i) => i !== 4).flat();
  expect(new Set(sent).size).toBe(sent.length);
  await server.settle();
  const { meta } = await client.subscribers.list({ per_page: 1 });
  expect(meta.total_count).toBe(699);
  const report = await readFile(file.replace('.csv', '.errors.csv'), 'utf8');
  expect(
    report
      .split('\n')
      .slice(1, -1)
      .map((line) => line.split(',')[0]),
  ).toEqual(['152', '702']);
  const left = await readdir(dirname(file));
  expect(left.sort()).toEqual(['subscribers.csv', 'subscribers.errors.csv']);
});

test('a second import of the file is refused while the first runs, and the first is not disturbed', async () => {
  const { server, client, env, batches, held } = await holding(2);
  const file = await temporaryFile('subscribers.csv', subscribersCsv(300));
  const first = start(['import', file, '--chunk-size', '100'], env);
  const release = await held;
  const second = await trickle(['import', file, '--chunk-size', '100', '--restart'], { env });
  expect(second.stderr).toContain(`Another command uses ${file}.checkpoint (process ${first.child.pid} on `);
  expect(second.code).toBe(2);
  release();
  expect(await first.ended).toMatchObject({ code: 0 });
  expect(batches.map(([email]) => email)).toEqual(['p0@x.io', 'p100@x.io', 'p200@x.io']);
  await server.settle();
  expect((await client.subscribers.list({ per_page: 1 })).meta.total_count).toBe(300);
  expect(await readdir(dirname(file))).toEqual(['subscribers.csv']);
});

test('events that may have been recorded are not sent again without onUnknown', async () => {
  const { server, env, batches, held } = await holding(2);
  const csv = `email,action\n${Array.from({ length: 30 }, (_, i) => `p${i}@x.io,Bought\n`).join('')}`;
  const args = ['import', await temporaryFile('e.csv', csv), '--as', 'events', '--chunk-size', '10'];
  const first = start(args, env);
  await held;
  first.child.kill('SIGKILL');
  await first.ended;
  const second = await trickle(args, { env });
  expect(second.stderr).toContain('it is unknown whether records 10 to 19 were accepted');
  expect(second.code).toBe(1);
  expect(batches).toHaveLength(2);
  const third = await trickle([...args, '--on-unknown', 'skip'], { env });
  expect(third.stderr).toContain('Imported 10 records.');
  expect(batches.at(-1)?.[0]).toBe('p20@x.io');
  await server.settle();
  expect(await server.events({ event: 'subscriber.performed_custom_event' })).toHaveLength(30);
});

test('Ctrl-C lets the request in progress finish, and the same command resumes', async () => {
  const { server, client, env, batches, held } = await holding(2);
  const file = await temporaryFile('subscribers.csv', subscribersCsv(500));
  const { child, ended } = start(['import', file, '--chunk-size', '100'], env);
  const release = await held;
  child.kill('SIGINT');
  await once(child.stderr, 'data');
  release();
  const { code, stderr } = await ended;
  expect(stderr).toContain('Stopped after 200 records.');
  expect(stderr).toContain('Run the same command again to resume.');
  expect(code).toBe(130);
  const again = await trickle(['import', file, '--chunk-size', '100'], { env });
  expect(again.code).toBe(0);
  expect(batches.map(([email]) => email)).toEqual([
    'p0@x.io',
    'p100@x.io',
    'p200@x.io',
    'p300@x.io',
    'p400@x.io',
  ]);
  await server.settle();
  expect((await client.subscribers.list({ per_page: 1 })).meta.total_count).toBe(500);
});

test('an import of another file or with other options does not resume', async () => {
  const { env, held } = await holding(2);
  const file = await temporaryFile('subscribers.csv', subscribersCsv(300));
  const args = ['import', file, '--chunk-size', '100'];
  const first = start(args, env);
  await held;
  first.child.kill('SIGKILL');
  await first.ended;
  const other = await trickle([...args, '--tag', 'x'], { env });
  expect(other.stderr).toContain(
    'was started with a different --set or --tag. Use the same options to resume it, or start over with --restart.',
  );
  expect(other.code).toBe(2);
  await writeFile(file, subscribersCsv(301));
  const changed = await trickle(args, { env });
  expect(changed.stderr).toContain('has changed since its import stopped');
  expect(changed.code).toBe(2);
  const anew = await trickle([...args, '--restart'], { env });
  expect(anew).toMatchObject({ code: 0 });
  expect(anew.stderr).toContain('Imported 301 records.');
});

test('a large import needs little memory', async () => {
  const baseUrl = await onPort((incoming, outgoing) => {
    incoming.resume().on('end', () => outgoing.writeHead(201).end('{}'));
  });
  const row = (i: number) => `subscriber${i}@example.com,First${i},Last${i},"a,b"\n`;
  const rows = Array.from({ length: 80_000 }, (_, i) => row(i)).join('');
  const file = await temporaryFile('large.csv', `email,first_name,last_name,tags\n${rows}`);
  const report =
    'data:text/javascript,process.on("exit", () => console.error("peak", process.resourceUsage().maxRSS));';
  const env = { ...REACHING, TRICKLE_BASE_URL: baseUrl };
  // 123 MB from the sources, and 170 MB without the limits on the growth of the heap.
  const MOST = 150;
  // The best of three, since garbage collection may be late on a busy machine.
  let peak = Infinity;
  for (let run = 0; run < 3 && peak >= MOST; run++) {
    const { stderr, code } = await start(['import', file, '--no-limits'], env, ['--import', report]).ended;
    expect(stderr).toContain('Imported 80,000 records.');
    expect(code).toBe(0);
    peak = Number(/peak (\d+)/.exec(stderr)?.[1]) / 1024;
  }
  expect(peak).toBeLessThan(MOST);
});

test('--version does not load the client', async () => {
  const SOURCES = { TRICKLE_BUILT: '' };
  const spy =
    'data:text/javascript,import module from "node:module"; module.registerHooks({ load: (url, context, next) => { if (/packages\\/sdk\\/src\\/(?!cli)|node_modules\\/(zod|ky)/.test(url)) console.error(url); return next(url, context); } });';
  expect(await start(['--version'], SOURCES, ['--import', spy]).ended).toEqual({
    code: 0,
    stdout: '0.1.0\n',
    stderr: '',
  });
  const help = await start(['call', '--help'], SOURCES, ['--import', spy]).ended;
  expect(help.stderr).toContain('contract'); // the spy works
});

test('an export ends without an error when its reader stops', async () => {
  const { client, env } = await holding(99);
  await client.subscribers.upsertBatch(Array.from({ length: 1000 }, (_, i) => ({ email: `p${i}@x.io` })));
  const { child, ended } = start(['export', 'subscribers', '--format', 'ndjson'], env);
  child.stdout.destroy();
  expect(await ended.catch(() => once(child, 'exit'))).toBeDefined();
  expect(child.exitCode ?? 0).toBe(0);
});
