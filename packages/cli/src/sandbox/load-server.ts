import { createRequire } from 'node:module';
import { join } from 'node:path';
import type * as MockServer from '@trickle/mock-server';
import { UsageError } from '../terminal/exit-signal.ts';

/** The package of the reference server: of the project in the current folder, or installed beside this command. */
export function loadServer(command: string): typeof MockServer {
  for (const place of [join(process.cwd(), 'package.json'), import.meta.url]) {
    const load = createRequire(place);
    try {
      load.resolve('@trickle/mock-server');
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND') continue;
      throw error;
    }
    return load('@trickle/mock-server');
  }
  throw new UsageError(
    `trickle ${command} needs the reference server. Run npm install --save-dev @trickle/mock-server in this folder.`,
  );
}
