import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TIME_LIMIT } from '../../../../scripts/setup/time-limit.ts';
import { PackedProject } from '../../../../scripts/verify/packed-project.ts';

const jest = join(import.meta.dirname, 'engines/node_modules/jest');
const isLeftOut = !existsSync(jest) && !process.env.CI;
if (isLeftOut) console.warn(`${jest} is not installed`);

const suite = `
const { createServer } = require('@trickle/mock-server');
const { createClient, InputError } = require('@trickle/sdk');
const { createWebhookHandler } = require('@trickle/sdk/webhooks');

test('the packages work together', async () => {
  const server = await createServer({ limits: false });
  const url = await server.listen();
  const client = createClient(server.connection);
  await client.subscribers.upsertBatch([{ email: 'ann@example.com' }, { email: 'bob@example.com' }]);
  await server.settle();
  const created = await server.events({ event: 'subscriber.created' });
  expect(created.map(({ event }) => event)).toHaveLength(2);
  await expect(client.tags.apply({ email: 'ann@example.com' })).rejects.toBeInstanceOf(InputError);
  expect(typeof createWebhookHandler).toBe('function');
  for (const path of ['/9999999.js', '/docs', '/openapi.json', '/_admin/clock', '/_inspector/']) {
    const response = await fetch(url + path);
    expect([path, response.status]).toEqual([path, 200]);
    await response.text();
  }
  await server.close();
});
`;

let project: PackedProject;

beforeAll(() => {
  project = new PackedProject();
  project.add(['@trickle/mock-server', ...(isLeftOut ? [] : ['jest'])]);
  const settings = { transform: {}, testEnvironment: 'node', testTimeout: TIME_LIMIT };
  project.write('package.json', JSON.stringify({ jest: settings }));
  project.write('suite.test.js', suite);
});
afterAll(() => project?.[Symbol.dispose]());

// Without transforms, Jest runs CommonJS only and has no `import()`.
test.skipIf(isLeftOut)('Jest loads the packed SDK and server with its defaults, by require', () => {
  const { status, stderr } = spawnSync(process.execPath, [join(jest, 'bin/jest.js'), '--forceExit'], {
    cwd: project.folder,
    encoding: 'utf8',
  });
  expect(stderr).toContain('1 passed, 1 total');
  expect(status).toBe(0);
});
