import { createRequire } from 'node:module';
import { join } from 'node:path';
import type * as MockServer from '@trickle/mock-server';
import { UsageError } from '../terminal/exit-signal.ts';

/**
 * Loads the package of the reference server (from the current project, otherwise next to this command), and reads a seed
 * with it.
 */
export async function loadSeed(command: string, path: string) {
  const server: typeof MockServer = requireFor(command)('@trickle/mock-server');
  const seed = await server.readSeed(path).catch((error: unknown) => {
    if (error instanceof server.SeedError) throw new UsageError(`--seed ${path}: ${error.message}`);
    throw error;
  });
  return { server, seed };
}

/** The seed of the demo account, which the package of the reference server contains. */
export const demoSeedPath = (command: string): string =>
  requireFor(command).resolve('@trickle/mock-server/demo-seed.json');

function requireFor(command: string): NodeJS.Require {
  for (const place of [join(process.cwd(), 'package.json'), import.meta.url]) {
    const load = createRequire(place);
    try {
      load.resolve('@trickle/mock-server');
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND') continue;
      throw error;
    }
    return load;
  }
  throw new UsageError(
    `trickle ${command} needs the reference server. Run npm install --save-dev @trickle/mock-server in this folder.`,
  );
}
