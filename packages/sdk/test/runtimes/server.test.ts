import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PackedProject } from '../../../../scripts/verify/packed-project.ts';
import { engines } from './engines.ts';

/*
 * The packed reference server and both commands in every version of Node.js that the packages claim. The oldest one is
 * the declared minimum.
 */

const program = `
import { createServer } from '@trickle/mock-server';
import { createClient } from '@trickle/sdk';

const options = { db: 'server.db', limits: false, onError: (error) => { throw error; } };
const server = await createServer(options);
const url = await server.listen();
const client = createClient(server.connection);
await client.subscribers.upsertBatch([{ email: 'ann@example.com' }, { email: 'bob@example.com' }]);
await server.settle();
const { id } = await server.snapshot();
await client.subscribers.delete('bob@example.com');
await server.restore(id);
for (const path of ['/9999999.js', '/docs', '/openapi.json', '/_admin/clock', '/_inspector/']) {
  const response = await fetch(url + path);
  if (response.status !== 200) throw new Error(path + ' is answered with ' + response.status);
  await response.text();
}
await server.close();
const again = await createServer(options);
const { meta } = await createClient(again.connection).subscribers.list();
await again.close();
console.log(process.versions.node, meta.total_count);
`;

let project: PackedProject;

beforeAll(() => {
  project = new PackedProject();
  project.add(['@trickle/cli', '@trickle/mock-server']);
  project.write('server.mjs', program);
});
afterAll(() => project?.[Symbol.dispose]());

const nodes = engines.filter(({ name }) => name.startsWith('Node '));

describe.each(nodes)('$name', ({ executable, calls, absence }) => {
  // In CI, a Node.js that could not be installed fails.
  const isLeftOut = absence !== undefined && !process.env.CI;
  const run = (...args: string[]) => {
    const { stdout, stderr, status } = spawnSync(executable, ['--no-warnings', ...args], {
      cwd: project.folder,
      encoding: 'utf8',
    });
    return { stdout, stderr, status };
  };

  test.skipIf(isLeftOut)('the packed server works with a database file', () => {
    project.write('server.db', '');
    // Frequent garbage collections finalize statements that nothing refers to.
    expect(run('--gc-interval=500', 'server.mjs')).toEqual({ stdout: `${calls} 2\n`, stderr: '', status: 0 });
  });

  test.skipIf(isLeftOut)('the command of the packed server starts', () => {
    const { stdout, status } = run('node_modules/@trickle/mock-server/bin/trickle-server.js', '--help');
    expect([stdout.length > 500, status]).toEqual([true, 0]);
  });

  test.skipIf(isLeftOut)('the packed command imports a file', () => {
    project.write('subscribers.csv', 'email\nann@example.com\n');
    const bin = 'node_modules/@trickle/cli/bin/trickle.js';
    const { stdout, status } = run(bin, 'import', 'subscribers.csv', '--dry-run', '--json');
    expect([JSON.parse(stdout).imported, status]).toEqual([1, 0]);
  });
});
