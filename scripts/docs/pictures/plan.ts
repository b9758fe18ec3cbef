import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { root } from '../site/pages.ts';

/** Shows what the script in examples/win-back would do. */
export async function planPicture(page: Page): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'trickle-picture-'));
  const report = join(folder, 'report.html');
  const { status } = spawnSync(
    process.execPath,
    [
      ...[join(root, 'packages/cli/bin/trickle.js'), 'rehearse', '--time', '2026-11-25T09:00:00Z'],
      ...['--html', report, '--', 'node', 'win-back.js', '2026-11-25'],
    ],
    {
      cwd: join(root, 'examples/win-back'),
      env: { ...process.env, NODE_OPTIONS: '--conditions=trickle-source' },
      stdio: 'inherit',
    },
  );
  if (status !== 0) throw new Error(`trickle rehearse ended with ${status}.`);
  await page.setViewportSize({ width: 760, height: 1100 });
  await page.goto(pathToFileURL(report).href);
  rmSync(folder, { recursive: true });
}
