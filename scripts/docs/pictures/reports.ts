import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { serve } from '@hono/node-server';
import type { Page } from '@playwright/test';
import { createServer } from '@trickle/mock-server';
import type { Fetch } from '@trickle/sdk';
import { comparedAccount, TOKEN } from '../../../packages/cli/test/compare/account.ts';
import { DEVIATIONS, deviating } from '../../../packages/cli/test/compare/deviations.ts';
import { root } from '../../setup/repository.ts';

/** Shows the report of a command of `trickle`, which writes it to the file that it is given. */
async function showReport(page: Page, command: (file: string) => string[], folder = ''): Promise<void> {
  const temporary = await mkdtemp(join(tmpdir(), 'trickle-picture-'));
  const report = join(temporary, 'report.html');
  const program = join(root, 'packages/cli/bin/trickle.js');
  const child = spawn(process.execPath, [program, ...command(report)], {
    cwd: join(root, folder),
    env: { ...process.env, NODE_OPTIONS: '--conditions=trickle-source' },
    stdio: 'inherit',
  });
  const [status] = await once(child, 'exit');
  if (status !== 0) throw new Error(`trickle ended with ${status}.`);
  await page.setViewportSize({ width: 760, height: 900 });
  await page.goto(pathToFileURL(report).href);
  await rm(temporary, { recursive: true });
}

/** The effects of the script in examples/win-back. */
export async function planPicture(page: Page): Promise<void> {
  const options = ['--time', '2026-11-25T09:00:00Z', '--html'];
  const script = ['--', 'node', 'win-back.js', '2026-11-25'];
  await showReport(page, (file) => ['rehearse', ...options, file, ...script], 'examples/win-back');
}

/** The deviations of the server that stands for the service in the picture. */
const DEVIANT = [
  'status: 403 of accounts.list',
  'missing: campaigns[].links.forms in campaigns.get',
  'type: goals[].default_value in goals.get',
  'null or absent: campaigns[].bcc in campaigns.get',
];

/** A comparison of two servers, one of which deviates. */
export async function comparisonPicture(page: Page): Promise<void> {
  await using sandbox = await createServer({ seed: comparedAccount() });
  await using honest = await createServer({ seed: comparedAccount() });
  const chosen = DEVIATIONS.filter(({ name }) => DEVIANT.includes(name));
  const deviant = chosen.reduce<Fetch>(deviating, (request) => honest.fetch(request));
  const service = serve({
    port: 0,
    async fetch(request) {
      const response = await deviant(request);
      const headers = new Headers(response.headers);
      headers.delete('content-length'); // that of the body before it deviated
      return new Response(response.body, { status: response.status, headers });
    },
  });
  await once(service, 'listening');
  const { port } = service.address() as AddressInfo; // it listens on a port, not on a pipe
  const connection = ['--base-url', `http://127.0.0.1:${port}`, '--account', '9999999', '--api-key', TOKEN];
  const command = ['compare', ...connection, '--sandbox', await sandbox.listen(), '--report'];
  await showReport(page, (file) => [...command, file]);
  service.close();
}
