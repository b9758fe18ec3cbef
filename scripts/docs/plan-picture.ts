import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from '@playwright/test';
import { chromiumOptions } from '../setup/chromium-options.ts';

/* Makes the picture in the guide to rehearsals: the report of the script in examples/win-back. */

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'trickle-picture-'));
const report = join(folder, 'report.html');
const command = join(root, 'packages/cli/bin/trickle.js');
const options = ['--time', '2026-11-25T09:00:00Z', '--html', report];
const { status } = spawnSync(
  process.execPath,
  [command, 'rehearse', ...options, '--', 'node', 'win-back.js', '2026-11-25'],
  {
    cwd: join(root, 'examples/win-back'),
    env: { ...process.env, NODE_OPTIONS: '--conditions=trickle-source' },
    stdio: 'inherit',
  },
);
if (status !== 0) throw new Error(`trickle rehearse ended with ${status}.`);

const browser = await chromium.launch(chromiumOptions);
const page = await browser.newPage({ viewport: { width: 760, height: 600 }, colorScheme: 'light' });
await page.goto(pathToFileURL(report).href);
await page.screenshot({ path: join(root, 'docs/pictures/plan.png'), fullPage: true });
await browser.close();
rmSync(folder, { recursive: true });
