import { configPath, removeConfigFile } from '../connection/config-file.ts';
import { overridesOf } from '../connection/connection.ts';
import type { Context } from '../terminal/context.ts';

/** Removes the config file. A file that is not a config file is left alone. */
export async function run(_: object, { terminal }: Context): Promise<void> {
  const { env } = terminal.io;
  const config = configPath(env);
  const isRemoved = await removeConfigFile(config);
  if (terminal.isJson) return await terminal.json({ config, isRemoved });
  terminal.note(isRemoved ? `Removed ${config}.` : `There is no config file: ${config} does not exist.`);
  const left = overridesOf(env);
  if (left.length > 0) terminal.note(`Commands still use ${left.join(', ')} from the environment.`);
}
