import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../site/pages.ts';

/** Builds the site, or with `TRICKLE_DOCS_BUILT` uses the one that is there. VitePress fails on a dead link. */
function buildSite(): void {
  if (process.env.TRICKLE_DOCS_BUILT && existsSync(join(root, 'docs/.vitepress/dist/site'))) return;
  execFileSync(process.execPath, [join(root, 'scripts/docs/site.ts')], { cwd: root, stdio: 'inherit' });
}

// Playwright asks for a default export.
export { buildSite as default };
