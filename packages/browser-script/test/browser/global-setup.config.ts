import { BUILT_SCRIPTS, buildAll } from '../../bundle/bundle.ts';

/** Builds the scripts once for all workers. */
export default async function buildScripts(): Promise<void> {
  process.env[BUILT_SCRIPTS] = await buildAll();
}
