import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'amaro';
import { type Plugin, rollup } from 'rollup';
import { PackedProject } from '../../../../scripts/verify/packed-project.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The command with which each kind of engine starts the scenario. */
const mains: Readonly<Record<string, string>> = {
  // Node, Deno and Bun
  'main.mjs': `import { run } from './scenario.mjs';
const { Bun, Deno, process } = globalThis;
const where = { hostname: '127.0.0.1', port: 0 };
const urlOf = ({ port }) => 'http://127.0.0.1:' + port;

async function serve(handler) {
  if (Deno) {
    const server = Deno.serve({ ...where, onListen() {} }, handler);
    return { url: urlOf(server.addr), close: () => server.shutdown() };
  }
  if (Bun) {
    const server = Bun.serve({ ...where, fetch: handler });
    return { url: urlOf(server), close: () => server.stop() };
  }
  const { createServer } = await import('node:http');
  const { toNodeHandler } = await import('@trickle/sdk/webhooks');
  const server = createServer(toNodeHandler(handler));
  await new Promise((resolve) => server.listen(where.port, where.hostname, resolve));
  return { url: urlOf(server.address()), close: () => server.close() };
}

const engine = Deno?.version.deno ?? Bun?.version ?? process.versions.node;
const [service, proxy] = Deno?.args ?? process.argv.slice(2);
console.log(JSON.stringify(await run(engine, { service, proxy }, serve)));
`,
  'worker.mjs': `import { run } from './scenario.mjs';
let handler;
export default {
  async fetch(request) {
    const { origin, pathname, searchParams } = new URL(request.url);
    if (pathname !== '/') return handler(request);
    const serve = async (given) => {
      handler = given;
      return { url: origin, close() {} };
    };
    return Response.json(await run(navigator.userAgent, Object.fromEntries(searchParams), serve));
  },
};
`,
  'page.mjs': `import { run } from './scenario.mjs';
globalThis.report = (addresses) => run(navigator.userAgent, addresses);
`,
};

/** A project with the packed package, the scenario, and bundles of both for engines that load no packages. */
export async function createProgram(): Promise<PackedProject> {
  const project = new PackedProject();
  project.install(here('../..'));
  const scenario = readFileSync(here('scenario.ts'), 'utf8');
  project.write('scenario.mjs', transformSync(scenario, { mode: 'strip-only' }).code);
  for (const [name, code] of Object.entries(mains)) project.write(name, code);
  const packages = packagesOf(project.folder);
  for (const name of ['worker', 'page']) {
    const input = join(project.folder, `${name}.mjs`);
    const build = await rollup({
      input,
      plugins: [packages],
      // zod's own modules import each other in a circle, and speak of annotations in comments.
      onLog: (level, log, handle) => {
        if (log.code !== 'CIRCULAR_DEPENDENCY' && log.code !== 'INVALID_ANNOTATION') handle(level, log);
      },
    });
    await build.write({ file: join(project.folder, `${name}.js`), format: 'es', inlineDynamicImports: true });
  }
  return project;
}

/** Resolves packages from the folder of a project, as Node.js does when it runs there. */
function packagesOf(cwd: string): Plugin {
  const found = new Map<string, string>();
  return {
    name: 'packages',
    resolveId(id, importer) {
      if (id.startsWith('.') || id.startsWith('/') || importer === undefined) return null;
      const known = found.get(id);
      if (known !== undefined) return known;
      const ask = `process.stdout.write(import.meta.resolve(${JSON.stringify(id)}))`;
      const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', ask], {
        cwd,
        encoding: 'utf8',
      });
      if (!stdout.startsWith('file:')) throw new Error(`${id} is not to be found.\n${stderr}`);
      found.set(id, fileURLToPath(stdout));
      return found.get(id);
    },
  };
}
